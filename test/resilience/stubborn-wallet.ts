/** Whole issuances by wallets and backends that don't give up: the same step again, or one step back. */

import { type Offer, PRE_AUTHORIZED } from '@countersign/wallet/issuance/offer';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey, type WalletKey } from '@countersign/wallet/jwt/keys';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { ask, insist, manage, refused, type Step, type World } from './exchange.ts';
import { redeemCode, use } from './history.ts';
import { pick } from './seeded.ts';

const CHOICES = [['pid'], ['diploma'], ['pid', 'diploma']];

/** One issuance, from the offer of the backend to the notification of the wallet. */
export async function issue(world: World, choices: readonly (readonly string[])[] = CHOICES): Promise<void> {
  const { dice, ledger, url } = world;
  ledger.begun += 1;
  const flow = pick(dice, ['authorization_code', 'pre_authorized_code']);
  const ids = pick(dice, choices);
  const state = `state-${ledger.begun}`;
  const request = { response_type: 'uri', credentialConfigurationIds: ids, flow, state };
  const made = await insist(world, 'offer', () => manage(world, '/vci/offer', request));
  if (made.status !== 201) return refused(world, 'offer', made);
  const session: string = made.json.session;
  ledger.offers.set(session, state);
  world.offered?.(session);

  const address = new URL(made.json.uri).searchParams.get('credential_offer_uri') ?? '';
  const document = await insist(world, 'offer document', async () => read(await fetch(address)));
  if (document.status !== 200) return refused(world, 'offer document', document);
  const offer: Offer = document.json;

  const wallet = new Wallet({ issuer: url, dpop: dice() < 0.5 });
  const token = await obtainToken(world, wallet, offer);
  if (token === undefined) {
    ledger.abandoned += 1;
    return;
  }
  for (const id of ids) {
    const notificationId = await receive(world, { wallet, token, session, id });
    if (notificationId === undefined) return;
    const reported = await insist(world, 'notification', () => wallet.notify(token, notificationId));
    if (reported.status !== 204) return refused(world, 'notification', reported);
    ledger.notifications.push({ session, notificationId });
  }
  ledger.whole.add(session);
  ledger.finished += 1;
}

/** @returns undefined if no token can be obtained: only for a pre-authorized code whose response was lost */
async function obtainToken(world: World, wallet: Wallet, offer: Offer): Promise<string | undefined> {
  if (offer.grants[PRE_AUTHORIZED] !== undefined) {
    return redeem(world, wallet, wallet.preAuthorizedParameters(offer), 1);
  }
  for (;;) {
    const code = await authorize(world, wallet, offer);
    const token = code === undefined ? undefined : await redeem(world, wallet, wallet.codeParameters(code), 0.5);
    if (token !== undefined) return token;
    world.ledger.restarted += 1;
  }
}

/** PAR and authorization endpoint. @returns undefined if the attempt must be restarted */
async function authorize(world: World, wallet: Wallet, offer: Offer): Promise<string | undefined> {
  const pushed = await insist(world, 'par', () => wallet.par(wallet.authorizationParameters(offer)));
  if (pushed.status !== 201) {
    // The offer must stay open until a credential is recorded.
    refused(world, 'par', pushed);
    throw new Error('An authorization-code flow can not be finished');
  }
  const { answer, lost } = await again(world, 'authorize', 0.5, () => wallet.authorize(pushed.json.request_uri));
  if (answer === undefined) return undefined;
  const code = new URL(answer.headers.get('location') ?? 'none:').searchParams.get('code');
  if (code === null && !lost) refused(world, 'authorize', answer);
  return code ?? undefined;
}

