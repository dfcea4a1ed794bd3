/**
 * ES256 signatures of one length in DER, so that certificates, and the documents that hold them, have as many bytes in each run:
 * they are made again until their two numbers begin with a byte from 1 to 127.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';

const crypto = createRequire(import.meta.url)('node:crypto');
/** Bytes of R and S together in the form of JWS (RFC 7518, 3.4). */
const LENGTH = 64;

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
      if (!Buffer.isBuffer(made) || made.length !== LENGTH || [made[0], made[LENGTH / 2]].every(isPlain)) return made;
    }
  });
  return () => replace(sign);
}

/** Neither a byte more in DER for the sign, nor one less for a zero. */
function isPlain(byte = 0): boolean {
  return byte > 0 && byte < 0x80;
}
