/** Randomness, injected everywhere so that tests can repeat a run. */
import { randomBytes } from 'node:crypto';

/** Returns that many random bytes. */
export type Random = (bytes: number) => Buffer;

export const systemRandom: Random = (bytes) => randomBytes(bytes);

/** A 256-bit value in base64url (43 characters): session ids, states, secrets. */
export function randomId(random: Random): string {
  return random(32).toString('base64url');
}
