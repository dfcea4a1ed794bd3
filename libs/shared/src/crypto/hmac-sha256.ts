/** HMAC with SHA-256 (RFC 2104). */
import { createHmac, createSecretKey, KeyObject } from 'node:crypto';

/**
 * The code of data under a key: 32 bytes. Uses a KeyObject, because Node 24 detects raw bytes through an error that it
 * throws and catches, which takes five times as long as the code itself.
 * @param key bytes; a KeyObject if one key is used for many codes
 */
export function hmacSha256(key: Uint8Array | KeyObject, data: string | Uint8Array): Buffer {
  const held = key instanceof KeyObject ? key : createSecretKey(key);
  return createHmac('sha256', held).update(data).digest();
}
