/** A random request for a row of the route table: near-valid, with what is wrong chosen by the spec. */
import { randomUUID } from 'node:crypto';
import type { Route } from '@countersign/gateway/routes/route';
import type { PathOwner } from '@countersign/gateway/routes/routes';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { dpopProof } from '@countersign/wallet/jwt/keys';
import fc from 'fast-check';
import {
  faultyText,
  type Mutation,
  mutated,
  mutation,
  oddText,
  oddValue,
  type TextFault,
  textFault,
} from './fuzz-json.ts';
import type { FuzzWorld } from './fuzz-world.ts';

export interface FuzzSpec {
  readonly method: string | undefined;
  /** For each parameter of the path: another value, or the right one. */
  readonly parameters: readonly (string | undefined)[];
  /** Values of names of the route, and of odd names. */
  readonly query: readonly { readonly name: number; readonly value: string }[];
  readonly rawQuery: string;
  readonly mutations: readonly Mutation[];
  readonly body: Json | undefined;
  readonly fault: TextFault;
  readonly form: boolean;
  readonly contentType: string | undefined;
  readonly credential: 'right' | 'none' | 'wrong' | 'both';
  readonly dpop: 'right' | 'none' | 'odd' | 'signed';
  readonly headers: Readonly<Record<string, string>>;
  /** Claims and header members of signed proofs. */
  readonly lies: JsonObject;
}

const mostly = <T>(usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

const headerText = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 60 })
  .map((text) => text.replace(/[\x7f-\x9f]/g, '').trim());

const HEADERS = ['accept', 'if-none-match', 'range', 'origin', 'x-forwarded-for', 'accept-language', 'x-tenant-id'];
const CONTENT_TYPES = [
  'application/json; charset=utf-16',
  'application/JSON ; x=1',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/jwt',
  '/',
  '',
];
const QUERY_NAMES = ['client_id', 'request_uri', 'response_type', 'after', 'a[$ne]'];
const QUERY_VALUES = ['0', '1', '-1', '1001', '1e3', '99999', 'issued', 'expired', 'A'.repeat(100)];
const RAW_QUERIES = [
  'limit=1&limit=2',
  '__proto__=1',
  '%',
  '%ff%fe=%zz',
  '&&=&',
  Array.from({ length: 150 }, (_, index) => `a${index}=`).join('&'),
  '?',
];
const LIES = [
  'iat',
  'exp',
  'nonce',
  'aud',
  'jti',
  'iss',
  'htm',
  'htu',
  'ath',
  'typ',
  'alg',
  'jwk',
  'kid',
  'crit',
  'x5c',
];

const queryParameter = fc.record({
  name: fc.nat({ max: 11 }),
  value: fc.oneof(fc.constantFrom(...QUERY_VALUES), oddText),
});

export const fuzzSpec: fc.Arbitrary<FuzzSpec> = fc.record({
  method: mostly<string | undefined>(
    undefined,
    fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD'),
  ),
  parameters: fc.tuple(mostly<string | undefined>(undefined, oddText), mostly<string | undefined>(undefined, oddText)),
  query: fc.array(queryParameter, { maxLength: 3 }),
  rawQuery: mostly('', fc.constantFrom(...RAW_QUERIES)),
  mutations: fc.array(mutation, { maxLength: 3 }),
  body: mostly<Json | undefined>(undefined, oddValue),
  fault: textFault,
  form: fc.boolean(),
  contentType: mostly<string | undefined>(undefined, fc.constantFrom(...CONTENT_TYPES)),
  credential: mostly<FuzzSpec['credential']>('right', fc.constantFrom('none', 'wrong', 'both')),
  dpop: mostly<FuzzSpec['dpop']>('right', fc.constantFrom('none', 'odd', 'signed')),
  headers: mostly({}, fc.dictionary(fc.constantFrom(...HEADERS), headerText, { maxKeys: 2 })),
  lies: mostly<JsonObject>({}, fc.dictionary(fc.constantFrom(...LIES), oddValue, { maxKeys: 2 })),
});

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Target {
  readonly route: Route;
  readonly owner: PathOwner;
  readonly path: string;
}

