/** The claims of a key proof of the type `jwt` (OpenID4VCI 1.0, Appendix F.1); its signature is verified. Pure. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { offsetFact, receivedFact, receivedUrl } from '@countersign/shared/kernel/reasons/received';

export interface ProofClaimsInput {
  /** Credential issuer identifier. */
  readonly issuer: string;
  /** Milliseconds. */
  readonly now: number;
  /** Client the token was issued to; undefined for anonymous pre-authorized access. */
  readonly clientId?: string;
}

const PAST = 300_000;
const FUTURE = 60_000;

/** OpenID4VCI 1.0, Appendix F.1 and F.4. @returns the nonce @throws ProtocolError `invalid_proof` */
export function checkProofClaims({ iss, aud, iat, nonce }: JsonObject, input: ProofClaimsInput): string {
  if (aud !== input.issuer && !(Array.isArray(aud) && aud.includes(input.issuer))) {
    const facts = { expected: input.issuer, ...receivedUrl(aud, input.issuer) };
    throw invalidProof('aud must be the credential issuer identifier', { reason: 'proof_audience', facts });
  }
  if (typeof iat !== 'number' || iat * 1000 < input.now - PAST || iat * 1000 > input.now + FUTURE) {
    throw invalidProof('iat is missing or out of range', wrongTime(iat, input.now));
  }
  // Appendix F.1: iss is the client id if it is known.
  if (iss !== undefined && input.clientId !== undefined && iss !== input.clientId) {
    const facts = { expected: input.clientId, ...receivedFact(iss) };
    throw invalidProof("iss is not the access token's client", { reason: 'proof_issuer', facts });
  }
  if (typeof nonce !== 'string') throw invalidProof('nonce is missing', { reason: 'proof_nonce_missing' });
  return nonce;
}

function wrongTime(iat: Json | undefined, now: number): Reasoned {
  const offset = offsetFact(iat, now);
  if (offset.offsetSeconds === undefined) {
    return { reason: 'proof_time', facts: { claim: 'iat', detail: iat === undefined ? 'missing' : 'no_number' } };
  }
  const limitSeconds = (offset.offsetSeconds > 0 ? FUTURE : PAST) / 1000;
  return { reason: 'proof_time', facts: { claim: 'iat', ...offset, limitSeconds } };
}

export function invalidProof(description: string, why: Reasoned): ProtocolError {
  return new ProtocolError('invalid_proof', description, why);
}
