/** The proof that a request comes from the attested wallet instance (draft-ietf-oauth-attestation-based-client-auth, 5.2 and 7). Pure. */
import { checkSignature, checkType, parseJwt } from '@countersign/shared/crypto/jwt';
import { CLOCK_SKEW, checkTimes, timeClaim } from '@countersign/shared/crypto/time-claims';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { expiredFact } from '@countersign/shared/kernel/reasons/expired-fact';
import type { FactsOf } from '@countersign/shared/kernel/reasons/reasons';
import { offsetFact, receivedFact, receivedUrl } from '@countersign/shared/kernel/reasons/received';
import { allAs, type ReasonOfJwt } from '../reason-of-jwt.ts';
import type { SignatureKey } from './signature-jwk.ts';
import { ATTESTATION_ALGORITHMS, attestationError, invalidAttestation } from './wallet-attestation.ts';

/** Milliseconds for which a challenge can be used repeatedly. The proof's `jti` stops replays. */
const CHALLENGE_TTL = 300_000;

export interface AttestationPopInput {
  /** Value of the header `OAuth-Client-Attestation-PoP`. */
  readonly pop: string;
  /** The attestation's `sub` and `cnf.jwk`. */
  readonly clientId: string;
  readonly instance: SignatureKey;
  /** AS issuer identifier: the only accepted audience. */
  readonly issuer: string;
  /** Milliseconds. */
  readonly now: number;
  readonly challengeRequired: boolean;
  /** When a challenge was issued, milliseconds since the epoch; undefined if this server did not issue it for the tenant. */
  readonly challengeTime: (challenge: Json) => number | undefined;
}

export interface AttestationPop {
  /** Key in the replay cache: thumbprint and `jti`, so that no wallet can use up another wallet's `jti`. */
  readonly mark: string;
  /** Milliseconds that the replay cache must keep it: as long as the proof could be accepted again. */
  readonly markFor: number;
  /** The earliest time at which the checks accept the proof, milliseconds since the epoch. */
  readonly earliest: number;
}

/** Characters. */
const MAX_POP = 8192;
const MAX_JTI = 256;
/** Milliseconds. */
const PAST = 300_000;
const FUTURE = CLOCK_SKEW * 1000;
/** Another replica's clock may be behind, so a mark outlives the proof by this many milliseconds. */
const CLOCKS_APART = 10_000;

/**
 * Checks a proof of possession; the caller marks it as used.
 * @throws ProtocolError `invalid_client_attestation`; `use_attestation_challenge` if a challenge is missing, not issued here
 *   or too old
 */
export function verifyAttestationPop(input: AttestationPopInput): AttestationPop {
  const { now, instance, issuer, clientId } = input;
  const payload = attestationError(() => verifiedPayload(input), PROOF);
  const iss = own(payload, 'iss');
  if (iss !== undefined && iss !== clientId) {
    const facts = { claim: 'iss', expected: clientId, ...receivedFact(iss) };
    const why = { reason: 'client_attestation_pop', facts } as const;
    throw invalidAttestation("iss is not the client attestation's client", why);
  }
  // A list could contain other servers too, which could then pass the proof on.
  const aud = own(payload, 'aud');
  if (aud !== issuer) {
    const facts = { expected: issuer, ...receivedUrl(aud, issuer) };
    throw invalidAttestation('aud must be the issuer identifier', { reason: 'client_attestation_pop_audience', facts });
  }
  const iat = attestationError(() => timeClaim(payload, 'iat'), PROOF);
  if (iat === undefined || iat * 1000 < now - PAST) {
    const facts = { claim: 'iat', ...offsetFact(iat, now), limitSeconds: PAST / 1000 };
    throw invalidAttestation('iat is missing or out of range', { reason: 'client_attestation_pop_time', facts });
  }
  const jti = own(payload, 'jti');
  if (typeof jti !== 'string' || jti.length === 0 || jti.length > MAX_JTI) {
    const why = { reason: 'client_attestation_pop', facts: { claim: 'jti' } } as const;
    throw invalidAttestation('jti is missing or too long', why);
  }
  const made = challengeMade(own(payload, 'challenge'), input);
  const until = Math.min(iat * 1000 + PAST, made === undefined ? Number.POSITIVE_INFINITY : made + CHALLENGE_TTL);
  return {
    mark: `attestation:${instance.thumbprint}:${jti}`,
    markFor: Math.ceil(until - now) + CLOCKS_APART,
    earliest: Math.max(iat * 1000 - FUTURE, made ?? 0),
  };
}

const PROOF: ReasonOfJwt = {
  ...allAs('client_attestation_pop'),
  expired: 'client_attestation_pop_time',
  not_yet_valid: 'client_attestation_pop_time',
};

/** The times are checked with the signature: `iat` and `nbf` may be ahead by CLOCK_SKEW, `exp` by nothing. */
function verifiedPayload({ pop, instance, now }: AttestationPopInput): JsonObject {
  const jwt = parseJwt(pop, { maxLength: MAX_POP, algorithms: ATTESTATION_ALGORITHMS });
  checkType(jwt.header, 'oauth-client-attestation-pop+jwt');
  checkSignature(jwt, instance.key);
  checkTimes(jwt.payload, now);
  return jwt.payload;
}

function challengeMade(
  challenge: Json | undefined,
  { now, challengeRequired, challengeTime }: AttestationPopInput,
): number | undefined {
  if (challenge === undefined) {
    if (challengeRequired) {
      throw useChallenge("The client attestation's proof must contain a challenge", { detail: 'missing' });
    }
    return undefined;
  }
  const made = challengeTime(challenge);
  if (made === undefined || made > now + CLOCKS_APART) {
    throw useChallenge('The challenge is no longer valid', { detail: 'not_issued_here' });
  }
  if (made + CHALLENGE_TTL <= now) {
    const facts = { detail: 'expired', ...expiredFact(made + CHALLENGE_TTL, now) };
    throw useChallenge('The challenge is no longer valid', facts);
  }
  return made;
}

/**
 * Refuses a proof that predates the replay cache, because it could be a replay.
 * @param marksSince the time from which the replay cache is complete, milliseconds since the epoch, read with the mark
 * @throws ProtocolError `use_attestation_challenge`
 */
export function checkPopCovered({ earliest }: AttestationPop, marksSince: number): void {
  if (earliest < marksSince) {
    throw useChallenge('Repeat the request with the challenge from this response', { detail: 'before_restart' });
  }
}

export function useChallenge(description: string, facts: FactsOf<'client_attestation_challenge'>): ProtocolError {
  return new ProtocolError('use_attestation_challenge', description, { reason: 'client_attestation_challenge', facts });
}
