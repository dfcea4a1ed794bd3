/** Authorization responses (OpenID4VP 1.0, 8): parses the body that a wallet posts, down to its presentations. */
import { isUtf8 } from 'node:buffer';
import type { ParsedJwe } from '@countersign/shared/crypto/jwe';
import { parseStrictJson } from '@countersign/shared/crypto/strict-json';
import { parseReference, sameHash } from '@countersign/shared/crypto/wallet-reference';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { InteractionDialect } from '@countersign/shared/model/issuance/issuance-part';
import { matchCredentialSets } from './dcql-match.ts';
import type { CredentialQuery, DcqlQuery } from './dcql-query.ts';
import { parseEncryptedResponse } from './encrypted-response.ts';
import { PresentationError, type PresentationReason } from './presentation-error.ts';
import { readWalletError, type WalletError } from './wallet-error.ts';

export type AuthorizationResponse =
  | { readonly kind: 'encrypted'; readonly jwe: ParsedJwe; readonly state?: string }
  | ClearResponse;

export type ClearResponse =
  | { readonly kind: 'vp_token'; readonly vpToken: JsonObject; readonly state?: string }
  | { readonly kind: 'error'; readonly error: WalletError; readonly state?: string };

/** The modes of interactive authorization (OpenID4VCI 1.1 draft, 6) begin with their dialect. */
export type ResponseMode = `${'direct_post' | `${InteractionDialect}_post`}${'' | '.jwt'}`;

/** Whether a mode needs an encrypted response. */
export function isEncryptedMode(mode: ResponseMode): boolean {
  return mode.endsWith('.jwt');
}

/** The presentations that came under one credential query. */
export interface PresentationsOfQuery {
  readonly query: CredentialQuery;
  readonly presentations: readonly string[];
}

const MAX_PRESENTATIONS = 16;
const MAX_STATE = 1024;

/**
 * Reads the body of a post to the response endpoint: `response`, `vp_token` or `error`, exactly one of them.
 * @param body the fields of the form, or the JSON object
 * @throws PresentationError `malformed_body`, `parameters`, `jwe_header`, `unknown_key`, `vp_token`
 */
export function parseAuthorizationResponse(body: Json | undefined): AuthorizationResponse {
  if (!isObject(body)) throw new PresentationError('malformed_body');
  const response = own(body, 'response');
  if (response === undefined) return clearResponse(body, true);
  // 8.3: all other parameters are in the JWE; only `state` may be repeated outside
  if (typeof response !== 'string' || Object.hasOwn(body, 'vp_token') || Object.hasOwn(body, 'error')) {
    throw new PresentationError('parameters');
  }
  return { kind: 'encrypted', jwe: parseEncryptedResponse(response), ...stateOf(body) };
}

/**
 * Reads the decrypted payload: a JSON object whose members are the response parameters (8.3). A JWT inside is refused.
 * @throws PresentationError `payload`, `parameters`, `vp_token`
 */
export function parseResponsePayload(plaintext: Buffer): ClearResponse {
  if (!isUtf8(plaintext)) throw new PresentationError('payload');
  return clearResponse(strictObject(plaintext.toString('utf8'), 'payload'), false);
}

/**
 * Whether a response may come in this form.
 * @throws PresentationError `not_encrypted`, `parameters` for a JWE that was not requested
 */
export function checkResponseMode(kind: AuthorizationResponse['kind'], mode: ResponseMode): void {
  // 8.3.1: an error may come in clear in either mode
  if (kind === 'vp_token' && isEncryptedMode(mode)) throw new PresentationError('not_encrypted');
  if (kind === 'encrypted' && !isEncryptedMode(mode)) throw new PresentationError('parameters');
}

/**
 * Whether `state` is that of the request (14.4.2, RFC 6749, 10.12); a missing one is wrong.
 * @param expected handle of the session and stored hash of the secret
 * @throws PresentationError `state`
 */
export function checkState(
  state: string | undefined,
  expected: { readonly handle: string; readonly stateHash: string },
): void {
  const reference = parseReference(state);
  if (reference === undefined || reference.handle !== expected.handle) throw new PresentationError('state');
  if (!sameHash(reference.hash, expected.stateHash)) throw new PresentationError('state');
}

/**
 * Checks the structure of a VP Token against the query (8.1): known ids, lists, one presentation unless `multiple`, all
 * required ones. Presentations are not parsed.
 * @throws PresentationError `vp_token`, `unknown_id`, `multiple`, `incomplete`
 */
export function checkVpToken(vpToken: JsonObject, query: DcqlQuery): readonly PresentationsOfQuery[] {
  const found = Object.entries(vpToken).map(([id, value]) => presentationsOf(id, value, query));
  const count = found.reduce((sum, { presentations }) => sum + presentations.length, 0);
  if (count > MAX_PRESENTATIONS) throw new PresentationError('vp_token');
  matchCredentialSets(query, new Set(Object.keys(vpToken)));
  return found;
}

function presentationsOf(id: string, value: Json | undefined, { credentials }: DcqlQuery): PresentationsOfQuery {
  const query = credentials.find((one) => one.id === id);
  if (query === undefined) throw new PresentationError('unknown_id');
  // 8.1: a list, also of one, and never an empty one
  if (!Array.isArray(value) || value.length === 0) throw new PresentationError('vp_token', { credential: id });
  if (value.length > 1 && !query.multiple) throw new PresentationError('multiple', { credential: id });
  // B.3.6: a presentation of this format is a string
  if (!value.every((one) => typeof one === 'string')) throw new PresentationError('vp_token', { credential: id });
  return { query, presentations: value as readonly string[] };
}

/** @param textual true in a post, where `vp_token` is JSON text; false inside a JWE, where it is an object */
function clearResponse(parameters: JsonObject, textual: boolean): ClearResponse {
  const [vpToken, error] = [own(parameters, 'vp_token'), own(parameters, 'error')];
  if ((vpToken === undefined) === (error === undefined)) throw new PresentationError('parameters');
  if (error !== undefined) return { kind: 'error', error: readWalletError(parameters), ...stateOf(parameters) };
  const token = textual && typeof vpToken === 'string' ? strictObject(vpToken, 'vp_token') : vpToken;
  if (!isObject(token)) throw new PresentationError('vp_token');
  return { kind: 'vp_token', vpToken: token, ...stateOf(parameters) };
}

function stateOf(parameters: JsonObject): { readonly state?: string } {
  const state = own(parameters, 'state');
  if (state === undefined) return {};
  if (typeof state !== 'string' || state.length > MAX_STATE) throw new PresentationError('state');
  return { state };
}

/** Refuses duplicate names, too deep nesting and `__proto__`. */
function strictObject(text: string, reason: PresentationReason): JsonObject {
  let value: Json;
  try {
    value = parseStrictJson(text);
  } catch (cause) {
    throw new PresentationError(reason, { cause });
  }
  if (!isObject(value)) throw new PresentationError(reason);
  return value;
}
