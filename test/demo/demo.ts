/**
 * One issuance, one presentation, and one credential for another in each API variant, and an mdoc, step by step in a
 * terminal.
 *
 *     npm run demo                                   against the server that `npm start` runs here, or a temporary one
 *     npm run demo -- --url http://localhost:3000    against a running server; secrets from the environment or DATA_FOLDER
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startStandalone } from '@countersign/standalone/standalone';
import { accept } from '@countersign/wallet/issuance/accept';
import { ProfileWallet } from '@countersign/wallet/issuance/profile-wallet';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { personalClaims, sizeOf } from '@countersign/wallet/mdoc/credential-content';
import { Holder } from '@countersign/wallet/presentation/holder';
import {
  fetchRequest,
  type HeldCredential,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { WALLETS } from '@countersign/wallet/profiles/habits';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { Transport } from '@countersign/wallet/sending/transport';
import { statusOf, verifyWithLibrary } from '../support/credential.ts';
import { mdlQuery, question } from '../support/mdl.ts';
import {
  firstChallenge,
  redeemWithoutVerifier,
  requestMember,
  secondChallenge,
} from '../support/presentation-during-issuance.ts';

const { values } = parseArgs({
  options: { url: { type: 'string' }, configuration: { type: 'string', default: 'pid' } },
});
const say = (text = ''): void => {
  process.stdout.write(`${text}\n`);
};
const bold = (text: string): string => (process.stdout.isTTY ? `\x1b[1m${text}\x1b[0m` : text);
let step = 0;
const title = (text: string): void => {
  step += 1;
  say(`\n${bold(`${step}. ${text}`)}`);
};
const show = (value: unknown): void => {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  say(text.replace(/^/gm, '   '));
};

interface Target {
  readonly url: string;
  readonly secret: (name: string) => string | undefined;
  readonly close: () => Promise<void>;
}

const target = await findTarget();
const webhooks = await openReceiver();
try {
  await shapeA(target);
  await shapeB(target);
  say('\nAll SD-JWT VCs are verified by @sd-jwt/sd-jwt-vc and valid by their status list;');
  say('both presentations were verified, and the backend received a signed webhook.');
  say('A driving licence was issued as an mdoc, and shown together with the SD-JWT VC.');
  say('The library cards were issued to wallets that had presented a name, with the claims from the backend.');
  say('In a browser: npm run demo:button, and npm run demo:login.');
} finally {
  await webhooks.close();
  await target.close();
}

async function shapeA({ url, secret }: Target): Promise<void> {
  say(`\n${bold('── Variant A: API key, authorization code ──')}`);
  title('The backend asks for an offer: POST /vci/offer');
  const headers = { 'x-api-key': secret('AUTH_API_KEY') ?? '', 'content-type': 'application/json' };
  const offer = await offerFrom(`${url}/vci/offer`, headers, {
    response_type: 'uri',
    credentialConfigurationIds: [values.configuration],
  });
  const held = await redeem(offer.uri, url);
  title('The backend reads the session: GET /session/{id}');
  const session = await read(await fetch(`${url}/session/${offer.session}`, { headers }));
  show({ status: session.json.status, issued: session.json.issued, notifications: session.json.notifications });
  await presentTo(`${url}/oid4vp`, headers, held);
  await oneForAnother({ offers: `${url}/vci/offer`, issuer: url, headers, held });
  await bothFormats(url, headers, held);
}

/**
 * A driving licence as an mdoc, presented together with the SD-JWT VC. The licence is the shipped sample, because a new
 * configuration could collide with it. The presentation configuration's id is random, and it is removed afterwards.
 */
