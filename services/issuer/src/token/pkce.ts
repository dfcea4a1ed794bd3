/** PKCE (RFC 7636), S256 only. */
import { hashOf } from '@countersign/shared/crypto/sha256';
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { ProtocolError } from '@countersign/shared/kernel/errors';

/**
 * Checks the verifier of a token request (RFC 7636, 4.6).
 * @throws ProtocolError `invalid_grant`
 */
export function checkCodeVerifier(verifier: string | undefined, challenge: string): void {
  if (verifier === undefined || !/^[A-Za-z0-9\-._~]{43,128}$/.test(verifier)) {
    const facts = { detail: verifier === undefined ? 'missing' : 'malformed' };
    throw new ProtocolError('invalid_grant', 'code_verifier is missing or malformed', {
      reason: 'pkce_verifier',
      facts,
    });
  }
  const computed = hashOf(verifier);
  if (sameHash(computed, challenge)) return;
  const facts = { detail: 'mismatch' };
  throw new ProtocolError('invalid_grant', 'code_verifier does not match', { reason: 'pkce_verifier', facts });
}
