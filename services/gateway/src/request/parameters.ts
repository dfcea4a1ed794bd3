/** Parameters of path, query and form: strings by name, each name once. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { CLIENT_ID_PATTERN, ID_PATTERN } from '@countersign/shared/kernel/identifiers';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Reason } from '@countersign/shared/kernel/reasons/reasons';
import type { Route } from '../routes/route.ts';

const MAX_PARAMETERS = 100;

/** The pattern of each path parameter. A parameter without a pattern matches nothing. */
const patterns: Readonly<Record<string, RegExp>> = {
  tenantId: ID_PATTERN,
  requestId: ID_PATTERN,
  id: ID_PATTERN,
  tenant: ID_PATTERN,
  clientId: CLIENT_ID_PATTERN,
  // base64url: may start with - or _.
  sessionId: /^[A-Za-z0-9_-]{1,128}$/,
  session: /^[A-Za-z0-9_-]{1,128}$/,
  offerId: /^[A-Za-z0-9_-]{1,128}$/,
  reference: /^[A-Za-z0-9_-]{1,128}$/,
  deliveryId: /^[A-Za-z0-9_-]{1,128}$/,
  // The issuer knows the purposes.
  purpose: /^[a-z0-9][a-z0-9-]{0,31}$/,
  // Pages of the console: only the browser knows which exist.
  page: ID_PATTERN,
  item: /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/,
  part: ID_PATTERN,
  // Folder of the documents.
  folder: ID_PATTERN,
  // For a published trust list: its name, an entity in it, a version of it.
  list: /^[a-z0-9][a-z0-9-]{0,63}$/,
  entity: /^[a-z0-9][a-z0-9-]{0,63}$/,
  number: /^[1-9][0-9]{0,14}$/,
  n: /^[1-9][0-9]{0,8}$/,
  generation: /^[1-9][0-9]{0,8}$/,
  thumbprint: /^[A-Za-z0-9_-]{1,43}$/,
  set: /^[a-z0-9][a-z0-9-]{0,63}$/,
  kid: /^[A-Za-z0-9_-]{1,43}$/,
  /** RFC 8555, 8.3. */
  token: /^[A-Za-z0-9_-]{1,128}$/,
  reason: /^[a-z0-9_]{1,64}$/,
  // No dot files.
  file: /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/,
};

/** The pattern of a path parameter. */
export function pathPattern(name: string): RegExp | undefined {
  return patterns[name];
}

const unknownReasons = {
  configuration: 'flow_configuration_unknown',
  session: 'session_unknown',
  delivery: 'delivery_unknown',
  tenant: 'managed_tenant_unknown',
  client: 'managed_client_unknown',
} as const satisfies Readonly<Record<string, Reason>>;

type Noun = keyof typeof unknownReasons;

/** The nouns of path parameters of management routes, for descriptions of errors. */
const nouns: Readonly<Record<string, Noun>> = {
  id: 'configuration',
  sessionId: 'session',
  session: 'session',
  deliveryId: 'delivery',
  tenant: 'tenant',
  clientId: 'client',
};

/**
 * Refuses path parameters that can't name anything.
 * @throws ProtocolError `not_found`
 */
export function checkPathParameters(params: Readonly<Record<string, string>>, auth: Route['auth']): void {
  for (const name in params) {
    const pattern = patterns[name];
    if (pattern?.test(params[name] ?? '') === true) continue;
    const noun = nouns[name];
    throw auth === 'management' && noun !== undefined ? noSuch(noun) : notFound();
  }
}

/** The same response for an unknown address and, on wallet routes, for everything that is not found. */
export function notFound(): ProtocolError {
  return new ProtocolError('not_found', 'There is nothing at this address: no route of this server has it', {
    reason: 'path_unknown',
  });
}

/** The same response for an unknown id and for another tenant's id. */
export function noSuch(noun: Noun): ProtocolError {
  return new ProtocolError('not_found', `There is no such ${noun}`, { reason: unknownReasons[noun] });
}

/**
 * Reads `a=1&b=2`. RFC 6749, 3.1 and 3.2: a parameter must not be included more than once.
 * @returns names and values, decoded
 * @throws ProtocolError `invalid_request`
 */
export function parseParameters(text: string): Readonly<Record<string, string>> {
  const parameters = new Map<string, string>();
  for (const pair of pairsOf(text)) {
    const equals = pair.indexOf('=');
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decoded(pair.slice(equals + 1));
    if (parameters.has(name)) throw repeated('A parameter is given more than once', name);
    if (name === '__proto__') throw reserved();
    parameters.set(name, value);
  }
  return Object.fromEntries(parameters);
}

/** The parts between `&`, without empty ones. @throws ProtocolError `invalid_request` */
function pairsOf(text: string): readonly string[] {
  const pairs = text.split('&', MAX_PARAMETERS + 1);
  if (pairs.length > MAX_PARAMETERS) throw tooManyParameters();
  return pairs.filter((pair) => pair !== '');
}

const ESCAPED = /[+%]/;
const [PLUS, PERCENT, SPACE] = [0x2b, 0x25, 0x20];

/** Decodes like `URLSearchParams`, which needs a tenth of a second for a megabyte of `+`. */
function decoded(text: string): string {
  if (!ESCAPED.test(text)) return text;
  const bytes = Buffer.from(text);
  let end = 0;
  for (let at = 0; at < bytes.length; at += 1, end += 1) {
    const byte = bytes[at];
    const escaped = byte === PERCENT ? hexOf(bytes[at + 1]) * 16 + hexOf(bytes[at + 2]) : Number.NaN;
    if (!Number.isNaN(escaped)) at += 2;
    bytes[end] = Number.isNaN(escaped) ? (byte === PLUS ? SPACE : (byte ?? 0)) : escaped;
  }
  return bytes.toString('utf8', 0, end);
}

/** The value of a hexadecimal digit; NaN if it isn't one. */
function hexOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : Number.NaN;
}

/**
 * Checks an OAuth request: members are strings, as in the form encoding, and none is in the query as well.
 * @throws ProtocolError `invalid_request`
 */
export function checkOauthParameters(body: JsonObject, query: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== 'string') {
      throw new ProtocolError('invalid_request', 'All members of the body must be strings', {
        reason: 'body_malformed',
        facts: { parameter: name, detail: 'no text' },
      });
    }
    if (Object.hasOwn(query, name)) throw repeated('A parameter is given in the query and in the body', name);
  }
}

/** @param parameter name of the parameter or header */
export function repeated(description: string, parameter: string): ProtocolError {
  return new ProtocolError('invalid_request', description, { reason: 'parameter_repeated', facts: { parameter } });
}

function reserved(): ProtocolError {
  return new ProtocolError('invalid_request', 'Reserved names are not accepted', {
    reason: 'parameter_reserved',
  });
}

function tooManyParameters(): ProtocolError {
  return new ProtocolError('invalid_request', 'Too many parameters', {
    reason: 'too_large',
    facts: { most: MAX_PARAMETERS },
  });
}