/** @param repeat how likely the same code is retried after a lost response */
async function redeem(
  world: World,
  wallet: Wallet,
  parameters: Record<string, string>,
  repeat: number,
): Promise<string | undefined> {
  const { ledger, dice } = world;
  const send = (): Promise<Answer> => redeemCode(ledger.uses, { wallet, parameters });
  const twin = dice() < 0.2 ? ask(world, 'token', send) : undefined;
  const { answer, lost } = await again(world, 'token', repeat, send);
  const other = await twin;
  const good = [answer, other].find((one) => one?.status === 200);
  if (good !== undefined) {
    ledger.spent.push({ wallet, parameters });
    // A code that was sent twice without proof of possession has invalidated its token (RFC 6749, 4.1.2): the wallet
    // restarts.
    const ended = twin !== undefined && wallet.dpopKey === undefined && parameters.code !== undefined;
    return ended ? undefined : good.json.access_token;
  }
  const unsure = lost || (twin !== undefined && other === undefined);
  if (answer !== undefined && !(unsure && answer.json?.error === 'invalid_grant')) refused(world, 'token', answer);
  return undefined;
}

interface Receiving {
  readonly wallet: Wallet;
  readonly token: string;
  readonly session: string;
  readonly id: string;
}

/** One credential response, for one key or several. @returns its notification_id */
async function receive(world: World, { wallet, token, session, id }: Receiving): Promise<string | undefined> {
  const { ledger, dice, kills } = world;
  const keys = Array.from({ length: pick(dice, [1, 1, 3]) }, newWalletKey);
  for (;;) {
    const killsBefore = kills();
    const nonce: string = (await insist(world, 'nonce', () => wallet.form('/vci/nonce', {}))).json.c_nonce;
    const body = { credential_configuration_id: id, proofs: { jwt: keys.map((key) => wallet.proof(key, nonce)) } };
    const send = async (): Promise<Answer> => {
      const answer = await use(ledger.uses, `nonce ${nonce}`, { send: () => wallet.credential(token, body) });
      if (answer.status === 200) record(world, answer, { session, keys });
      return answer;
    };
    const twin = dice() < 0.2 ? ask(world, 'credential', send) : undefined;
    const { answer, lost } = await again(world, 'credential', 0.5, send);
    const other = await twin;
    const good = [answer, other].find((one) => one?.status === 200);
    if (good !== undefined) return good.json.notification_id;
    if (answer === undefined) continue;
    // A nonce from before the restart is refused, and so is one already used by a request without a response.
    const expected = lost || twin !== undefined || kills() !== killsBefore || world.cacheLost === true;
    if (expected && answer.json?.error === 'invalid_nonce') continue;
    refused(world, 'credential', answer);
    ledger.violations.push(`The session ${session} can not be finished`);
    return undefined;
  }
}

/** Records a response with credentials. */
export function record(
  { ledger }: World,
  { json }: Answer,
  { session, keys }: { readonly session: string; readonly keys: readonly WalletKey[] },
): void {
  const credentials: readonly { credential: string }[] = json.credentials;
  if (credentials.length !== keys.length) {
    ledger.violations.push(`${keys.length} proofs gave ${credentials.length} credentials`);
  }
  for (const [index, { credential }] of credentials.entries()) {
    const key = keys[index];
    if (key !== undefined) ledger.credentials.push({ session, credential, notificationId: json.notification_id, key });
  }
}

/** Repeats a step after a lost response, with the probability `repeat`; `lost` returns whether one was lost. */
async function again(
  world: World,
  step: Step,
  repeat: number,
  send: () => Promise<Answer>,
): Promise<{ readonly answer: Answer | undefined; readonly lost: boolean }> {
  for (let lost = false; ; lost = true) {
    const answer = await ask(world, step, send);
    if (answer !== undefined) return { answer, lost };
    if (world.dice() >= repeat) return { answer, lost: true };
  }
}

/** A backend that writes configurations, each version after the one before was acknowledged. */
export async function writeConfiguration(world: World, version: number): Promise<void> {
  const id = `written-${version % 4}`;
  const body = {
    id,
    config: { format: 'dc+sd-jwt', vct: `<PUBLIC_URL>/credentials/vct/${id}` },
    claims: { version },
    disclosureFrame: { _sd: ['version'] },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { version: { type: 'number' } },
      required: [],
    },
  };
  const answer = await insist(world, 'configuration', () => manage(world, '/issuer-managment', body));
  if (answer.status !== 201) return refused(world, 'configuration', answer);
  world.ledger.configurations.set(id, version);
}