async function bothFormats(url: string, headers: Record<string, string>, held: HeldCredential): Promise<void> {
  title('The backend asks for an offer of the sample mdl: POST /vci/offer');
  const offer = await offerFrom(`${url}/vci/offer`, headers, {
    response_type: 'uri',
    credentialConfigurationIds: ['mdl'],
  });
  title('The wallet takes the licence and checks it as a strict wallet does');
  const wallet = new ProfileWallet({ issuer: url, wallet: 'plain' });
  const [taken] = await accept(wallet, await wallet.offer(offer.uri));
  if (taken === undefined) throw new Error('The issuer gave no licence');
  show(personalClaims(taken.credential, sizeOf));
  title('The backend stores a question for both formats: POST /presentation-management');
  const [name] = (await configurationOf(url, headers, 'name-check')).dcql_query.credentials;
  const both = {
    ...question(mdlQuery('given_name', 'age_over_18', 'portrait'), name),
    id: `demo-${randomBytes(6).toString('hex')}`,
  };
  await stored(`${url}/presentation-management`, headers, both);
  try {
    title('The wallet answers the question and discloses only what it asks for');
    const asked = { response_type: 'uri', requestId: both.id };
    const made = await read(await fetch(`${url}/oid4vp`, { method: 'POST', headers, body: JSON.stringify(asked) }));
    if (made.status !== 201) throw new Error(`The request returned ${made.status}: ${made.text}`);
    const holder = new Holder({
      transport: new Transport({ fetch }),
      habits: WALLETS.plain.presentation,
      now: () => Math.floor(Date.now() / 1000),
      held: () => [held, taken],
    });
    const { chosen } = await holder.present(made.json.uri);
    for (const one of chosen) show({ [one.id]: personalClaims(one.held.credential, sizeOf) });
    const session = await read(await fetch(`${url}/session/${made.json.session}`, { headers }));
    show({ status: session.json.status });
    if (session.json.status !== 'verified') throw new Error('The presentation was not verified');
  } finally {
    await fetch(`${url}/presentation-management/${both.id}`, { method: 'DELETE', headers });
  }
}

async function configurationOf(url: string, headers: Record<string, string>, id: string): Promise<Answer['json']> {
  const { json } = await read(await fetch(`${url}/presentation-management`, { headers }));
  return json.find((one: { readonly id: string }) => one.id === id);
}

async function stored(address: string, headers: Record<string, string>, configuration: object): Promise<void> {
  const answer = await read(await fetch(address, { method: 'POST', headers, body: JSON.stringify(configuration) }));
  if (answer.status >= 300) throw new Error(`Storing the configuration returned ${answer.status}: ${answer.text}`);
}

