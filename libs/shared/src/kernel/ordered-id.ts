/**
 * Ids of documents: the time, then randomness. Documents of the same time share pages in the trees of a store; wholly
 * random ids would touch separate pages for each document, and more of them the larger the store is.
 */
import type { Random } from './random.ts';

/** Enough for the milliseconds of the next thousand years, five bits each. */
const TIME_LENGTH = 9;
const LENGTH = 43;
const TIME_BYTES = 5;
/** Milliseconds that share the time of a handle: five bytes of six. */
const TIME_UNIT = 256;

/**
 * An id of 43 characters of base64url: nine digits of base 32 that sort by time, and 204 random bits, so that the time
 * does not help to guess it.
 * @param now milliseconds since the epoch
 */
export function orderedId(now: number, random: Random): string {
  const time = now.toString(32).padStart(TIME_LENGTH, '0');
  return (time + random(26).toString('base64url')).slice(0, LENGTH);
}

/**
 * Random bytes after a prefix of five bytes: the time in units of 256 milliseconds.
 * @param now milliseconds since the epoch
 * @param size number of bytes in all, more than five
 */
export function timePrefixedBytes(now: number, size: number, random: Random): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntBE(Math.floor(now / TIME_UNIT), 0, TIME_BYTES);
  random(size - TIME_BYTES).copy(bytes, TIME_BYTES);
  return bytes;
}
