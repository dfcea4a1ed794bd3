/** Steps of presentation during issuance: the configurations, and each step of a wallet that supports the challenge. */
import assert from 'node:assert/strict';
import type { Offer } from '@countersign/wallet/issuance/offer';
import { Wallet, type WalletOptions } from '@countersign/wallet/issuance/wallet';
import {
  fetchRequest,
  type HeldCredential,
  type PresentationRequest,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { credentialBody, type MadeOffer } from './flows.ts';
import { pidQuestion } from './presentation.ts';
import { startSampleServer } from './sample-server.ts';
import type { TestServer } from './server.ts';

/** The API's two variants, as far as these flows differ. */
export interface Shape {
  readonly name: string;
  readonly tenant: string;
  /** Folder of the configuration files, with its slash. */
  readonly folder: string;
  readonly offer: string;
  issuer(server: TestServer): string;
  call(server: TestServer, path: string, init?: RequestInit): Promise<Response>;
}

export const shapes: readonly Shape[] = [
  {
    name: 'variant A',
    tenant: 'default',
    folder: '',
    offer: '/vci/offer',
    issuer: ({ url }) => url,
    call: (server, path, init) => server.a(path, init),
  },
  {
    name: 'variant B',
    tenant: 'root',
    folder: 'tenants/root/',
    offer: '/issuer-management/offer',
    issuer: ({ url }) => `${url}/root`,
    call: (server, path, init) => server.b(path, init),
  },
];

export const SHAPE_A = shapes[0] ?? assert.fail();

/** A credential for who has presented a PID. */
export function memberConfiguration(webhook?: unknown): object {
  return {
    config: { format: 'dc+sd-jwt', scope: 'member', display: [{ name: 'Member', locale: 'en' }] },
    claims: { level: 'static' },
    disclosureFrame: { _sd: ['level'] },
    presentation_during_issuance: { type: 'identity', ...(webhook === undefined ? {} : { webhook }) },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { level: { type: 'string', maxLength: 20 } },
      required: ['level'],
    },
  };
}

/** Writes the configurations `member` and `identity`. */
export function writeMember(server: TestServer, { folder }: Shape, webhook?: unknown): void {
  server.writeConfig(`${folder}issuance/member.json`, memberConfiguration(webhook));
  server.writeConfig(`${folder}presentation/identity.json`, pidQuestion);
}

export async function offerOf(server: TestServer, shape: Shape, body: object = {}): Promise<MadeOffer> {
  const request = { response_type: 'uri', credentialConfigurationIds: ['member'], ...body };
  const answer = await read(await shape.call(server, shape.offer, { method: 'POST', body: JSON.stringify(request) }));
  assert.equal(answer.status, 201, answer.text);
  return answer.json as MadeOffer;
}

/** A wallet with a PID from the variant's tenant. */
export async function holdPidOf(server: TestServer, shape: Shape): Promise<HeldCredential> {
  const made = await offerOf(server, shape, { credentialConfigurationIds: ['pid'], flow: 'pre_authorized_code' });
  const { answer, key } = await new Wallet({ issuer: shape.issuer(server) }).receive(made.uri);
  assert.equal(answer.status, 200, answer.text);
  return { credential: answer.json.credentials[0].credential, key };
}

export interface Challenged {
  readonly wallet: Wallet;
  readonly offer: Offer;
  readonly session: string;
  readonly authSession: string;
  /** Link of the presentation request. */
  readonly link: string;
}

/** First challenge with the offer. */
export function firstChallenge(wallet: Wallet, offer: Offer, extra: Record<string, string> = {}): Promise<Answer> {
  const { response_type: _, ...parameters } = wallet.authorizationParameters(offer, extra);
  return wallet.form('/authorize/challenge', parameters);
}

/** An offer, and the challenge that requires a presentation. */
export async function challenged(
  server: TestServer,
  shape: Shape = SHAPE_A,
  options: {
    readonly body?: object;
    readonly wallet?: Partial<WalletOptions>;
    /** Called with the session before the challenge. */
    readonly offered?: (session: string) => void;
  } = {},
): Promise<Challenged> {
  const made = await offerOf(server, shape, options.body);
  options.offered?.(made.session);
  const wallet = new Wallet({ issuer: shape.issuer(server), ...options.wallet });
  const offer = await wallet.offer(made.uri);
  return { ...(await challengeAgain(wallet, offer)), session: made.session };
}

