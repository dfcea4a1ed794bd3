/** The flows that clients run during a campaign; each repeats its steps until it ends. */
import { randomUUID } from 'node:crypto';
import { PRE_AUTHORIZED } from '@countersign/wallet/issuance/offer';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import {
  type PresentationRequest,
  post,
  present as presentation,
  requestUriOf,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { pidQuestion } from '../../support/presentation.ts';
import { memberConfiguration } from '../../support/presentation-during-issuance.ts';
import { refresh, writeRenewable } from '../../support/renewable.ts';
import { ask, insist, manage, refused } from '../exchange.ts';
import { addCall, redeemCode, use } from '../history.ts';
import { logIn, writeLogins } from '../login-campaign.ts';
import { issueMember, memberOffer } from '../presenting-wallet.ts';
import { pick } from '../seeded.ts';
import { API_KEY } from '../server-process.ts';
import { issue, writeConfiguration } from '../stubborn-wallet.ts';
import type { CampaignWorld } from './campaign-world.ts';
import { CANARY } from './canary.ts';
import type { System } from './system.ts';

/** Signs the webhooks. */
export const SECRET = `whsec_${Buffer.from('campaign-webhook-secret-32-bytes').toString('base64')}`;

type Flow = (world: CampaignWorld) => Promise<void>;

/** Drawn with equal probability. */
export const FLOWS: Readonly<Record<string, Flow>> = {
  issuance: (world) => issue(world),
  'issuance of an mdoc': (world) => issue(world, [['pid-mdoc']]),
  refresh: renew,
  presentation: present,
  'presentation during issuance': during,
  revocation: changeStatus,
  login,
  'repeated call': repeatOffer,
  'configuration write': (world) => writeConfiguration(world, world.ledger.begun + 1),
};

/** The configurations that the flows need. */
export function writeFlows({ writeConfig }: Pick<System, 'writeConfig'>): void {
  const write = (path: string, content: unknown): void => writeConfig(path, JSON.stringify(content));
  write('issuance/member.json', memberConfiguration());
  write('presentation/identity.json', pidQuestion);
  write('presentation/question.json', pidQuestion);
  writeLogins(write);
  writeRenewable({ writeConfig: write }, { folder: '' });
}

async function during(world: CampaignWorld): Promise<void> {
  const issuance = await memberOffer(world, world.held, { mayFail: false, deferred: () => undefined });
  world.offered(issuance.session);
  await issueMember(issuance);
}

async function renew(world: CampaignWorld): Promise<void> {
  const { ledger, url } = world;
  ledger.begun += 1;
  const request = { response_type: 'uri', credentialConfigurationIds: ['card'], flow: 'pre_authorized_code' };
  const made = await insist(world, 'offer', () => manage(world, '/vci/offer', request));
  if (made.status !== 201) return refused(world, 'offer', made);
  world.offered(made.json.session);
  // A refresh token is bound to the wallet's key.
  const wallet = new Wallet({ issuer: url, dpop: true });
  const address = new URL(made.json.uri).searchParams.get('credential_offer_uri') ?? '';
  const { json: offer } = await insist(world, 'offer document', async () => read(await fetch(address)));
  const code: string = offer.grants[PRE_AUTHORIZED]['pre-authorized_code'];
  const parameters = { grant_type: PRE_AUTHORIZED, 'pre-authorized_code': code };
  const first = await ask(world, 'token', () => redeemCode(ledger.uses, { wallet, parameters }));
  // The code was spent with a lost response.
  if (first === undefined) ledger.abandoned += 1;
  else if (first.status !== 200) refused(world, 'token', first);
  else await renewals(world, wallet, first);
}

/** The credential, and once more with a refreshed token. */
async function renewals(world: CampaignWorld, wallet: Wallet, first: Answer): Promise<void> {
  const refreshToken: string = first.json.refresh_token;
  let token: string = first.json.access_token;
  for (let round = 0; round < 2; round += 1) {
    const answer = await card(world, wallet, token);
    if (answer.status !== 200) return refused(world, 'credential', answer);
    const again = await insist(world, 'token', () => refresh(wallet, refreshToken));
    if (again.status !== 200) return refused(world, 'token', again);
    token = again.json.access_token;
  }
  world.ledger.finished += 1;
}

async function card(world: CampaignWorld, wallet: Wallet, token: string): Promise<Answer> {
  for (;;) {
    const nonce: string = (await insist(world, 'nonce', () => wallet.form('/vci/nonce', {}))).json.c_nonce;
    const body = { credential_configuration_id: 'card', proofs: { jwt: [wallet.proof(newWalletKey(), nonce)] } };
    const send = (): Promise<Answer> => wallet.credential(token, body);
    const answer = await insist(world, 'credential', () => use(world.ledger.uses, `nonce ${nonce}`, { send }));
    if (answer.json?.error !== 'invalid_nonce') return answer;
  }
}

/** The answer, sometimes with a twin of other bytes: one of them is accepted. */
async function present(world: CampaignWorld): Promise<void> {
  const { ledger, dice, held, receiver, presented } = world;
  ledger.begun += 1;
  const body = { response_type: 'uri', requestId: 'question', webhook: { url: receiver.url, signingSecret: SECRET } };
  const made = await insist(world, 'offer', () => manage(world, '/oid4vp', body));
  if (made.status !== 201) return refused(world, 'offer', made);
  world.offered(made.json.session);
  const address = requestUriOf(made.json.uri);
  const asked = await insist(world, 'request object', async () => read(await fetch(address)));
  if (asked.status !== 200) return refused(world, 'request object', asked);
  const payload = Buffer.from(asked.text.split('.')[1] ?? '', 'base64url').toString('utf8');
  const request = JSON.parse(payload) as PresentationRequest;
  const answers = Array.from({ length: dice() < 0.2 ? 2 : 1 }, async () => {
    const fields = responseFields(request, vpTokenOf(presentation(held, request), request));
    const sent = performance.now();
    const answer = await insist(world, 'presentation', () => post(request.response_uri, fields));
    const step = answer.status === 200 ? 'accepted' : 'refused';
    addCall(ledger.uses, `request ${made.json.session}`, { step, sent, answered: performance.now() });
    return answer;
  });
  const got = await Promise.all(answers);
  if (!got.some(({ status }) => status === 200)) return refused(world, 'presentation', got[0] as Answer);
  presented.add(made.json.session);
  ledger.finished += 1;
}

/** Revokes a credential that a wallet has, or takes that back. */
async function changeStatus(world: CampaignWorld): Promise<void> {
  const { ledger, dice, statuses } = world;
  if (ledger.whole.size === 0) return;
  const session = pick(dice, [...ledger.whole]);
  const status = dice() < 0.6 ? 1 : 0;
  const sent = performance.now();
  const step = { write: status };
  const answer = await ask(world, 'status', () => manage(world, '/status-management', { sessionId: session, status }));
  if (answer === undefined) addCall(statuses, session, { step, sent });
  else if (answer.status < 300) addCall(statuses, session, { step, sent, answered: performance.now() });
  else refused(world, 'status', answer);
}

/** A login, whose code is redeemed twice concurrently and once afterwards. */
async function login({ ledger, logins, person }: CampaignWorld): Promise<void> {
  ledger.begun += 1;
  if (await logIn(logins, person)) ledger.finished += 1;
}

/** The same call with the same key, some of them at the same time. */
async function repeatOffer(world: CampaignWorld): Promise<void> {
  const { url, repeated } = world;
  const key = randomUUID();
  const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json', 'idempotency-key': key };
  const claims = { pid: { given_name: CANARY.offered, family_name: 'Muster', birthdate: '2000-01-01' } };
  const body = JSON.stringify({ response_type: 'uri', credentialConfigurationIds: ['pid'], state: key, claims });
  const send = async (): Promise<Answer> => read(await fetch(`${url}/vci/offer`, { method: 'POST', headers, body }));
  const call = async (): Promise<void> => {
    const sent = performance.now();
    const answer = await ask(world, 'offer', send);
    if (answer === undefined) addCall(repeated, key, { step: 'unknown', sent });
    else if (answer.status === 201) {
      addCall(repeated, key, { step: { answer: answer.json.session }, sent, answered: performance.now() });
    } else if (answer.status !== 409) refused(world, 'offer', answer);
  };
  await Promise.all([call(), call()]);
  await call();
}
