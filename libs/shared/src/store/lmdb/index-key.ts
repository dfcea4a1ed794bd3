/**
 * Keys of an ordered key-value store: bytes that sort as the values that they encode.
 * Missing < booleans < numbers < strings; strings by their UTF-8 bytes (code point order).
 */
import { sha256 } from '../../crypto/sha256.ts';
import type { IndexValue } from '../port.ts';

/** The largest key that lmdb supports with pages of 4096 bytes. */
const MAX_KEY_BYTES = 1978;

const MISSING = 0x01;
const FALSE = 0x02;
const TRUE = 0x03;
const NUMBER = 0x04;
const STRING = 0x05;
const AFTER_ALL = 0x06;

/** Ends a string. A NUL within a string becomes NUL, ESCAPED; neither is a tag, so no value is a prefix of another. */
const END = 0x00;
const ESCAPED = 0xff;
const HASHED = 0x10;

/**
 * A longer string is encoded as its first bytes and its SHA-256: equality stays exact, and order is correct up to those
 * bytes.
 */
const LONGEST_STRING = 256;
const KEPT_OF_LONGER = 192;

const scratch = Buffer.alloc(8192);

/**
 * Encodes a list of values to one key; undefined is a missing field.
 * @param prefix the key of the values before these
 * @throws TypeError for NaN and values that can't be indexed; RangeError if the key gets too long
 */
export function encodeKey(values: readonly (IndexValue | undefined)[], prefix?: Buffer): Buffer {
  let end = prefix === undefined ? 0 : prefix.copy(scratch);
  for (const value of values) {
    end = writeValue(end, value);
    if (end > MAX_KEY_BYTES) throw new RangeError(`An index key is longer than ${MAX_KEY_BYTES} bytes`);
  }
  const key = Buffer.allocUnsafe(end);
  scratch.copy(key, 0, 0, end);
  return key;
}

/** The first key after all keys that start with `prefix` and have a value after it. */
export function firstKeyAfter(prefix: Buffer): Buffer {
  return Buffer.concat([prefix, Buffer.of(AFTER_ALL)]);
}

/** The first possible key after `prefix` whose next value has the type of `value`. */
export function firstKeyOfType(prefix: Buffer, value: IndexValue): Buffer {
  const tag = typeof value === 'boolean' ? FALSE : typeof value === 'number' ? NUMBER : STRING;
  return Buffer.concat([prefix, Buffer.of(tag)]);
}

/** The first key after all keys that start with `prefix` and whose next value has the type of `value`. */
export function firstKeyAfterType(prefix: Buffer, value: IndexValue): Buffer {
  const tag = typeof value === 'boolean' ? NUMBER : typeof value === 'number' ? STRING : AFTER_ALL;
  return Buffer.concat([prefix, Buffer.of(tag)]);
}

function writeValue(at: number, value: IndexValue | undefined): number {
  switch (typeof value) {
    case 'undefined':
      scratch[at] = MISSING;
      return at + 1;
    case 'boolean':
      scratch[at] = value ? TRUE : FALSE;
      return at + 1;
    case 'number':
      return writeNumber(at, value);
    case 'string':
      return writeString(at, value);
    default:
      throw new TypeError('Only strings, numbers and booleans can be indexed');
  }
}

function writeNumber(at: number, value: number): number {
  if (Number.isNaN(value)) throw new TypeError('NaN cannot be indexed');
  scratch[at] = NUMBER;
  // -0 equals 0: adding 0 makes their bytes equal.
  scratch.writeDoubleBE(value + 0, at + 1);
  const sign = scratch[at + 1] as number;
  // IEEE 754 sorts by its bytes once the sign bit is flipped, and for negative numbers all other bits too.
  if (sign < 0x80) {
    scratch[at + 1] = sign ^ 0x80;
  } else {
    for (let i = at + 1; i < at + 9; i += 1) scratch[i] = (scratch[i] as number) ^ 0xff;
  }
  return at + 9;
}

function writeString(at: number, value: string): number {
  scratch[at] = STRING;
  const plainEnd = value.length <= LONGEST_STRING ? writeAscii(at + 1, value) : undefined;
  if (plainEnd !== undefined) {
    scratch[plainEnd] = END;
    return plainEnd + 1;
  }
  const plain = Buffer.from(value);
  const bytes = Buffer.from([...plain].flatMap((byte) => (byte === 0 ? [END, ESCAPED] : [byte])));
  if (bytes.length <= LONGEST_STRING) {
    const end = at + 1 + bytes.copy(scratch, at + 1);
    scratch[end] = END;
    return end + 1;
  }
  let end = at + 1 + bytes.copy(scratch, at + 1, 0, KEPT_OF_LONGER);
  scratch[end] = END;
  scratch[end + 1] = HASHED;
  end += 2;
  return end + sha256(plain).copy(scratch, end);
}

/** Writes an ASCII string without NUL, the usual case. @returns the place after it; undefined for any other string */
function writeAscii(at: number, value: string): number | undefined {
  const { length } = value;
  for (let i = 0; i < length; i += 1) {
    const code = value.charCodeAt(i);
    if (code === 0 || code > 0x7f) return undefined;
    scratch[at + i] = code;
  }
  return at + length;
}
