/** PKCE (RFC 7636), S256 only. */
import { hashOf } from '@countersign/shared/crypto/sha256';
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { ProtocolError } from '@countersign/shared/kernel/errors';

/**
 * Checks the challenge of an authorization request.
 * @returns the challenge
 * @throws ProtocolError `invalid_request` where it is missing, `plain` or not the S256 form (RFC 7636, 4.3 and 4.4.1)
 */
export function checkCodeChallenge(challenge: string | undefined, method: string | undefined): string {
  if (challenge === undefined) throw new ProtocolError('invalid_request', 'code_challenge is missing');
  // An absent method means plain.
  if (method !== 'S256') throw new ProtocolError('invalid_request', 'code_challenge_method must be S256');
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    throw new ProtocolError('invalid_request', 'code_challenge is not an S256 challenge');
  }
  return challenge;
}

/**
 * Checks the verifier of a token request (RFC 7636, 4.6).
 * @throws ProtocolError `invalid_grant`
 */
export function checkCodeVerifier(verifier: string | undefined, challenge: string): void {
  if (verifier === undefined || !/^[A-Za-z0-9\-._~]{43,128}$/.test(verifier)) {
    throw new ProtocolError('invalid_grant', 'code_verifier is missing or malformed');
  }
  const computed = hashOf(verifier);
  if (!sameHash(computed, challenge)) throw new ProtocolError('invalid_grant', 'code_verifier does not match');
}
