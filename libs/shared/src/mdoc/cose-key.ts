/** Public keys as COSE_Key (RFC 9052, 7; RFC 9053, 7.1.1). */
import type { PublicJwk } from '../crypto/keys.ts';
import type { CborMap, CborValue } from './cbor-value.ts';

/** Labels of RFC 9052, 7.1, and of EC2 keys (RFC 9053, 7.1.1). */
export const KEY_LABEL = { kty: 1, alg: 3, keyOperations: 4, crv: -1, x: -2, y: -3, d: -4 } as const;
export const EC2 = 2;

/** The key with its four necessary members and no other. */
export function coseKeyOf({ x, y }: PublicJwk): CborMap {
  return new Map<number, CborValue>([
    [KEY_LABEL.kty, EC2],
    [KEY_LABEL.crv, 1],
    [KEY_LABEL.x, Buffer.from(x, 'base64url')],
    [KEY_LABEL.y, Buffer.from(y, 'base64url')],
  ]);
}
