/** A strict reader of CBOR (RFC 8949). Its time and memory are linear in the length of the input, whatever the input declares. */
import { isUtf8 } from 'node:buffer';
import { CborError } from './cbor-error.ts';
import { byteKey, type CborKey, type CborMap, type CborValue, Tagged } from './cbor-value.ts';

const MAX_DEPTH = 16;
const MAX_ITEMS = 20_000;

const INDEFINITE = 31;
const BREAK = 0xff;

export interface ReadCborOptions {
  /** Limit of values, those within others included. */
  readonly maxItems?: number;
  /** Byte strings are keys too: `byteKey` converts one. */
  readonly byteKeys?: boolean;
}

/** Position and remaining limits. */
interface Reading extends Required<ReadCborOptions> {
  readonly bytes: Buffer;
  at: number;
  items: number;
}

interface Head {
  readonly major: number;
  readonly info: number;
  /** The argument; undefined for an indefinite length. */
  readonly argument: number | bigint | undefined;
}

/**
 * Reads one value that fills the bytes. Any order of keys, lengths in more bytes than necessary and indefinite arrays and maps are
 * accepted; chunked strings, repeated keys, keys of other types and trailing bytes are not. A bignum stays a tagged byte string.
 * Byte strings and `Tagged.encoded` are views of the input.
 * @throws CborError
 */
export function readCbor(bytes: Buffer, { maxItems = MAX_ITEMS, byteKeys = false }: ReadCborOptions = {}): CborValue {
  const reading: Reading = { bytes, at: 0, items: 0, maxItems, byteKeys };
  const value = readValue(reading, 0);
  if (reading.at !== bytes.length) throw new CborError('trailing_bytes');
  return value;
}

function readValue(reading: Reading, depth: number): CborValue {
  if (depth > MAX_DEPTH) throw new CborError('too_deep');
  reading.items += 1;
  if (reading.items > reading.maxItems) throw new CborError('too_many_items');
  const start = reading.at;
  const head = readHead(reading);
  switch (head.major) {
    case 0:
      return definite(head);
    case 1:
      return negative(definite(head));
    case 2:
      return readBytes(reading, head);
    case 3:
      return readText(reading, head);
    case 4:
      return readArray(reading, head, depth);
    case 5:
      return readMap(reading, head, depth);
    case 6: {
      const tag = lengthOf(definite(head));
      const value = readValue(reading, depth + 1);
      return new Tagged(tag, value, reading.bytes.subarray(start, reading.at));
    }
    default:
      return simple(reading, head, start);
  }
}

function readHead(reading: Reading): Head {
  const first = byteAt(reading);
  const [major, info] = [first >> 5, first & 31];
  if (info < 24) return { major, info, argument: info };
  if (info === INDEFINITE) return { major, info, argument: undefined };
  if (info > 27) throw new CborError('reserved');
  const size = 1 << (info - 24);
  const at = reading.at;
  if (at + size > reading.bytes.length) throw new CborError('truncated');
  reading.at += size;
  if (size < 8) return { major, info, argument: reading.bytes.readUIntBE(at, size) };
  const long = reading.bytes.readBigUInt64BE(at);
  return { major, info, argument: long <= Number.MAX_SAFE_INTEGER ? Number(long) : long };
}

function byteAt(reading: Reading): number {
  const byte = reading.bytes[reading.at];
  if (byte === undefined) throw new CborError('truncated');
  reading.at += 1;
  return byte;
}

function definite({ argument }: Head): number | bigint {
  if (argument === undefined) throw new CborError('reserved');
  return argument;
}

function negative(argument: number | bigint): number | bigint {
  if (typeof argument === 'number' && argument < Number.MAX_SAFE_INTEGER) return -1 - argument;
  return -1n - BigInt(argument);
}

/** A length or tag; one beyond 2^53 exceeds every limit. */
function lengthOf(argument: number | bigint): number {
  if (typeof argument === 'bigint') throw new CborError('length');
  return argument;
}

function readBytes(reading: Reading, { argument }: Head): Buffer {
  if (argument === undefined) throw new CborError('chunked_string');
  const length = lengthOf(argument);
  const end = reading.at + length;
  if (end > reading.bytes.length) throw new CborError('length');
  const bytes = reading.bytes.subarray(reading.at, end);
  reading.at = end;
  return bytes;
}

function readText(reading: Reading, head: Head): string {
  const bytes = readBytes(reading, head);
  if (!isUtf8(bytes)) throw new CborError('not_utf8');
  return bytes.toString('utf8');
}

function readArray(reading: Reading, { argument }: Head, depth: number): readonly CborValue[] {
  const items: CborValue[] = [];
  repeat(reading, argument, 1, () => items.push(readValue(reading, depth + 1)));
  return items;
}

function readMap(reading: Reading, { argument }: Head, depth: number): CborMap {
  const map = new Map<CborKey, CborValue>();
  repeat(reading, argument, 2, () => {
    const key = readKey(reading, depth + 1);
    if (map.has(key)) throw new CborError('duplicate_key');
    map.set(key, readValue(reading, depth + 1));
  });
  return map;
}

/**
 * A string, an integer, or a byte string if it is allowed. Never a float, even if it equals an integer, because the two
 * would be one key.
 */
function readKey(reading: Reading, depth: number): CborKey {
  const major = (reading.bytes[reading.at] ?? 0) >> 5;
  const allowed = major === 0 || major === 1 || major === 3 || (major === 2 && reading.byteKeys);
  if (!allowed) throw new CborError('key');
  const key = readValue(reading, depth);
  if (Buffer.isBuffer(key)) return byteKey(key);
  if (typeof key !== 'string' && typeof key !== 'number') throw new CborError('key');
  return key;
}

/**
 * @param each minimum bytes of an entry: a declared number of entries that the input is too short for is refused before
 *   the first
 */
function repeat(reading: Reading, declared: number | bigint | undefined, each: number, read: () => void): void {
  if (declared === undefined) {
    while (reading.bytes[reading.at] !== BREAK) read();
    reading.at += 1;
    return;
  }
  const count = lengthOf(declared);
  if (count * each > reading.bytes.length - reading.at) throw new CborError('length');
  for (let index = 0; index < count; index += 1) read();
}

/** RFC 8949, 3.3 */
function simple(reading: Reading, { info, argument }: Head, start: number): CborValue {
  const { bytes } = reading;
  switch (info) {
    case 20:
      return false;
    case 21:
      return true;
    case 22:
      return null;
    case 23:
      return undefined;
    case 25:
      return halfFloat(Number(argument));
    case 26:
      return bytes.readFloatBE(start + 1);
    case 27:
      return bytes.readDoubleBE(start + 1);
    default:
      throw new CborError('reserved');
  }
}

/** RFC 8949, appendix D */
function halfFloat(half: number): number {
  const [sign, exponent, mantissa] = [half & 0x8000 ? -1 : 1, (half >> 10) & 31, half & 1023];
  if (exponent === 0) return sign * mantissa * 2 ** -24;
  if (exponent === 31) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (mantissa + 1024) * 2 ** (exponent - 25);
}
