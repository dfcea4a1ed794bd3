/** ECDH-ES in direct key agreement on P-256 (RFC 7518, 4.6), with the content encryptions used here. */
import { createECDH, ECDH } from 'node:crypto';
import type { AgreementJwk } from './generate-key.ts';
import { sha256 } from './sha256.ts';

export type ContentEncryption = 'A128GCM' | 'A256GCM';

export const CONTENT_ENCRYPTIONS: readonly ContentEncryption[] = ['A128GCM', 'A256GCM'];
export const CIPHERS = { A128GCM: 'aes-128-gcm', A256GCM: 'aes-256-gcm' } as const;
export const IV_BYTES = 12;
export const TAG_BYTES = 16;
export const COORDINATE_BYTES = 32;

const CURVE = 'prime256v1';
const KEY_BYTES: Readonly<Record<ContentEncryption, number>> = { A128GCM: 16, A256GCM: 32 };
const UNCOMPRESSED = Buffer.of(4);

/** A point of P-256: both coordinates in base64url, 32 bytes each. */
export interface Point {
  readonly x: string;
  readonly y: string;
}

/** The inputs of the key derivation besides the secret. */
export interface DerivationInfo {
  readonly enc: ContentEncryption;
  readonly apu: Buffer;
  readonly apv: Buffer;
}

/** True for a point on the curve (RFC 8725, 3.4); costs no agreement. */
export function isOnCurve(point: Point): boolean {
  try {
    ECDH.convertKey(uncompressed(point), CURVE, undefined, 'hex', 'compressed');
    return true;
  } catch {
    return false;
  }
}

/**
 * RFC 7518, 4.6; NIST SP 800-56A, 5.7.1.2. Computed from raw coordinates: importing both keys costs more than the agreement.
 * @throws for a point that is not on the curve
 */
export function agreedSecret({ d }: Pick<AgreementJwk, 'd'>, point: Point): Buffer {
  const agreement = createECDH(CURVE);
  agreement.setPrivateKey(Buffer.from(d, 'base64url'));
  return agreement.computeSecret(uncompressed(point));
}

/** RFC 7518, 4.6.2: one round of the Concat KDF with SHA-256 is enough for both key sizes. */
export function concatKdf(secret: Buffer, { enc, apu, apv }: DerivationInfo): Buffer {
  const size = KEY_BYTES[enc];
  const algorithm = withLength(Buffer.from(enc, 'latin1'));
  const info = [algorithm, withLength(apu), withLength(apv), number32(size * 8)];
  return sha256(Buffer.concat([number32(1), secret, ...info])).subarray(0, size);
}

/** SEC 1, 2.3.4: an uncompressed point, which can't be the one at infinity. */
function uncompressed({ x, y }: Point): Buffer {
  return Buffer.concat([UNCOMPRESSED, Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
}

function number32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
}

function withLength(data: Buffer): Buffer {
  return Buffer.concat([number32(data.length), data]);
}
