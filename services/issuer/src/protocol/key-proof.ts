/** Key proofs of the type `jwt` (OpenID4VCI 1.0, Appendix F.1 and F.4): pure; the caller marks the nonce as used. */
import { type JwtOfHeaderKey, verifyJwt } from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import { ProtocolError } from '@countersign/shared/kernel/errors';

export interface KeyProofInput {
  readonly proofs: readonly string[];
  /** Credential issuer identifier. */
  readonly issuer: string;
  /** Milliseconds. */
  readonly now: number;
  /** Client the token was issued to; undefined for anonymous pre-authorized access. */
  readonly clientId?: string;
  /** True where the nonce was issued here and has not expired. */
  readonly nonceAlive: (nonce: string) => boolean;
}

export interface KeyProofs {
  /** One per proof, in order, all different. */
  readonly keys: readonly PublicJwk[];
  /** The one nonce of all proofs. */
  readonly nonce: string;
}

const PAST = 300_000;
const FUTURE = 60_000;
const MAX_LENGTH = 16_384;

/**
 * Checks all proofs of one credential request.
 * @throws ProtocolError `invalid_proof`, `invalid_nonce`
 */
export function verifyKeyProofs(input: KeyProofInput): KeyProofs {
  const checked = input.proofs.map((proof) => verifyOne(proof, input));
  const nonces = new Set(checked.map(({ nonce }) => nonce));
  const [nonce] = nonces;
  if (nonce === undefined) throw new ProtocolError('invalid_proof', 'A key proof is needed');
  if (nonces.size > 1) throw new ProtocolError('invalid_proof', 'All proofs of a request carry the same nonce');
  if (!input.nonceAlive(nonce)) {
    throw new ProtocolError('invalid_nonce', 'The nonce is not valid any more; fetch a new one');
  }
  // One credential per key: two credentials with one key could be linked.
  if (new Set(checked.map(({ thumbprint }) => thumbprint)).size !== checked.length) {
    throw new ProtocolError('invalid_proof', 'Two proofs of the request have the same key');
  }
  return { keys: checked.map(({ key }) => key), nonce };
}

function verifyOne(proof: string, input: KeyProofInput): { key: PublicJwk; nonce: string; thumbprint: string } {
  const { header, payload, jwk, thumbprint } = checkedJwt(proof);
  // Appendix F.1: exactly one of jwk, kid, x5c; only jwk is advertised.
  if (header.kid !== undefined || header.x5c !== undefined) throw invalid('The proof must name its key by jwk alone');
  const { iss, aud, iat, nonce } = payload;
  if (aud !== input.issuer && !(Array.isArray(aud) && aud.includes(input.issuer))) {
    throw invalid('aud must be the credential issuer identifier');
  }
  if (typeof iat !== 'number' || iat * 1000 < input.now - PAST || iat * 1000 > input.now + FUTURE) {
    throw invalid('iat is missing or out of range');
  }
  // Appendix F.1: iss is the client id where one is known.
  if (iss !== undefined && input.clientId !== undefined && iss !== input.clientId) {
    throw invalid('iss is not the client of the access token');
  }
  if (typeof nonce !== 'string') throw invalid('nonce is missing');
  // cnf gets the members of a public key alone (SD-JWT VC: no other members).
  return { key: jwk, nonce, thumbprint };
}

function checkedJwt(proof: string): JwtOfHeaderKey {
  try {
    return verifyJwt({ token: proof, typ: 'openid4vci-proof+jwt', key: 'header-jwk', maxLength: MAX_LENGTH });
  } catch (error) {
    if (error instanceof JwtError) {
      throw new ProtocolError('invalid_proof', 'The key proof is not a valid signed JWT', {
        detail: error.reason,
        forBackend: { reason: error.reason },
      });
    }
    throw error;
  }
}

function invalid(description: string): ProtocolError {
  return new ProtocolError('invalid_proof', description);
}
