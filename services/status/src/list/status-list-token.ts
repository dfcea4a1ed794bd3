/** Status List Token in JWT form (Token Status List, 5.1). */
import { signJwtWith } from '@countersign/shared/crypto/jwt';
import type { SigningKey } from '@countersign/shared/crypto/keys';
import type { OwnBits } from '@countersign/shared/crypto/status-bits';

export interface StatusListTokenOptions {
  /** The list's URL: exactly the `uri` in the credentials. */
  readonly uri: string;
  /** Encoded list. */
  readonly lst: string;
  readonly bits: OwnBits;
  /** Seconds since the epoch. */
  readonly iat: number;
  readonly exp: number;
  /** Seconds that a consumer may keep the token. */
  readonly ttl: number;
  readonly key: SigningKey;
}

/**
 * Signs the token. The header has `jwk` as well as `x5c`, for consumers without support for certificate chains. The
 * header's `kid` is also in the `jwk`, because consumers that put it into a key set look it up by `kid` (RFC 7515,
 * 4.1.4).
 */
export function signStatusListToken(options: StatusListTokenOptions): Promise<string> {
  const { uri, lst, bits, iat, exp, ttl, key } = options;
  return signJwtWith(key, {
    header: { typ: 'statuslist+jwt', kid: key.kid, x5c: key.x5c, jwk: { ...key.publicJwk, kid: key.kid } },
    payload: { sub: uri, iat, exp, ttl, status_list: { bits, lst } },
  });
}
