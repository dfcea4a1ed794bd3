/**
 * An ACME authority inside the test process: it checks what a server must check, and misbehaves if a test asks it to.
 */
import 'reflect-metadata';
import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { hmacSha256 } from '@countersign/shared/crypto/hmac-sha256';
import { jwkThumbprint } from '@countersign/shared/crypto/jwk';
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import { certificatePem } from '@countersign/shared/crypto/sign-certificate';
import type { Outbound, OutboundRequest, OutboundResponse } from '@countersign/shared/http/outbound';
import type { JsonObject } from '@countersign/shared/kernel/json';
import * as x509 from '@peculiar/x509';
import { keyOf } from '../registration/deterministic-keys.ts';
import {
  extensionOf,
  type MadeCertificate,
  makeTestAuthority,
  makeTestCertificate,
  nameFor,
} from '../registration/made-certificates.ts';
import { NOW, PARTY, VALIDITY } from '../registration/registrar.ts';

export const HOST = 'https://acme.example';
export const DIRECTORY = `${HOST}/acme-eudi-wrpac/directory`;
export const MAC_KEY = Buffer.from('a secret that the authority has given out');

/** Deviations from a correct server; each function receives the request's path. */
export interface Faults {
  /** Nonces that are refused before one is accepted. */
  badNonces?: number;
  /** A response instead of the right one. */
  answer?: (path: string, payload: JsonObject | undefined) => Partial<OutboundResponse> | undefined;
  /** Changes a correct JSON response. */
  change?: (path: string, body: JsonObject) => JsonObject;
  /** The key to certify instead of the request's. */
  otherKey?: string;
  /** Who signs the certificate instead. */
  issuer?: MadeCertificate;
  /** When certificates are issued, milliseconds; default NOW. */
  at?: number;
  /** How often an order is in processing before it is valid. */
  processing?: number;
}

export interface MockOptions {
  readonly challenge?: string;
  /** Whether an account's identifiers are authorized from the start. */
  readonly preauthorized?: boolean;
  readonly externalAccount?: boolean;
  /** Whether keys of accounts can be replaced. Default true. */
  readonly keyChange?: boolean;
  /** What the authority looks up for a challenge. */
  readonly lookUp?: (token: string) => Promise<string | undefined>;
  readonly registrationCertificate?: string;
  /** Its address, without a trailing slash. Default: HOST */
  readonly host?: string;
  /** Issues the certificate for a request, instead of one for the tests' party. */
  readonly issue?: (request: Buffer, issuer: MadeCertificate) => Promise<X509Certificate>;
  /** Validity of its own certificates. */
  readonly validity?: typeof VALIDITY;
}

interface Order {
  readonly identifiers: readonly JsonObject[];
  status: string;
  challenge: string;
  pem?: string;
  left: number;
}

export interface MockAuthority {
  readonly outbound: Outbound;
  readonly faults: Faults;
  readonly root: MadeCertificate;
  /** Signs certificates. */
  readonly issuer: MadeCertificate;
  /** Paths, in order. */
  readonly asked: string[];
  /** All sent requests, as text. */
  readonly sent: string[];
}

export async function createMockAuthority(options: MockOptions = {}): Promise<MockAuthority> {
  const { host = HOST, validity = VALIDITY } = options;
  const root = await makeTestAuthority('access root', validity);
  const intermediate = await makeTestAuthority('access CA', validity, { issuer: root });
  const made = { host, root, intermediate };
  const state: State = { options, faults: {}, ...made, nonces: new Set(), accounts: new Map(), orders: [] };
  const asked: string[] = [];
  const sent: string[] = [];
  const request = async (given: OutboundRequest): Promise<OutboundResponse> => {
    const { pathname, origin } = new URL(given.url);
    if (origin !== new URL(host).origin) throw new Error(`A request to ${origin}`);
    const path = pathname.slice(new URL(host).pathname.replace(/\/$/, '').length);
    asked.push(path);
    sent.push(String(given.body ?? ''));
    const answer = await respond(state, given, path);
    const nonce = `nonce${state.nonces.size}-${asked.length}`;
    state.nonces.add(nonce);
    const body = answer.body ?? Buffer.alloc(0);
    return { status: answer.status ?? 200, headers: { 'replay-nonce': nonce, ...answer.headers }, body };
  };
  return { outbound: { request }, faults: state.faults, root, issuer: intermediate, asked, sent };
}

interface State {
  readonly host: string;
  readonly options: MockOptions;
  readonly faults: Faults;
  readonly root: MadeCertificate;
  readonly intermediate: MadeCertificate;
  readonly nonces: Set<string>;
  /** Key by account address. */
  readonly accounts: Map<string, PublicJwk>;
  readonly orders: Order[];
}

type Answer = Partial<OutboundResponse>;

