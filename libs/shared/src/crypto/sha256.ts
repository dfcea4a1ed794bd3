/**
 * SHA-256 (FIPS 180-4), in one call, because the object from `createHash` costs more than the digest of a short string.
 */
import { hash } from 'node:crypto';

/** The digest of bytes, or of a string in UTF-8: 32 bytes. */
export function sha256(data: string | Uint8Array): Buffer {
  return hash('sha256', data, 'buffer');
}

/** The same in base64url: 43 characters. */
export function hashOf(data: string | Uint8Array): string {
  return hash('sha256', data, 'base64url');
}
