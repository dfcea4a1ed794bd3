/** Authorization responses (OpenID4VP 1.0, 8): parses the body that a wallet posts, down to its presentations. */
import { isUtf8 } from 'node:buffer';
import type { ParsedJwe } from '@countersign/shared/crypto/jwe';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import { parseStrictJson } from '@countersign/shared/crypto/strict-json';
import { parseReference, sameHash } from '@countersign/shared/crypto/wallet-reference';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { InteractionDialect } from '@countersign/shared/model/session/issuance-part';
import type { CredentialQuery } from '../query/dcql-credential.ts';
import { IDENTIFIER } from '../query/dcql-findings.ts';
import { matchCredentialSets } from '../query/dcql-match.ts';
import type { DcqlQuery } from '../query/dcql-query.ts';
import { PresentationError } from '../session/presentation-error.ts';
import { parseEncryptedResponse } from './encrypted-response.ts';
import { readWalletError, type WalletError } from './wallet-error.ts';

export type AuthorizationResponse =
  | { readonly kind: 'encrypted'; readonly jwe: ParsedJwe; readonly state?: string }
  | ClearResponse;

export type ClearResponse =
  | { readonly kind: 'vp_token'; readonly vpToken: JsonObject; readonly state?: string; readonly legacy?: LegacyAnswer }
  | { readonly kind: 'error'; readonly error: WalletError; readonly state?: string };

/** The parameter from older drafts that arrived, and what replaced it. It is ignored. */
export interface LegacyAnswer {
  readonly parameter: 'presentation_submission';
  readonly presentName: 'vp_token';
}

const LEGACY: LegacyAnswer = { parameter: 'presentation_submission', presentName: 'vp_token' };

/** Parameters that are named to the backend's developer; another name could be a value that was sent without one. */
const KNOWN_PARAMETERS = ['response', 'vp_token', 'error', 'state', 'id_token', 'code', LEGACY.parameter];

/**
 * The modes of interactive authorization (OpenID4VCI 1.1 draft, 6) start with their dialect; `dc_api`: OpenID4VP 1.0,
 * A.2.
 */
export type ResponseMode = `${'direct_post' | 'dc_api' | `${InteractionDialect}_post`}${'' | '.jwt'}`;

/** Whether a mode needs an encrypted response. */
export function isEncryptedMode(mode: ResponseMode): boolean {
  return mode.endsWith('.jwt');
}

/** The presentations for one credential query. */
export interface PresentationsOfQuery {
  readonly query: CredentialQuery;
  readonly presentations: readonly string[];
}

const MAX_PRESENTATIONS = 16;
const MAX_STATE = 1024;
const LONGEST_ID = 64;

/**
 * Reads the body of a post to the response endpoint: exactly one of `response`, `vp_token` or `error`.
 * @param body the fields of the form, or the JSON object
 * @throws PresentationError `malformed_body`, `parameters`, `jwe_header`, `unknown_key`, `vp_token`
 */
export function parseAuthorizationResponse(body: Json | undefined): AuthorizationResponse {
  if (!isObject(body)) throw new PresentationError('malformed_body');
  const response = own(body, 'response');
  if (response === undefined) return clearResponse(body, true);
  // 8.3: all other parameters are in the JWE; only `state` may be repeated outside
  if (typeof response !== 'string' || Object.hasOwn(body, 'vp_token') || Object.hasOwn(body, 'error')) {
    throw unfit(body, typeof response === 'string' ? 'several' : 'not_text');
  }
  return { kind: 'encrypted', jwe: parseEncryptedResponse(response), ...stateOf(body) };
}

/**
 * Reads the decrypted payload: a JSON object whose members are the response parameters (8.3). A JWT inside is refused.
 * @throws PresentationError `payload`, `parameters`, `vp_token`
 */
export function parseResponsePayload(plaintext: Buffer): ClearResponse {
  if (!isUtf8(plaintext)) throw new PresentationError('payload', { facts: { detail: 'not_utf8' } });
  const text = plaintext.toString('utf8');
  // Drafts nested a signed JWT.
  if (/^[\w-]+\.[\w-]+\.[\w-]*$/.test(text))
    throw new PresentationError('payload', { facts: { detail: 'signed_jwt' } });
  const payload = strictObject(text, (detail, cause) => new PresentationError('payload', { cause, facts: { detail } }));
  return clearResponse(payload, false);
}

/**
 * Whether a response may come in this form.
 * @throws PresentationError `not_encrypted`, `parameters` for a JWE that was not requested
 */
export function checkResponseMode(kind: AuthorizationResponse['kind'], mode: ResponseMode): void {
  // 8.3.1: an error may be unencrypted in either mode
  if (kind === 'vp_token' && isEncryptedMode(mode)) {
    throw new PresentationError('not_encrypted', { facts: { parameter: 'response', expected: mode } });
  }
  if (kind === 'encrypted' && !isEncryptedMode(mode)) {
    throw new PresentationError('parameters', { facts: { detail: 'encryption_not_asked_for', expected: mode } });
  }
}