async function respond(state: State, given: OutboundRequest, path: string): Promise<Answer> {
  if (given.method === 'GET') {
    const fault = state.faults.answer?.(path, undefined);
    if (fault !== undefined) return fault;
    return path.endsWith('/directory') ? changed(state, path, directory(state)) : { status: 204 };
  }
  const signed = JSON.parse(String(given.body)) as Record<'protected' | 'payload' | 'signature', string>;
  const header = decoded(signed.protected) as JsonObject & { readonly nonce: string; readonly kid?: string };
  if (header.url !== given.url) return problem('malformed', 'url', 400);
  if (!state.nonces.delete(header.nonce)) return problem('badNonce', 'used', 400);
  if ((state.faults.badNonces ?? 0) > 0) {
    state.faults.badNonces = (state.faults.badNonces ?? 0) - 1;
    return problem('badNonce', 'refused', 400);
  }
  const isNew = path === '/new-account';
  const jwk = isNew ? (header.jwk as unknown as PublicJwk) : state.accounts.get(String(header.kid));
  if (jwk === undefined) return problem('accountDoesNotExist', 'unknown', 400);
  if (!isSigned(jwk, signed)) return problem('malformed', 'signature', 400);
  const payload = signed.payload === '' ? undefined : (decoded(signed.payload) as JsonObject);
  const fault = state.faults.answer?.(path, payload);
  if (fault !== undefined) return fault;
  return handle(state, { path, jwk, payload });
}

interface Call {
  readonly path: string;
  readonly jwk: PublicJwk;
  readonly payload: JsonObject | undefined;
}

function handle(state: State, call: Call): Answer | Promise<Answer> {
  const { path, payload } = call;
  if (path === '/new-account') return newAccount(state, call);
  if (path === '/key-change') return keyChange(state, call);
  if (path === '/new-order') return newOrder(state, payload ?? {});
  const [, kind, id, part] = path.split('/');
  const order = state.orders[Number(id)];
  if (order === undefined) return problem('malformed', 'no order', 404);
  if (kind === 'authz') return changed(state, path, authorization(state, Number(id), order));
  if (kind === 'chall') return challenge(state, call, Number(id));
  if (kind === 'finalize') return finalize(state, call, Number(id));
  if (kind === 'cert') return certificate(state, order, part, path);
  if (order.status === 'processing') {
    order.left -= 1;
    if (order.left <= 0) order.status = 'valid';
  }
  return changed(state, path, orderBody(state, Number(id)));
}

function directory(state: State): JsonObject {
  return {
    newNonce: `${state.host}/new-nonce`,
    newAccount: `${state.host}/new-account`,
    newOrder: `${state.host}/new-order`,
    ...(state.options.keyChange === false ? {} : { keyChange: `${state.host}/key-change` }),
    meta: { externalAccountRequired: state.options.externalAccount === true },
  };
}

function newAccount(state: State, { jwk, payload = {} }: Call): Answer {
  const known = [...state.accounts].find(([, key]) => key.x === jwk.x)?.[0];
  if (payload.onlyReturnExisting === true) {
    if (known === undefined) return problem('accountDoesNotExist', 'no account', 400);
    return { ...changed(state, '/new-account', { status: 'valid' }), headers: { location: known } };
  }
  if (state.options.externalAccount === true) {
    const binding = payload.externalAccountBinding as Record<string, string> | undefined;
    const given = `${binding?.protected}.${binding?.payload}`;
    const mac = hmacSha256(MAC_KEY, given).toString('base64url');
    if (mac !== binding?.signature) return problem('unauthorized', 'wrong external account', 403);
  }
  const url = known ?? `${state.host}/account/${jwkThumbprint(jwk)}`;
  const status = state.accounts.has(url) ? 200 : 201;
  state.accounts.set(url, jwk);
  return { ...changed(state, '/new-account', { status: 'valid' }), status, headers: { location: url } };
}

/** RFC 8555, 7.3.5 */
function keyChange(state: State, { jwk, payload = {} }: Call): Answer {
  const inner = payload as Record<string, string>;
  const header = decoded(inner.protected ?? '') as { readonly jwk: PublicJwk; readonly url: string };
  const { account, oldKey } = decoded(inner.payload ?? '') as { readonly account: string; readonly oldKey: PublicJwk };
  const isRight = header.url === `${state.host}/key-change` && isSigned(header.jwk, inner);
  if (!isRight || oldKey.x !== jwk.x || state.accounts.get(account)?.x !== jwk.x)
    return problem('malformed', 'key', 400);
  if ([...state.accounts.values()].some(({ x }) => x === header.jwk.x)) return problem('malformed', 'in use', 409);
  state.accounts.set(account, header.jwk);
  return changed(state, '/key-change', { status: 'valid' });
}

function newOrder(state: State, payload: JsonObject): Answer {
  const identifiers = payload.identifiers as readonly JsonObject[];
  const ready = state.options.preauthorized === true;
  state.orders.push({ identifiers, status: ready ? 'ready' : 'pending', challenge: 'pending', left: 0 });
  const id = state.orders.length - 1;
  return {
    ...changed(state, '/new-order', orderBody(state, id)),
    status: 201,
    headers: { location: `${state.host}/order/${id}` },
  };
}

