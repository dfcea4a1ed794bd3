/**
 * Nonces without storage: time of issue, random bytes and a MAC under a key of the tenant. Only their use is stored.
 * Used for the c_nonce (OpenID4VCI 1.0, 7) and the DPoP nonce (RFC 9449, 8), each under its own key.
 */
import { timingSafeEqual } from 'node:crypto';
import { hmacSha256 } from '@countersign/shared/crypto/hmac-sha256';

const TIME_BYTES = 6;
const RANDOM_BYTES = 16;
const MAC_BYTES = 16;
const LENGTH = Math.ceil(((TIME_BYTES + RANDOM_BYTES + MAC_BYTES) * 4) / 3);

export interface NonceInput {
  readonly key: Buffer;
  /** Milliseconds. */
  readonly now: number;
  /** 16 random bytes. */
  readonly random: Buffer;
}

/** Creates a nonce, base64url. */
export function createNonce({ key, now, random }: NonceInput): string {
  const body = Buffer.alloc(TIME_BYTES + RANDOM_BYTES);
  body.writeUIntBE(now, 0, TIME_BYTES);
  random.copy(body, TIME_BYTES, 0, RANDOM_BYTES);
  return Buffer.concat([body, mac(key, body)]).toString('base64url');
}

/**
 * When this service issued a nonce.
 * @returns milliseconds since the epoch, or undefined if it was not issued under this key
 */
export function nonceTime(nonce: unknown, key: Buffer): number | undefined {
  if (typeof nonce !== 'string' || nonce.length !== LENGTH) return undefined;
  const bytes = Buffer.from(nonce, 'base64url');
  // Node accepts non-canonical base64url, so another encoding of the same bytes would be a second nonce.
  if (bytes.length !== TIME_BYTES + RANDOM_BYTES + MAC_BYTES || bytes.toString('base64url') !== nonce) return undefined;
  const body = bytes.subarray(0, TIME_BYTES + RANDOM_BYTES);
  if (!timingSafeEqual(bytes.subarray(TIME_BYTES + RANDOM_BYTES), mac(key, body))) return undefined;
  return body.readUIntBE(0, TIME_BYTES);
}

function mac(key: Buffer, body: Buffer): Buffer {
  return hmacSha256(key, body).subarray(0, MAC_BYTES);
}