async function shapeB({ url, secret }: Target): Promise<void> {
  say(`\n${bold('── Variant B: bearer token, tenant root, pre-authorized code with transaction code ──')}`);
  title('The backend logs in: POST /auth/token');
  const login = await read(
    await fetch(`${url}/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: secret('AUTH_CLIENT_ID') ?? 'root',
        client_secret: secret('AUTH_CLIENT_SECRET') ?? '',
      }),
    }),
  );
  if (login.status !== 201) throw new Error(`The login answered ${login.status}: ${login.text}`);
  show({ token_type: login.json.token_type, expires_in: login.json.expires_in });
  title('The backend asks for an offer: POST /issuer-management/offer');
  const headers = { authorization: `Bearer ${login.json.access_token}`, 'content-type': 'application/json' };
  const offer = await offerFrom(`${url}/issuer-management/offer`, headers, {
    response_type: 'uri',
    credentialConfigurationIds: [values.configuration],
    flow: 'pre_authorized_code',
    tx_code: true,
  });
  const held = await redeem(offer.uri, `${url}/root`, offer.txCode);
  await presentTo(`${url}/presentation-management/request`, headers, held);
  await oneForAnother({ offers: `${url}/issuer-management/offer`, issuer: `${url}/root`, headers, held });
}

async function offerFrom(
  address: string,
  headers: Record<string, string>,
  body: object,
): Promise<{ uri: string; session: string; txCode?: string }> {
  const answer = await read(await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) }));
  if (answer.status !== 201) throw new Error(`The offer answered ${answer.status}: ${answer.text}`);
  show(answer.json);
  return answer.json;
}

/** The backend requests the name, the wallet presents it, the webhook delivers it. */
async function presentTo(address: string, headers: Record<string, string>, held: HeldCredential): Promise<void> {
  title(`The backend asks for a presentation, with a webhook: POST ${new URL(address).pathname}`);
  const asked = { response_type: 'uri', requestId: 'name-check', webhook: { url: webhooks.url } };
  const made = await read(await fetch(address, { method: 'POST', headers, body: JSON.stringify(asked) }));
  if (made.status !== 201) throw new Error(`The request returned ${made.status}: ${made.text}`);
  show(made.json);
  title('The wallet fetches the signed request object');
  const request = await fetchRequest(made.json.uri);
  show({ client_id: request.client_id, response_mode: request.response_mode, dcql_query: request.dcql_query });
  title('The wallet shows its credential, bound to its key, encrypted for this request');
  const answer = await post(request.response_uri, responseFields(request, vpTokenOf(present(held, request), request)));
  show(`HTTP ${answer.status} ${answer.text}`);
  title('The webhook arrives');
  const { headers: received, body } = await webhooks.next();
  show({ 'webhook-id': received['webhook-id'], 'webhook-signature': received['webhook-signature'] });
  show(JSON.parse(body));
}

interface Exchange {
  /** The path for creating offers. */
  readonly offers: string;
  readonly issuer: string;
  readonly headers: Record<string, string>;
  readonly held: HeldCredential;
}

/** Presentation during issuance: a library card for a holder who presents a name; the backend sets its level. */
async function oneForAnother({ offers, issuer, headers, held }: Exchange): Promise<void> {
  title(
    `One credential for another: an offer of the sample member, with a claims webhook: POST ${new URL(offers).pathname}`,
  );
  const body = { response_type: 'uri', credentialConfigurationIds: ['member'], webhook: { url: webhooks.claimsUrl } };
  const made = await offerFrom(offers, headers, body);
  const wallet = new Wallet({ issuer });
  const offer = await wallet.offer(made.uri);
  title('The wallet asks to be authorized, and is asked for a presentation first: POST authorize/challenge');
  const first = await firstChallenge(wallet, offer);
  if (first.json?.error !== 'insufficient_authorization') throw new Error(`It answered ${first.status}: ${first.text}`);
  show({ ...first.json, auth_session: '…' });
  title('The wallet presents the credential that it got before, and continues with the answer of the verifier');
  const request = await fetchRequest(first.json.presentation);
  const shown = await post(request.response_uri, responseFields(request, vpTokenOf(present(held, request), request)));
  if (shown.status !== 200) throw new Error(`The presentation was answered ${shown.status}: ${shown.text}`);
  const proof: string = shown.json.presentation_during_issuance_session;
  const second = await secondChallenge(wallet, first.json.auth_session, proof);
  if (second.status !== 200) throw new Error(`The second challenge was answered ${second.status}: ${second.text}`);
  show({ authorization_code: '…' });
  title('In the meantime the backend receives what was presented, and answers with the claims');
  const { body: asked, answer } = await webhooks.next();
  show(JSON.parse(asked));
  show({ answer: JSON.parse(answer) });
  title('The wallet gets its credential');
  const token = await redeemWithoutVerifier(wallet, second.json.authorization_code);
  if (token.status !== 200) throw new Error(`The token endpoint answered ${token.status}: ${token.text}`);
  const issued = await credentialOrDeferred(wallet, token.json.access_token);
  const { claims } = await verifyWithLibrary(issued.json.credentials[0].credential);
  show(claims);
  if ((await statusOf(claims)).value !== 0) throw new Error('The library card is revoked');
  await wallet.notify(token.json.access_token, issued.json.notification_id);
}

/** With late claims the credential is deferred: the wallet requests it again. */
async function credentialOrDeferred(wallet: Wallet, token: string): Promise<Answer> {
  let answer = await requestMember(wallet, token);
  for (const { transaction_id } = answer.json ?? {}; answer.status === 202; ) {
    show(`HTTP 202 ${answer.text}`);
    await sleep(1000);
    answer = await wallet.resource('/vci/deferred', token, { transaction_id });
  }
  if (answer.status !== 200) throw new Error(`The credential endpoint returned ${answer.status}: ${answer.text}`);
  return answer;
}

interface Webhook {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The backend's response; empty for a notification. */
  readonly answer: string;
}

interface Receiver {
  readonly url: string;
  /** Address of the claims webhook. */
  readonly claimsUrl: string;
  next(): Promise<Webhook>;
  close(): Promise<void>;
}

/** The backend's webhook endpoint, on loopback. */
async function openReceiver(): Promise<Receiver> {
  const arrived: Webhook[] = [];
  const waiting: ((webhook: Webhook) => void)[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const answer = request.url === '/claims' ? JSON.stringify({ member: { level: 'scholar' } }) : '';
    response.writeHead(answer === '' ? 204 : 200).end(answer);
    const webhook = { headers: request.headers, body, answer };
    const next = waiting.shift();
    if (next === undefined) arrived.push(webhook);
    else next(webhook);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/presented`,
    claimsUrl: `${origin}/claims`,
    next: () => {
      const webhook = arrived.shift();
      return webhook === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(webhook);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @returns the credential with its key */
async function redeem(link: string, issuer: string, txCode?: string): Promise<HeldCredential> {
  const wallet = new Wallet({ issuer });
  title('The wallet follows the link and reads the offer');
  const offer = await wallet.offer(link);
  show(offer);
  title('The wallet is authorized and redeems the code for an access token, bound to its DPoP key');
  const token = await wallet.redeem(offer, txCode);
  if (token.status !== 200) throw new Error(`The token endpoint answered ${token.status}: ${token.text}`);
  show({ ...token.json, access_token: '…' });
  title('The wallet proves its key and gets the credential');
  const key = newWalletKey();
  const answer = await wallet.credential(token.json.access_token, {
    credential_configuration_id: values.configuration,
    proofs: { jwt: [wallet.proof(key, await wallet.nonce())] },
  });
  if (answer.status !== 200) throw new Error(`The credential endpoint returned ${answer.status}: ${answer.text}`);
  const credential: string = answer.json.credentials[0].credential;
  show(`${credential.slice(0, 100)}…`);
  title('Anybody can verify it');
  const verified = await verifyWithLibrary(credential);
  show(verified.claims);
  title('Its status list says');
  show((await statusOf(verified.claims)).value === 0 ? 'valid' : 'revoked');
  const { notification_id: notification } = answer.json;
  if (notification !== undefined) {
    title('The wallet reports that it accepted');
    show(`HTTP ${(await wallet.notify(token.json.access_token, notification)).status}`);
  }
  return { credential, key };
}

async function findTarget(): Promise<Target> {
  const data = process.env.DATA_FOLDER ?? 'data';
  const url = values.url ?? process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? '3000'}`;
  const secrets = join(data, 'secrets.json');
  const kept = existsSync(secrets) ? (JSON.parse(readFileSync(secrets, 'utf8')) as Record<string, string>) : {};
  const running = await fetch(`${url}/health/ready`).catch(() => undefined);
  if (running?.ok || values.url !== undefined) {
    say(`Server: ${url}`);
    return { url, secret: (name) => process.env[name] ?? kept[name], close: async () => undefined };
  }
  say('No server runs here; a temporary one is started.');
  const folder = mkdtempSync(join(tmpdir(), 'countersign-demo-'));
  const server = await startStandalone({
    env: { PORT: '0', DATA_FOLDER: folder, CONFIG_FOLDER: process.env.CONFIG_FOLDER ?? 'config', LOG_LEVEL: 'warn' },
  });
  const made = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as Record<string, string>;
  return {
    url: server.url,
    secret: (name) => made[name],
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
