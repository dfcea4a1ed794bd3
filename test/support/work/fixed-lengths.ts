/**
 * Preloaded into a server whose work is counted: every ES256 signature has the same length as DER, so that certificates, and the
 * documents that hold them, have as many bytes in each run. Signatures are made again until their two numbers begin with a byte
 * from 1 to 127. Load it before `count-work.js`, which then counts one signature.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';

const crypto = createRequire(import.meta.url)('node:crypto');
const { sign } = crypto;
/** Bytes of R and S together in the form of JWS (RFC 7518, 3.4). */
const LENGTH = 64;

crypto.sign = (...args: unknown[]): unknown => {
  for (;;) {
    const made: unknown = sign(...args);
    if (!Buffer.isBuffer(made) || made.length !== LENGTH || [made[0], made[LENGTH / 2]].every(isPlain)) return made;
  }
};
syncBuiltinESMExports();

/** Neither a byte more in DER for the sign, nor one less for a zero. */
function isPlain(byte = 0): boolean {
  return byte > 0 && byte < 0x80;
}
