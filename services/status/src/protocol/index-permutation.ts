/**
 * A keyed permutation of the entries of a list: positions are allocated in order, credentials carry the permuted index. So
 * no index is used twice, and an index reveals neither its neighbours nor its time
 * (HAIP 1.0, 6.1; Token Status List, 12.5 and 13.3).
 */
import { createHmac } from 'node:crypto';

/** The number of rounds of FF1 (NIST SP 800-38G). */
const ROUNDS = 10;

/**
 * Index of a position: a balanced Feistel network over the next power of four, walked until it ends in the list.
 * @param key 32 bytes, one per list
 * @param size entries of the list; position and result are 0 to size - 1
 */
export function permutedIndex(key: Buffer, size: number, position: number): number {
  if (!Number.isInteger(position) || position < 0 || position >= size) throw new RangeError('no such position');
  const halfBits = Math.ceil(Math.log2(size) / 2);
  let index = position;
  do {
    index = encipher(key, halfBits, index);
  } while (index >= size);
  return index;
}

function encipher(key: Buffer, halfBits: number, value: number): number {
  const mask = 2 ** halfBits - 1;
  let left = value >>> halfBits;
  let right = value & mask;
  for (let round = 0; round < ROUNDS; round += 1) {
    [left, right] = [right, left ^ (roundValue(key, round, right) & mask)];
  }
  return (left << halfBits) | right;
}

function roundValue(key: Buffer, round: number, half: number): number {
  const input = Buffer.alloc(5);
  input.writeUInt8(round, 0);
  input.writeUInt32BE(half, 1);
  return createHmac('sha256', key).update(input).digest().readUInt32BE(0);
}