/** The request of a spec. */
export function fuzzRequest(world: FuzzWorld, { route, owner, path }: Target, spec: FuzzSpec): FuzzRequest {
  const method = spec.method ?? route.method;
  const filled = fillPath(world, path, route, spec.parameters);
  const { body, type } = bodyOf(world, route, owner, spec);
  const bodyless = method === 'GET' || method === 'HEAD' || body === undefined;
  return {
    method,
    path: filled + queryOf(world, route, owner, spec),
    headers: {
      ...(bodyless || type === '' ? {} : { 'content-type': type }),
      ...credentials(world, { route, owner, path: filled }, spec),
      ...spec.headers,
    },
    ...(bodyless ? {} : { body }),
  };
}

/** The request in readable form, for a failure's message. */
export function asText({ method, path, headers, body }: FuzzRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${short(JSON.stringify(value))}`);
  return [`${method} ${short(path)}`, ...lines, ...(body === undefined ? [] : [`  ${short(body.toString())}`])].join(
    '\n',
  );
}

function short(text: string): string {
  return text.length <= 1500 ? text : `${text.slice(0, 700)} ... (${text.length} characters) ... ${text.slice(-100)}`;
}

function fillPath(world: FuzzWorld, path: string, route: Route, other: FuzzSpec['parameters']): string {
  let index = 0;
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = other[index] ?? world.parameter(name, route);
    index += 1;
    return encodeURIComponent(wellFormed(value)) || '%20';
  });
}

function queryOf(world: FuzzWorld, route: Route, owner: PathOwner, { query, rawQuery }: FuzzSpec): string {
  const names = [...Object.keys(route.query ?? {}), ...QUERY_NAMES];
  // A name twice is for the raw ones: it is refused before anything is looked at.
  const parameters = new Map(Object.entries(world.query(route, owner)));
  for (const { name, value } of query) {
    const known = names[name];
    if (known !== undefined) parameters.set(known, wellFormed(value));
  }
  const all = [new URLSearchParams([...parameters]).toString(), rawQuery].filter((part) => part !== '').join('&');
  return all === '' ? '' : `?${all}`;
}

function bodyOf(
  world: FuzzWorld,
  route: Route,
  owner: PathOwner,
  { body, mutations, fault, form, contentType, lies }: FuzzSpec,
): { readonly body: string | Buffer | undefined; readonly type: string } {
  const right = route.method === 'POST' ? world.body(route, owner, lies) : undefined;
  const value = body ?? (right === undefined ? undefined : mutated(right, mutations));
  if (value === undefined) return { body: undefined, type: '' };
  const asForm = form && route.accepts.includes('form');
  const text = asForm ? formText(value) : (JSON.stringify(value) ?? '');
  const usual = asForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return { body: faultyText(text, fault), type: contentType ?? usual };
}

function formText(value: Json): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value as object).map(([name, item]): [string, string] => [
    wellFormed(name),
    wellFormed(typeof item === 'string' ? item : JSON.stringify(item)),
  ]);
  return new URLSearchParams(fields).toString();
}

function credentials(world: FuzzWorld, { route, owner, path }: Target, spec: FuzzSpec): Record<string, string> {
  if (route.auth === 'management') return management(world, owner, spec.credential);
  const { wallet } = world.side(owner);
  const token = spec.credential === 'wrong' ? `${wallet.token.slice(0, -1)}_` : wallet.token;
  const url = `${world.url}${path}`;
  const proof = (lies: JsonObject): string =>
    dpopProof(wallet.dpopKey, {
      method: 'POST',
      url,
      ...(route.errors === 'resource' ? { accessToken: token } : {}),
      payload: { jti: randomUUID(), ...lies },
    });
  const dpop =
    spec.dpop === 'none' ? undefined : spec.dpop === 'odd' ? 'a.b.c' : proof(spec.dpop === 'right' ? {} : spec.lies);
  return {
    ...(route.errors === 'resource' && spec.credential !== 'none'
      ? { authorization: spec.credential === 'both' ? `Bearer ${token}` : `DPoP ${token}` }
      : {}),
    ...(dpop === undefined || route.method !== 'POST' ? {} : { dpop }),
  };
}

function management(world: FuzzWorld, owner: PathOwner, kind: FuzzSpec['credential']): Record<string, string> {
  const key = { 'x-api-key': kind === 'wrong' ? 'wrong' : world.apiKey };
  const bearer = { authorization: `Bearer ${kind === 'wrong' ? 'a.b.c' : world.bearer}` };
  if (kind === 'none') return {};
  if (kind === 'both') return { ...key, ...bearer };
  if (owner === 'a') return key;
  return bearer;
}

/** Lone surrogates have no place in an address or a form. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
