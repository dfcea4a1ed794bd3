/**
 * Ids of documents: the time, then randomness. What is written at one time lies side by side in the trees of a store, where
 * wholly random ids would touch pages of their own for each document, the more the larger the store is.
 */
import type { Random } from './random.ts';

/** Enough for the milliseconds of the next thousand years, five bits each. */
const TIME_LENGTH = 9;
const LENGTH = 43;
const TIME_BYTES = 5;
/** Milliseconds that share the time of a handle: five bytes of six. */
const TIME_UNIT = 256;

/**
 * An id of 43 characters of base64url: nine digits of base 32 that sort as the time does, and 204 random bits, which nobody
 * guesses who knows the time.
 * @param now milliseconds since the epoch
 */
export function orderedId(now: number, random: Random): string {
  const time = now.toString(32).padStart(TIME_LENGTH, '0');
  return (time + random(26).toString('base64url')).slice(0, LENGTH);
}

/**
 * Bytes that begin with the time, the same for a quarter of a second, and are random for the rest.
 * @param now milliseconds since the epoch
 * @param size of all, more than five
 */
export function timePrefixedBytes(now: number, size: number, random: Random): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntBE(Math.floor(now / TIME_UNIT), 0, TIME_BYTES);
  random(size - TIME_BYTES).copy(bytes, TIME_BYTES);
  return bytes;
}