function orderBody(state: State, id: number): JsonObject {
  const { status = '', identifiers = [] } = state.orders[id] ?? {};
  const registration = state.options.registrationCertificate;
  return {
    status,
    identifiers,
    authorizations: [`${state.host}/authz/${id}`],
    finalize: `${state.host}/finalize/${id}`,
    ...(status === 'valid' ? { certificate: `${state.host}/cert/${id}` } : {}),
    ...(status === 'valid' && registration !== undefined
      ? { registrationCertificate: `${state.host}/cert/${id}/rc` }
      : {}),
  };
}

function tokenOf(id: number): string {
  return `token-of-the-order-${id}`;
}

function authorization(state: State, id: number, order: Order): JsonObject {
  const offered = { type: state.options.challenge ?? 'http-01', url: `${state.host}/chall/${id}`, token: tokenOf(id) };
  const error = {
    type: 'urn:ietf:params:acme:error:incorrectResponse',
    detail: `The token ${'a'.repeat(43)} is not there`,
  };
  const failed = order.challenge === 'invalid' ? { error } : {};
  return {
    identifier: order.identifiers[0] ?? null,
    status: order.challenge,
    challenges: [{ ...offered, status: order.challenge, ...failed }],
  };
}

async function challenge(state: State, { path, jwk }: Call, id: number): Promise<Answer> {
  const order = state.orders[id];
  if (order === undefined) return problem('malformed', 'no order', 404);
  const found = await state.options.lookUp?.(tokenOf(id));
  const right = found === `${tokenOf(id)}.${jwkThumbprint(jwk)}`;
  order.challenge = right ? 'valid' : 'invalid';
  order.status = right ? 'ready' : 'invalid';
  return changed(state, path, { status: order.challenge });
}

async function finalize(state: State, { path, payload = {} }: Call, id: number): Promise<Answer> {
  const order = state.orders[id];
  if (order?.status !== 'ready') return problem('orderNotReady', 'not ready', 403);
  const request = new x509.Pkcs10CertificateRequest(Buffer.from(String(payload.csr), 'base64url'));
  if (!(await request.verify())) return problem('badCSR', 'signature', 400);
  order.pem = await issue(state, request);
  order.left = state.faults.processing ?? 0;
  order.status = order.left > 0 ? 'processing' : 'valid';
  return changed(state, path, orderBody(state, id));
}

async function issue(state: State, request: x509.Pkcs10CertificateRequest): Promise<string> {
  const { faults, intermediate, options } = state;
  if (options.issue !== undefined) {
    return certificatePem((await options.issue(Buffer.from(request.rawData), intermediate)).raw);
  }
  const publicKey = createPublicKey({ key: Buffer.from(request.publicKey.rawData), type: 'spki', format: 'der' });
  const { certificate } = await makeTestCertificate({
    subject: [
      ['C', 'DE'],
      ['O', 'Example Shop AG'],
      ['2.5.4.97', PARTY],
      ['CN', 'Example Shop'],
    ],
    key: faults.otherKey === undefined ? { ...keyOf('unused'), publicKey } : keyOf(faults.otherKey),
    issuer: faults.issuer ?? intermediate,
    notBefore: (faults.at ?? NOW) - 3_600_000,
    notAfter: (faults.at ?? NOW) + 365 * 86_400_000,
    extensions: [
      extensionOf.policies(),
      extensionOf.names(nameFor.uri('https://shop.example')),
      extensionOf.issuers(),
      extensionOf.revocationLists(),
    ],
  });
  return certificatePem(certificate.raw);
}

function certificate(state: State, { pem = '' }: Order, part: string | undefined, path: string): Answer {
  const { registrationCertificate = '' } = state.options;
  if (part === 'rc') return { body: Buffer.from(registrationCertificate) };
  const chain = part === 'other' ? [pem, certificatePem(state.root.certificate.raw)] : [pem, pemOf(state.intermediate)];
  return {
    body: Buffer.from(chain.join('\n')),
    headers: {
      'content-type': 'application/pem-certificate-chain',
      link: `<${state.host}/directory>;rel="index", <${state.host}${path}/other>;rel="alternate"`,
    },
  };
}

function pemOf({ certificate: made }: MadeCertificate): string {
  return certificatePem(new X509Certificate(made.raw).raw);
}

function changed({ faults }: State, path: string, body: JsonObject): Answer {
  return { body: Buffer.from(JSON.stringify(faults.change?.(path, body) ?? body)) };
}

export function problem(type: string, detail: string, status: number, headers: Record<string, string> = {}): Answer {
  const body = { type: `urn:ietf:params:acme:error:${type}`, detail };
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  };
}

function decoded(text: string): unknown {
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
}

function isSigned(jwk: PublicJwk, { protected: header, payload, signature }: Record<string, string>): boolean {
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  const input = Buffer.from(`${header}.${payload}`);
  return verify('sha256', input, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature ?? '', 'base64url'));
}
