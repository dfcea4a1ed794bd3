/**
 * ES256 signatures of one length in DER, so that certificates, and the documents that hold them, have as many bytes in each run:
 * they are made again until their two numbers begin with a byte from 1 to 127.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';

const crypto = createRequire(import.meta.url)('node:crypto');
/** Bytes of R and of S on the curve P-256. */
const SIZE = 32;
/** The tag of a SEQUENCE (X.690), with which a signature in DER begins. */
const SEQUENCE = 0x30;

/** From now on for the whole process. @returns ends it */
export function fixSignatureLengths(): () => void {
  const { sign } = crypto;
  const replace = (by: unknown): void => {
    crypto.sign = by;
    syncBuiltinESMExports();
  };
  replace((...args: unknown[]): unknown => {
    for (;;) {
      const made: unknown = sign(...args);
      if (!Buffer.isBuffer(made) || isUsual(made)) return made;
    }
  });
  return () => replace(sign);
}

/** Whether R and S take as many bytes in DER as they have. Signatures of other curves and keys are all usual. */
export function isUsual(signature: Buffer): boolean {
  // R and S side by side (RFC 7518, 3.4).
  if (signature.length === 2 * SIZE) return [signature[0], signature[SIZE]].every(isPlain);
  const isEcdsa = signature[0] === SEQUENCE && signature.length <= 2 * SIZE + 8;
  return !isEcdsa || (signature.length === 2 * SIZE + 6 && signature[3] === SIZE);
}

/** Neither a byte more in DER for the sign, nor one less for a zero. */
function isPlain(byte = 0): boolean {
  return byte > 0 && byte < 0x80;
}
