/**
 * A keyed permutation of the entries of a list: positions are allocated in order, credentials carry the permuted index. So
 * no index is used twice, and an index reveals neither its neighbours nor its time
 * (HAIP 1.0, 6.1; Token Status List, 12.5 and 13.3).
 */
import { createSecretKey } from 'node:crypto';
import { hmacSha256 } from '@countersign/shared/crypto/hmac-sha256';

/** The number of rounds of FF1 (NIST SP 800-38G). */
const ROUNDS = 10;

/** Index of a position of a list. @throws RangeError for a position that the list does not have */
export type IndexPermutation = (position: number) => number;

/** Positions of a list after which its values of rounds are kept: most tenants have lists that allocate little. */
const KEPT_AFTER = 100;

/**
 * A balanced Feistel network over the next power of four, walked until it ends in the list. After `KEPT_AFTER` positions it keeps
 * each value of a round that it computes, four bytes: a list of 2^20 entries has 10,240 of them.
 * @param key 32 bytes, one per list
 * @param size entries of the list; position and result are 0 to size - 1
 */
export function indexPermutation(key: Buffer, size: number): IndexPermutation {
  const halfBits = Math.ceil(Math.log2(size) / 2);
  let roundValue = computedRounds(key, halfBits);
  let asked = 0;
  return (position) => {
    if (!Number.isInteger(position) || position < 0 || position >= size) throw new RangeError('no such position');
    asked += 1;
    if (asked === KEPT_AFTER) roundValue = keptRounds(roundValue, halfBits);
    let index = position;
    do {
      index = encipher(roundValue, halfBits, index);
    } while (index >= size);
    return index;
  };
}

function encipher(roundValue: RoundValue, halfBits: number, value: number): number {
  let left = value >>> halfBits;
  let right = value & (2 ** halfBits - 1);
  for (let round = 0; round < ROUNDS; round += 1) [left, right] = [right, left ^ roundValue(round, right)];
  return (left << halfBits) | right;
}

/** Function of a round and the right half. Its value has as many bits as a half. */
type RoundValue = (round: number, half: number) => number;

function keptRounds(compute: RoundValue, halfBits: number): RoundValue {
  const halves = 2 ** halfBits;
  // A known value plus one; 0 is not computed yet.
  const known = new Uint32Array(ROUNDS * halves);
  return (round, half) => {
    const place = round * halves + half;
    const value = known[place];
    if (value !== undefined && value > 0) return value - 1;
    const computed = compute(round, half);
    known[place] = computed + 1;
    return computed;
  };
}

function computedRounds(key: Buffer, halfBits: number): RoundValue {
  const mask = 2 ** halfBits - 1;
  const held = createSecretKey(key);
  return (round, half) => {
    const input = Buffer.alloc(5);
    input.writeUInt8(round, 0);
    input.writeUInt32BE(half, 1);
    return hmacSha256(held, input).readUInt32BE(0) & mask;
  };
}
