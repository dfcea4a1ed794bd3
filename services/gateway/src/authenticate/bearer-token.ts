/** Bearer tokens of the management interface: JWT, HS256, one key, one algorithm. */

import { seconds } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { errors, jwtVerify, SignJWT } from 'jose';

const ALGORITHM = 'HS256';
/** RFC 9068, 2.1: the type of the token, so that no other JWT that is signed with the key is accepted. */
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

/**
 * Header parameters that name a key (`jwk`, `jku`, `x5u`, `kid`) are never read: the key comes from the settings.
 * @param now milliseconds
 * @throws ProtocolError `unauthenticated`
 */
export async function verifyBearerToken(
  token: string,
  options: { readonly key: string; readonly issuer: string; readonly now: number },
): Promise<BearerClaims> {
  try {
    const { payload } = await jwtVerify(token, Buffer.from(options.key), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: options.issuer,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'iat', 'exp', 'jti', 'tenant', 'fpr'],
      currentDate: new Date(options.now),
    });
    const { sub, tenant, fpr } = payload;
    if (typeof sub === 'string' && typeof tenant === 'string' && typeof fpr === 'string') {
      return { clientId: sub, tenant, fingerprint: fpr };
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