/** A first or repeated attempt with the same offer. */
export async function challengeAgain(wallet: Wallet, offer: Offer): Promise<Omit<Challenged, 'session'>> {
  const answer = await firstChallenge(wallet, offer);
  assert.equal(answer.status, 400, answer.text);
  assert.equal(answer.json.error, 'insufficient_authorization');
  return { wallet, offer, authSession: answer.json.auth_session, link: answer.json.presentation };
}

/** Fetches the request and posts a valid presentation. */
export async function presentTo(
  link: string,
  held: HeldCredential,
): Promise<{ request: PresentationRequest; answer: Answer }> {
  const request = await fetchRequest(link);
  return { request, answer: await post(request.response_uri, goodResponse(request, held)) };
}

/** Answers the request of the page of the authorization endpoint, and follows the page. @returns the redirect */
export async function presentOnPage(server: TestServer, page: string, held: HeldCredential): Promise<string> {
  const [link, follow] = [/class="button" href="([^"]+)"/, /data-follow="([^"]+)"/].map((form) => form.exec(page)?.[1]);
  const { answer } = await presentTo((link ?? '').replaceAll('&#38;', '&'), held);
  assert.equal(answer.status, 200, answer.text);
  return (await read(await server.request(follow ?? ''))).json.redirect;
}

export function goodResponse(request: PresentationRequest, held: HeldCredential): Record<string, string> {
  return responseFields(request, vpTokenOf(present(held, request), request));
}

/** Second challenge. */
export function secondChallenge(
  wallet: Wallet,
  authSession: string,
  presentationSession: string | undefined,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const parameters = {
    client_id: wallet.clientId,
    auth_session: authSession,
    ...(presentationSession === undefined ? {} : { presentation_during_issuance_session: presentationSession }),
  };
  return wallet.form('/authorize/challenge', parameters, headers);
}

/** Presents and requests the code. */
export async function codeAfterPresentation(started: Challenged, held: HeldCredential): Promise<string> {
  const { answer } = await presentTo(started.link, held);
  assert.equal(answer.status, 200, answer.text);
  const second = await secondChallenge(
    started.wallet,
    started.authSession,
    answer.json.presentation_during_issuance_session,
  );
  assert.equal(second.status, 200, second.text);
  return second.json.authorization_code;
}

/** Redeems a code of the challenge: without a code_verifier, as wallets do. */
export function redeemWithoutVerifier(wallet: Wallet, code: string): Promise<Answer> {
  const { code_verifier: _, ...parameters } = wallet.codeParameters(code);
  return wallet.token(parameters);
}

/** From the challenge to the access token. */
export async function tokenAfterPresentation(started: Challenged, held: HeldCredential): Promise<string> {
  const answer = await redeemWithoutVerifier(started.wallet, await codeAfterPresentation(started, held));
  assert.equal(answer.status, 200, answer.text);
  return answer.json.access_token;
}

export async function requestMember(wallet: Wallet, token: string): Promise<Answer> {
  return wallet.credential(token, await credentialBody(wallet, { id: 'member' }));
}

/** Values in the form of a reference or a secret that do not exist. */
export const GARBAGE = Buffer.alloc(48, 7).toString('base64url');

/** A server of variant A with the configurations, a PID in the hands of a wallet, and a clock for both. */
export interface MemberWorld {
  readonly server: TestServer;
  readonly held: HeldCredential;
  /** Milliseconds that the clock is ahead. */
  shift: number;
  readonly clock: () => number;
  /** An offer, and the challenge that requires a presentation. */
  start(options?: Parameters<typeof challenged>[2]): Promise<Challenged>;
}

/** Opens it; the caller closes the server. */
export async function openMemberWorld(): Promise<MemberWorld> {
  const clock = (): number => Date.now() + world.shift;
  const world = { shift: 0 };
  const server = await startSampleServer({ clock, env: { CLAIMS_WAIT: '300' } });
  writeMember(server, SHAPE_A);
  return Object.assign(world, {
    server,
    held: await holdPidOf(server, SHAPE_A),
    clock,
    start: (options: Parameters<typeof challenged>[2] = {}) =>
      challenged(server, SHAPE_A, { ...options, wallet: { clock, ...options.wallet } }),
  });
}
