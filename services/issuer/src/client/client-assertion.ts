/** Client authentication by private_key_jwt (RFC 7523; FAPI 2.0 Security Profile, 5.3.2.1): pure. */
import { importPublicJwk } from '@countersign/shared/crypto/jwk';
import { parseJwt, verifyJwt } from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import type { KnownKeys } from '@countersign/shared/crypto/known-keys';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { expiredFact } from '@countersign/shared/kernel/reasons/expired-fact';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { offsetFact, receivedFact, receivedUrl } from '@countersign/shared/kernel/reasons/received';
import { allAs, type ReasonOfJwt, reasonOfJwt } from './reason-of-jwt.ts';

export const CLIENT_ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** RFC 7523 requires no type; its successor requires `client-authentication+jwt`. */
const TYPES = [undefined, 'JWT', 'jwt', 'client-authentication+jwt'] as const;
const FUTURE = 10_000;
const MAX_LIFETIME = 3_600_000;
const MAX_LENGTH = 8192;
/** Characters. */
const MAX_JTI = 256;
/** Another replica's clock may be behind, so a mark outlives the assertion by this many milliseconds. */
const CLOCKS_APART = 10_000;

export interface ClientAssertionInput {
  readonly assertion: string;
  /** AS issuer identifier: the only accepted audience. */
  readonly issuer: string;
  /** Public keys of a registered client, undefined for any other. */
  readonly keysOf: (clientId: string) => readonly JsonObject[] | undefined;
  /** Milliseconds. */
  readonly now: number;
  readonly known?: KnownKeys | undefined;
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
    if (typeof clientId !== 'string' || payload.iss !== clientId) {
      const claims = typeof clientId === 'string' ? { claim: 'iss', expected: clientId } : { claim: 'sub' };
      const facts = { ...claims, ...receivedFact(payload.iss) };
      throw invalid('iss and sub must be the client id', { reason: 'client_assertion_issuer', facts });
    }
    const keys = input.keysOf(clientId);
    if (keys === undefined) {
      throw invalid('The client is not registered', { reason: 'client_unknown', facts: { clientId, place: CLIENTS } });
    }
    checkSignature(input.assertion, header, { clientId, keys, known: input.known });
    return checkClaims(payload, clientId, input);
  } catch (error) {
    if (!(error instanceof JwtError)) throw error;
    const why = reasonOfJwt(error, ASSERTION);
    throw invalid('The client assertion is not a valid signed JWT', why, error.reason);
  }
}

/** File with the registered clients, in the tenant's folder. */
const CLIENTS = 'wallets.json';

const ASSERTION: ReasonOfJwt = {
  ...allAs('client_assertion_format'),
  signature: 'client_assertion_signature',
  key: 'client_assertion_signature',
};

interface ClientKeys {
  readonly clientId: string;
  readonly keys: readonly JsonObject[];
  readonly known: KnownKeys | undefined;
}

function checkSignature(
  token: string,
  header: Readonly<Record<string, unknown>>,
  { clientId, keys, known }: ClientKeys,
): void {
  const candidates =
    header.kid === undefined ? keys : keys.filter(({ kid }) => kid === undefined || kid === header.kid);
  let last: JwtError | undefined;
  for (const jwk of candidates) {
    try {
      verifyJwt({ token, typ: TYPES, key: importPublicJwk(jwk, known), maxLength: MAX_LENGTH });
      return;
    } catch (error) {
      if (!(error instanceof JwtError)) throw error;
      last = error;
    }
  }
  const facts = { clientId, detail: last?.reason ?? 'no_such_key' };
  const why = { reason: 'client_assertion_signature', facts } as const;
  throw invalid('The signature of the client assertion is not valid', why, last?.reason);
}

function checkClaims(
  payload: Readonly<Record<string, unknown>>,
  clientId: string,
  input: ClientAssertionInput,
): ClientAssertion {
  const { aud, exp, iat, nbf, jti } = payload;
  // FAPI 2.0, 5.3.2.1: the issuer identifier as a single string.
  if (aud !== input.issuer) {
    const facts = { expected: input.issuer, ...receivedUrl(aud, input.issuer) };
    throw invalid('aud must be the issuer identifier', { reason: 'client_assertion_audience', facts });
  }
  if (typeof exp !== 'number' || exp * 1000 <= input.now) {
    const facts = { claim: 'exp', ...(typeof exp === 'number' ? expiredFact(exp * 1000, input.now) : {}) };
    throw invalid('The client assertion has expired', { reason: 'client_assertion_expired', facts });
  }
  if (exp * 1000 > input.now + MAX_LIFETIME) {
    throw invalid('The client assertion lives too long', tooFarAhead('exp', exp, MAX_LIFETIME, input.now));
  }
  for (const [claim, time] of Object.entries({ iat, nbf })) {
    if (time !== undefined && (typeof time !== 'number' || time * 1000 > input.now + FUTURE)) {
      throw invalid('The client assertion is not valid yet', tooFarAhead(claim, time, FUTURE, input.now));
    }
  }
  if (typeof jti !== 'string' || jti.length === 0 || jti.length > MAX_JTI) {
    throw invalid('jti is missing or too long', { reason: 'client_assertion_jti', facts: { most: MAX_JTI } });
  }
  return {
    clientId,
    mark: `assertion:${JSON.stringify([clientId, jti])}`,
    markFor: Math.ceil(exp * 1000 - input.now) + CLOCKS_APART,
    earliest: earliestUse(exp * 1000, [iat, nbf]),
  };
}

/** @param limit milliseconds that the time may be ahead */
function tooFarAhead(claim: string, time: unknown, limit: number, now: number): Reasoned {
  const facts = { claim, ...offsetFact(time, now), limitSeconds: limit / 1000 };
  return { reason: 'client_assertion_time', facts };
}

/** The earliest time at which the checks above accept the assertion, milliseconds since the epoch. */
function earliestUse(expiry: number, times: readonly unknown[]): number {
  const notBefore = times.filter((time) => typeof time === 'number').map((time) => time * 1000 - FUTURE);
  return Math.max(expiry - MAX_LIFETIME, ...notBefore);
}

/**
 * RFC 7523, 3: `jti` is used once. Refuses an assertion that predates the replay cache, because it could be a replay.
 * @param marksSince the time from which the replay cache is complete, milliseconds since the epoch, read with the mark
 * @throws ProtocolError `temporarily_unavailable`: earlier use can't be excluded
 */
export function checkAssertionCovered({ earliest }: ClientAssertion, marksSince: number): void {
  if (earliest >= marksSince) return;
  const retryAfterSeconds = Math.ceil((marksSince - earliest) / 1000);
  throw new ProtocolError('temporarily_unavailable', 'Come back later with a new client assertion', {
    headers: { 'retry-after': String(retryAfterSeconds) },
    reason: 'client_assertion_uncertain',
    facts: { retryAfterSeconds },
  });
}

/** @param detail for the log */
function invalid(description: string, why: Reasoned, detail?: string): ProtocolError {
  return new ProtocolError('invalid_client', description, { ...why, ...(detail === undefined ? {} : { detail }) });
}
