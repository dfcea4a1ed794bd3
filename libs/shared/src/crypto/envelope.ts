/** AES-256-GCM envelopes: version, IV, ciphertext, tag. */
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync } from 'node:crypto';
import type { Random } from '../kernel/random.ts';

export const KEY_BYTES = 32;

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/**
 * Encrypts bytes with a key of 32 bytes, bound to a context. The IV is random (96 bit), so one key may encrypt up to
 * 2^32 values (NIST SP 800-38D, 8.3).
 */
export function sealBytes(key: Buffer, plain: Buffer, context: string, random: Random): Buffer {
  const head = Buffer.concat([Buffer.of(VERSION), random(IV_BYTES)]);
  // A KeyObject, because Node 24 detects raw bytes through an error that it throws and catches, which takes 12 µs.
  const cipher = createCipheriv(CIPHER, createSecretKey(key), head.subarray(1), { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(context));
  return Buffer.concat([head, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Opens the output of `sealBytes`; undefined if it was changed or belongs to a different key or context. */
export function openBytes(key: Buffer, sealed: Buffer, context: string): Buffer | undefined {
  if (sealed.length < 1 + IV_BYTES + TAG_BYTES || sealed[0] !== VERSION) return undefined;
  const iv = sealed.subarray(1, 1 + IV_BYTES);
  const decipher = createDecipheriv(CIPHER, createSecretKey(key), iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(associatedData(context));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const plain = decipher.update(sealed.subarray(1 + IV_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    return undefined;
  }
}

/** HKDF-SHA-256 (RFC 5869): a key of 32 bytes for one purpose. */
export function deriveKey(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `countersign/${purpose}`, KEY_BYTES));
}

function associatedData(context: string): Buffer {
  return Buffer.concat([Buffer.of(VERSION), Buffer.from(context)]);
}
