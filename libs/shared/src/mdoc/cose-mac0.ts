/** COSE_Mac0 with HMAC (RFC 9052, 6.2 and 6.3; RFC 9053, 3.1). */
import { timingSafeEqual } from 'node:crypto';
import { hmacSha256 } from '../crypto/hmac-sha256.ts';
import { receivedFact } from '../kernel/reasons/received.ts';
import type { CborMap, CborValue } from './cbor-value.ts';
import { CoseError } from './cose-error.ts';
import { COSE_HEADER, readCoseMessage } from './cose-header.ts';
import { writeCbor } from './write-cbor.ts';

const COSE_MAC0_TAG = 17;
const NO_EXTERNAL_DATA = Buffer.alloc(0);
/** HMAC 256/256, the only one of ISO/IEC 18013-5, 9.1.3.5. */
const HMAC_256 = 5;

/** A message in its parts; its tag is not verified. */
export interface CoseMac0 {
  /** As received. */
  readonly protectedBytes: Buffer;
  readonly protectedHeader: CborMap;
  readonly unprotected: CborMap;
  /** Null where the content is detached. */
  readonly payload: Buffer | null;
  readonly tag: Buffer;
}

/**
 * Reads a message, untagged or with tag 17.
 * @throws CoseError `structure`, `algorithm`, `critical_header`
 */
export function readCoseMac0(value: CborValue): CoseMac0 {
  const { end, ...parts } = readCoseMessage(value, COSE_MAC0_TAG);
  const algorithm = parts.protectedHeader.get(COSE_HEADER.algorithm);
  if (algorithm !== HMAC_256) {
    throw new CoseError('algorithm', { expectedAny: [String(HMAC_256)], ...receivedFact(algorithm) });
  }
  return { ...parts, tag: end };
}

/**
 * Whether the tag is by the key over detached content. A message with a payload of its own is refused.
 * @param options `key` has 32 bytes
 */
export function verifyCoseMac0(options: {
  readonly message: CoseMac0;
  readonly key: Buffer;
  readonly detached: Buffer;
}): boolean {
  const { message, key, detached } = options;
  if (message.payload !== null) return false;
  const input = writeCbor(['MAC0', message.protectedBytes, NO_EXTERNAL_DATA, detached]);
  const tag = hmacSha256(key, input);
  return message.tag.length === tag.length && timingSafeEqual(message.tag, tag);
}
