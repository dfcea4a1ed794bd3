/** SHA-256 (FIPS 180-4). */
import { createHash } from 'node:crypto';

/** The digest of bytes, or of a text in UTF-8: 32 bytes. */
export function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}

/** The same in base64url: 43 characters. */
export function hashOf(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('base64url');
}
