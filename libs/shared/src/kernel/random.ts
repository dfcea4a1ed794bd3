/** Randomness, injected everywhere so that tests can repeat a run. */
import { randomBytes } from 'node:crypto';

/** Returns that many random bytes. */
export type Random = (bytes: number) => Buffer;

const POOL_BYTES = 4096;

/**
 * Creates a source that fills a pool with one system call. Ids and salts are many and short, and each call costs more
 * than the bytes. A byte is returned once and then wiped from the pool.
 * @param source fills the pool; also used directly for large requests
 */
export function createRandom(source: Random): Random {
  let pool: Buffer = Buffer.alloc(0);
  let used = 0;
  return (bytes) => {
    if (bytes > POOL_BYTES / 4) return source(bytes);
    if (used + bytes > pool.length) {
      pool = source(POOL_BYTES);
      used = 0;
    }
    const taken = Buffer.from(pool.subarray(used, used + bytes));
    pool.fill(0, used, used + bytes);
    used += bytes;
    return taken;
  };
}

export const systemRandom: Random = createRandom((bytes) => randomBytes(bytes));

/** A 256-bit value in base64url (43 characters): states, nonces, secrets. Documents have an `orderedId`. */
export function randomId(random: Random): string {
  return random(32).toString('base64url');
}