/**
 * Checks that `state` matches the request (14.4.2, RFC 6749, 10.12). A missing one is wrong.
 * @param expected handle of the session and stored hash of the secret
 * @throws PresentationError `state`
 */
export function checkState(
  state: string | undefined,
  expected: { readonly handle: string; readonly stateHash: string },
): void {
  const reference = parseReference(state);
  if (reference === undefined) throw wrongState(state === undefined ? 'missing' : 'form');
  if (reference.handle !== expected.handle || !sameHash(reference.hash, expected.stateHash))
    throw wrongState('another');
}

/** @param detail `missing`, `form`, `another`: it belongs to a different request */
export function wrongState(detail: 'missing' | 'form' | 'another'): PresentationError {
  return new PresentationError('state', { facts: { detail } });
}

/**
 * Checks the structure of a VP Token against the query (8.1): known ids, lists, one presentation unless `multiple`, all
 * required ones. Presentations are not parsed.
 * @throws PresentationError `vp_token`, `unknown_id`, `multiple`, `incomplete`
 */
export function checkVpToken(vpToken: JsonObject, query: DcqlQuery): readonly PresentationsOfQuery[] {
  const found = Object.entries(vpToken).map(([id, value]) => presentationsOf(id, value, query));
  const count = found.reduce((sum, { presentations }) => sum + presentations.length, 0);
  if (count > MAX_PRESENTATIONS) {
    throw new PresentationError('vp_token', { facts: { detail: 'too_many', count, most: MAX_PRESENTATIONS } });
  }
  matchCredentialSets(query, new Set(Object.keys(vpToken)));
  return found;
}

function presentationsOf(id: string, value: Json | undefined, { credentials }: DcqlQuery): PresentationsOfQuery {
  const query = credentials.find((one) => one.id === id);
  if (query === undefined) {
    const expectedAny = credentials.map((one) => one.id);
    // A string that can't be an id may be a value in the wrong place.
    const received = IDENTIFIER.test(id) && id.length <= LONGEST_ID ? { received: id } : {};
    throw new PresentationError('unknown_id', { facts: { expectedAny, ...received } });
  }
  // 8.1: always a list, even for one presentation, and never empty
  if (!Array.isArray(value)) throw unfitToken(typeof value === 'string' ? 'text_in_place_of_a_list' : 'no_list', id);
  if (value.length === 0) throw unfitToken('empty_list', id);
  if (value.length > 1 && !query.multiple) {
    throw new PresentationError('multiple', { credential: id, facts: { count: value.length, most: 1 } });
  }
  // B.3.6: a presentation of this format is a string
  if (!value.every((one) => typeof one === 'string')) throw unfitToken('presentation_no_text', id);
  return { query, presentations: value as readonly string[] };
}

function unfitToken(detail: string, credential?: string): PresentationError {
  return new PresentationError('vp_token', { credential, facts: { detail } });
}

function unfit(parameters: JsonObject, detail: string): PresentationError {
  const names = KNOWN_PARAMETERS.filter((name) => Object.hasOwn(parameters, name));
  return new PresentationError('parameters', { facts: { detail, parameters: names } });
}

/** @param textual true in a post, in which `vp_token` is JSON text; false in a JWE, in which it is an object */
function clearResponse(parameters: JsonObject, textual: boolean): ClearResponse {
  const [vpToken, error] = [own(parameters, 'vp_token'), own(parameters, 'error')];
  if ((vpToken === undefined) === (error === undefined)) {
    throw unfit(parameters, error === undefined ? 'none' : 'several');
  }
  if (error !== undefined) return { kind: 'error', error: readWalletError(parameters), ...stateOf(parameters) };
  const legacy = Object.hasOwn(parameters, LEGACY.parameter) ? { legacy: LEGACY } : {};
  const refused = (detail: string, cause?: unknown): PresentationError =>
    'legacy' in legacy
      ? new PresentationError('response_legacy', { cause, facts: LEGACY })
      : new PresentationError('vp_token', { cause, facts: { detail } });
  const token = textual && typeof vpToken === 'string' ? strictObject(vpToken, refused) : vpToken;
  if (!isObject(token)) throw refused('not_an_object');
  return { kind: 'vp_token', vpToken: token, ...stateOf(parameters), ...legacy };
}

function stateOf(parameters: JsonObject): { readonly state?: string } {
  const state = own(parameters, 'state');
  if (state === undefined) return {};
  if (typeof state !== 'string' || state.length > MAX_STATE) throw wrongState('form');
  return { state };
}

/** Refuses duplicate names, too deep nesting and `__proto__`. */
function strictObject(text: string, refused: (detail: string, cause?: unknown) => PresentationError): JsonObject {
  let value: Json;
  try {
    value = parseStrictJson(text);
  } catch (cause) {
    // For example `duplicate_member`: an id of the query twice.
    throw refused(cause instanceof JwtError ? cause.reason : 'not_json', cause);
  }
  if (!isObject(value)) throw refused('not_an_object');
  return value;
}
