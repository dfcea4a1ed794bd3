import type { PublicJwk } from '@countersign/shared/crypto/keys';
import { hashOf } from '@countersign/shared/crypto/sha256';

/** Characters of base64url: 96 bits, against chance only. */
const LENGTH = 16;

/** Digests of holder keys, in their order. The session's id is part of each, so that they do not link sessions. */
export function holderDigests(sessionId: string, keys: readonly PublicJwk[]): readonly string[] {
  return keys.map(({ crv, x, y }) => hashOf(`${sessionId} ${crv} ${x} ${y}`).slice(0, LENGTH));
}
