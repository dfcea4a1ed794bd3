/** Client authentication by private_key_jwt (RFC 7523; FAPI 2.0 Security Profile, 5.3.2.1): pure. */
import { importPublicJwk } from '@countersign/shared/crypto/jwk';
import { parseJwt, verifyJwt } from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';

export const CLIENT_ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** RFC 7523 requires no type; its successor requires `client-authentication+jwt`. */
const TYPES = [undefined, 'JWT', 'jwt', 'client-authentication+jwt'] as const;
const FUTURE = 10_000;
const MAX_LIFETIME = 3_600_000;
const MAX_LENGTH = 8192;
/** The clock of another replica may be behind, so a mark outlives the assertion by this many milliseconds. */
const CLOCKS_APART = 10_000;

export interface ClientAssertionInput {
  readonly assertion: string;
  /** AS issuer identifier: the only accepted audience. */
  readonly issuer: string;
  /** Public keys of a registered client, undefined for any other. */
  readonly keysOf: (clientId: string) => readonly JsonObject[] | undefined;
  /** Milliseconds. */
  readonly now: number;
}

export interface ClientAssertion {
  readonly clientId: string;
  /** Key of the assertion in the replay cache. */
  readonly mark: string;
  /** Milliseconds that the replay cache must keep it. */
  readonly markFor: number;
  /** The earliest time at which the checks accept the assertion, milliseconds since the epoch. */
  readonly earliest: number;
}

/**
 * Checks a client assertion (RFC 7523, 3).
 * @throws ProtocolError `invalid_client`
 */
export function verifyClientAssertion(input: ClientAssertionInput): ClientAssertion {
  try {
    const { header, payload } = parseJwt(input.assertion, { maxLength: MAX_LENGTH });
    const clientId = payload.sub;
    if (typeof clientId !== 'string' || payload.iss !== clientId) throw invalid('iss and sub must be the client id');
    const keys = input.keysOf(clientId);
    if (keys === undefined) throw invalid('The client is not registered');
    checkSignature(input.assertion, header, keys);
    return checkClaims(payload, clientId, input);
  } catch (error) {
    if (error instanceof JwtError) throw invalid('The client assertion is not a valid signed JWT', error.reason);
    throw error;
  }
}

function checkSignature(token: string, header: Readonly<Record<string, unknown>>, keys: readonly JsonObject[]): void {
  const candidates =
    header.kid === undefined ? keys : keys.filter(({ kid }) => kid === undefined || kid === header.kid);
  let last: JwtError | undefined;
  for (const jwk of candidates) {
    try {
      verifyJwt({ token, typ: TYPES, key: importPublicJwk(jwk), maxLength: MAX_LENGTH });
      return;
    } catch (error) {
      if (!(error instanceof JwtError)) throw error;
      last = error;
    }
  }
  throw invalid('The signature of the client assertion is not valid', last?.reason);
}

function checkClaims(
  payload: Readonly<Record<string, unknown>>,
  clientId: string,
  input: ClientAssertionInput,
): ClientAssertion {
  const { aud, exp, iat, nbf, jti } = payload;
  // FAPI 2.0, 5.3.2.1: the issuer identifier as a single string.
  if (aud !== input.issuer) throw invalid('aud must be the issuer identifier');
  if (typeof exp !== 'number' || exp * 1000 <= input.now) throw invalid('The client assertion has expired');
  if (exp * 1000 > input.now + MAX_LIFETIME) throw invalid('The client assertion lives too long');
  for (const time of [iat, nbf]) {
    if (time !== undefined && (typeof time !== 'number' || time * 1000 > input.now + FUTURE)) {
      throw invalid('The client assertion is not valid yet');
    }
  }
  if (typeof jti !== 'string' || jti.length === 0 || jti.length > 256) throw invalid('jti is missing or too long');
  return {
    clientId,
    mark: `assertion:${JSON.stringify([clientId, jti])}`,
    markFor: Math.ceil(exp * 1000 - input.now) + CLOCKS_APART,
    earliest: earliestUse(exp * 1000, [iat, nbf]),
  };
}

/** The earliest time at which the checks above accept the assertion, milliseconds since the epoch. */
function earliestUse(expiry: number, times: readonly unknown[]): number {
  const notBefore = times.filter((time) => typeof time === 'number').map((time) => time * 1000 - FUTURE);
  return Math.max(expiry - MAX_LIFETIME, ...notBefore);
}

/**
 * RFC 7523, 3: `jti` is used once. Refuses an assertion that predates the replay cache, because it could be a replay.
 * @param marksSince since when the replay cache is complete, milliseconds since the epoch, read with the mark
 * @throws ProtocolError `temporarily_unavailable`: earlier use can't be excluded
 */
export function checkAssertionCovered({ earliest }: ClientAssertion, marksSince: number): void {
  if (earliest >= marksSince) return;
  throw new ProtocolError('temporarily_unavailable', 'Come back later with a new client assertion', {
    headers: { 'retry-after': String(Math.ceil((marksSince - earliest) / 1000)) },
  });
}

function invalid(description: string, reason?: string): ProtocolError {
  const why = reason === undefined ? {} : { detail: reason, forBackend: { reason } };
  return new ProtocolError('invalid_client', description, why);
}
