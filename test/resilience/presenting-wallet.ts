/**
 * A whole issuance by a wallet that presents first and doesn't give in: it repeats the step, or restarts the attempt.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Offer } from '@countersign/wallet/issuance/offer';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import {
  type HeldCredential,
  type PresentationRequest,
  post,
  requestUriOf,
} from '@countersign/wallet/presentation/present';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { firstChallenge, goodResponse, secondChallenge } from '../support/presentation-during-issuance.ts';
import { ask, insist, manage, refused, type Step, type World } from './exchange.ts';
import { redeemCode, use } from './history.ts';
import { record } from './stubborn-wallet.ts';

export interface MemberIssuance {
  readonly world: World;
  readonly session: string;
  readonly offer: Offer;
  readonly wallet: Wallet;
  readonly held: HeldCredential;
  /** Called when a credential request got a 202. */
  readonly deferred: () => void;
  /** Whether the server may end this issuance, so that a refusal is acceptable. */
  readonly mayFail: boolean;
}

export type Ending = { readonly credential: string } | { readonly refusedBy: Step };

/** A step whose response means that the issuance has ended. */
class Refusal extends Error {
  readonly step: Step;

  constructor(step: Step) {
    super(`Refused at ${step}`);
    this.step = step;
  }
}

/** The backend's offer in the hands of a new wallet. */
export async function memberOffer(
  world: World,
  held: HeldCredential,
  more: Pick<MemberIssuance, 'mayFail' | 'deferred'>,
): Promise<MemberIssuance> {
  const { ledger, dice, url } = world;
  ledger.begun += 1;
  const state = `state-${ledger.begun}`;
  const request = { response_type: 'uri', credentialConfigurationIds: ['member'], state };
  const made = await insist(world, 'offer', () => manage(world, '/vci/offer', request));
  if (made.status !== 201) throw new Error(`Creating the offer returned ${made.status} ${made.text}`);
  const session: string = made.json.session;
  ledger.offers.set(session, state);
  const wallet = new Wallet({ issuer: url, dpop: dice() < 0.5 });
  const address = new URL(made.json.uri).searchParams.get('credential_offer_uri') ?? '';
  const document = await insist(world, 'offer document', async () => read(await fetch(address)));
  return { world, session, offer: document.json, wallet, held, ...more };
}

/** From the first challenge to the notification. @throws Error if it can't be finished */
export async function issueMember(issuance: MemberIssuance): Promise<Ending> {
  const { world, wallet } = issuance;
  try {
    const token = await tokenOf(issuance);
    const answer = await credentialOf(issuance, token);
    const notificationId: string = answer.json.notification_id;
    const reported = await insist(world, 'notification', () => wallet.notify(token, notificationId));
    if (reported.status !== 204) refused(world, 'notification', reported);
    world.ledger.notifications.push({ session: issuance.session, notificationId });
    world.ledger.finished += 1;
    return { credential: answer.json.credentials[0].credential };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refusedBy: error.step };
  }
}

/** A response that the protocol doesn't allow here is a violation. If the issuance may fail, it ends here. */
function over({ world, mayFail }: MemberIssuance, step: Step, answer: Answer): Refusal {
  const { error } = answer.json ?? {};
  const clear = ['invalid_request', 'invalid_session', 'invalid_grant', 'invalid_token', 'credential_request_denied'];
  if (!mayFail || !clear.includes(error)) refused(world, step, answer);
  return new Refusal(step);
}

async function tokenOf(issuance: MemberIssuance): Promise<string> {
  for (;;) {
    const token = await attempt(issuance);
    if (token !== undefined) return token;
    issuance.world.ledger.restarted += 1;
  }
}

/** One attempt. @returns undefined if it is unknown whether its code was redeemed */
async function attempt(issuance: MemberIssuance): Promise<string | undefined> {
  const { world, wallet, offer, held } = issuance;
  const first = await insist(world, 'challenge', () => firstChallenge(wallet, offer));
  if (first.json?.error !== 'insufficient_authorization') throw over(issuance, 'challenge', first);
  const address = requestUriOf(first.json.presentation);
  const asked = await insist(world, 'request object', async () => read(await fetch(address)));
  if (asked.status !== 200) throw over(issuance, 'request object', asked);
  const payload = Buffer.from(asked.text.split('.')[1] ?? '', 'base64url').toString('utf8');
  const request = JSON.parse(payload) as PresentationRequest;
  const response = goodResponse(request, held);
  const presented = await insist(world, 'presentation', () => post(request.response_uri, response));
  if (presented.status !== 200) throw over(issuance, 'presentation', presented);
  const proof: string = presented.json.presentation_during_issuance_session;
  const second = await insist(world, 'second challenge', () => secondChallenge(wallet, first.json.auth_session, proof));
  if (second.status !== 200) throw over(issuance, 'second challenge', second);
  return redeem(issuance, second.json.authorization_code);
}

async function redeem(issuance: MemberIssuance, code: string): Promise<string | undefined> {
  const { world, wallet, mayFail } = issuance;
  const { ledger, dice } = world;
  const { code_verifier: _, ...parameters } = wallet.codeParameters(code);
  for (let lost = false; ; lost = true) {
    const answer = await ask(world, 'token', () => redeemCode(ledger.uses, { wallet, parameters, mayEnd: mayFail }));
    if (answer?.status === 200) {
      ledger.spent.push({ wallet, parameters });
      return answer.json.access_token;
    }
    if (answer !== undefined && lost && answer.json?.error === 'invalid_grant') return undefined;
    if (answer !== undefined) throw over(issuance, 'token', answer);
    if (dice() < 0.5) return undefined;
  }
}

/** The credential request, and the result of its deferral. */
async function credentialOf(issuance: MemberIssuance, token: string): Promise<Answer> {
  const { world, wallet, session } = issuance;
  const key = newWalletKey();
  for (;;) {
    const killsBefore = world.kills();
    const nonce: string = (await insist(world, 'nonce', () => wallet.form('/vci/nonce', {}))).json.c_nonce;
    const body = { credential_configuration_id: 'member', proofs: { jwt: [wallet.proof(key, nonce)] } };
    const answer = await ask(world, 'credential', () =>
      use(world.ledger.uses, `nonce ${nonce}`, { send: () => wallet.credential(token, body) }),
    );
    if (answer === undefined) continue;
    // A nonce from before the restart is refused, and so is one already used by a request without a response.
    if (answer.json?.error === 'invalid_nonce' && (world.kills() !== killsBefore || world.cacheLost)) continue;
    if (answer.status === 202) {
      issuance.deferred();
      const delivered = await deferredOf(issuance, token, answer.json.transaction_id);
      record(world, delivered, { session, keys: [key] });
      return delivered;
    }
    if (answer.status !== 200) throw over(issuance, 'credential', answer);
    record(world, answer, { session, keys: [key] });
    return answer;
  }
}

async function deferredOf(issuance: MemberIssuance, token: string, transactionId: string): Promise<Answer> {
  const { world, wallet } = issuance;
  const again = (): Promise<Answer> => wallet.resource('/vci/deferred', token, { transaction_id: transactionId });
  for (;;) {
    const answer = await insist(world, 'deferred', again);
    if (answer.status === 200) return answer;
    if (answer.status !== 202) throw over(issuance, 'deferred', answer);
    await sleep(50);
  }
}
