/** Wallets with a fault that respond to presentation requests. */
import assert from 'node:assert/strict';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { Holder } from '@countersign/wallet/presentation/holder';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { WALLETS } from '@countersign/wallet/profiles/habits';
import { read } from '@countersign/wallet/sending/answer';
import { type Call, Transport } from '@countersign/wallet/sending/transport';
import { pidQuestion } from '../support/presentation.ts';
import { offerOf, SHAPE_A, type Shape } from '../support/presentation-during-issuance.ts';
import { type FaultCourse, type FaultWorld, openFaultWorld, untilRefused } from './fault-world.ts';

/** A credential that is valid for an hour. */
const SHORT = {
  config: {
    format: 'dc+sd-jwt',
    vct: '<PUBLIC_URL>/credentials/vct/short',
    scope: 'short',
    display: [{ name: 'Short', locale: 'en' }],
  },
  claims: { given_name: 'Erika' },
  disclosureFrame: { _sd: ['given_name'] },
  lifetime: 3600,
};

/** A server whose `question` requests a PID, and `foreign` a PID from a different authority. */
export async function openPresentationWorld(): Promise<FaultWorld> {
  const [credential] = pidQuestion.dcql_query.credentials;
  const trusted_authorities = [{ type: 'aki', values: ['s9tIpPmhxdiuNkHMEWNpYim8S8Y'] }];
  const asking = (query: object) => ({ ...pidQuestion, dcql_query: { credentials: [{ ...credential, ...query }] } });
  const meta = { vct_values: [SHORT.config.vct] };
  return openFaultWorld({
    'issuance/short.json': SHORT,
    'presentation/question.json': pidQuestion,
    'presentation/foreign.json': asking({ trusted_authorities }),
    'presentation/short.json': asking({ meta }),
  });
}

/** A credential of a configuration in the hands of a wallet, and its session. */
export async function take({ server, clock }: FaultWorld, shape: Shape, configuration: string) {
  const body = { credentialConfigurationIds: [configuration], flow: 'pre_authorized_code' };
  const { uri, session } = await offerOf(server, shape, body);
  const { answer, key } = await new Wallet({ issuer: shape.issuer(server), clock }).receive(uri);
  assert.equal(answer.status, 200, answer.text);
  const held: HeldCredential = { credential: answer.json.credentials[0].credential, key };
  return { held, session };
}

export interface PresentingOptions {
  /** More members for the request's body. */
  readonly request?: object;
  /** What the wallet presents; default its PID. */
  readonly held?: (world: FaultWorld, shape: Shape) => Promise<HeldCredential>;
}

/** A wallet that fetches the request and presents, or ends with the refusal that the fault causes. */
export function presents({ request: body = {}, held }: PresentingOptions = {}): FaultCourse {
  return async (world, shape, fault) => {
    const { clock, wait } = world;
    const credential = await (held?.(world, shape) ?? world.heldPid(shape));
    const made = await requestOf(world, shape, body);
    const calls: Call[] = [];
    const transport = new Transport({ fetch, fault, wait, record: (call) => calls.push(call) });
    const now = (): number => Math.floor(clock() / 1000);
    const holder = new Holder({ transport, habits: WALLETS.plain.presentation, now, held: () => [credential] });
    await untilRefused(() => holder.present(made.uri));
    return { shape, session: made.session, calls };
  };
}

async function requestOf({ server }: FaultWorld, shape: Shape, body: object) {
  const path = shape === SHAPE_A ? '/oid4vp' : '/presentation-management/request';
  const sent = JSON.stringify({ response_type: 'uri', requestId: 'question', ...body });
  const answer = await read(await shape.call(server, path, { method: 'POST', body: sent }));
  assert.equal(answer.status, 201, answer.text);
  return answer.json as { readonly uri: string; readonly session: string };
}
