/** Bearer tokens of the management API: JWT, HS256, one key, one algorithm. */

import { hashOf } from '@countersign/shared/crypto/sha256';
import { seconds } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { errors, jwtVerify, SignJWT } from 'jose';

const ALGORITHM = 'HS256';
/** RFC 9068, 2.1: the token's type, so that no other JWT signed with the key is accepted. */
const TYPE = 'at+jwt';
const AUDIENCE = 'countersign-management';

export interface BearerClaims {
  readonly clientId: string;
  readonly tenant: string;
  /** Fingerprint of the stored client secret. */
  readonly fingerprint: string;
}

/**
 * @param lifetime seconds
 * @param now milliseconds
 */
export function signBearerToken(
  claims: BearerClaims & { readonly id: string },
  options: { readonly key: string; readonly issuer: string; readonly lifetime: number; readonly now: number },
): Promise<string> {
  const issuedAt = seconds(options.now);
  return new SignJWT({ tenant: claims.tenant, fpr: claims.fingerprint })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(options.issuer)
    .setAudience(AUDIENCE)
    .setSubject(claims.clientId)
    .setJti(claims.id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + options.lifetime)
    .sign(Buffer.from(options.key));
}

/** Most tokens that a process remembers: one a client and lifetime is usual. */
const MAX_CACHED = 1000;

export interface BearerTokens {
  /**
   * @param now milliseconds
   * @throws ProtocolError `unauthenticated`
   */
  verify(token: string, now: number): Promise<BearerClaims>;
}

/**
 * Verifies tokens under one key, each once: a signature's content never changes, and the expiry is compared at each
 * use. The caller checks whether the token's client is still accepted, even for a cached token.
 * @param most maximum number of cached tokens. The token verified longest ago is dropped first
 */
export function createBearerTokens(
  options: { readonly key: string; readonly issuer: string },
  most = MAX_CACHED,
): BearerTokens {
  // By digest, so that no token stays in memory.
  const cached = new Map<string, VerifiedToken>();
  return {
    verify: async (token, now) => {
      const name = hashOf(token);
      const known = cached.get(name);
      if (known !== undefined && seconds(now) < known.holdUntil) return known.claims;
      cached.delete(name);
      const verified = await verifyToken(token, { ...options, now });
      if (cached.size >= most) cached.delete(cached.keys().next().value ?? '');
      cached.set(name, verified);
      return verified.claims;
    },
  };
}

interface VerifiedToken {
  readonly claims: BearerClaims;
  /** Its end in seconds; 0: it is verified at each use. */
  readonly holdUntil: number;
}

/**
 * Header parameters that identify a key (`jwk`, `jku`, `x5u`, `kid`) are never read: the key comes from the settings.
 * @param now milliseconds
 * @throws ProtocolError `unauthenticated`
 */
async function verifyToken(
  token: string,
  options: { readonly key: string; readonly issuer: string; readonly now: number },
): Promise<VerifiedToken> {
  try {
    const { payload } = await jwtVerify(token, Buffer.from(options.key), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: options.issuer,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'iat', 'exp', 'jti', 'tenant', 'fpr'],
      currentDate: new Date(options.now),
    });
    const { sub, tenant, fpr, exp, nbf } = payload;
    if (typeof sub === 'string' && typeof tenant === 'string' && typeof fpr === 'string') {
      // This server's tokens have no time before which they are invalid.
      const holdUntil = nbf === undefined ? (exp ?? 0) : 0;
      return { claims: { clientId: sub, tenant, fingerprint: fpr }, holdUntil };
    }
  } catch (cause) {
    throw refused(cause);
  }
  throw refused();
}

function refused(cause?: unknown): ProtocolError {
  const expired = cause instanceof errors.JWTExpired;
  return new ProtocolError('unauthenticated', 'The bearer token is not valid', {
    reason: 'bearer_token_invalid',
    ...(expired ? { facts: { detail: 'expired' } } : {}),
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    ...(cause === undefined ? {} : { cause }),
  });
}
