/** A deterministic writer of CBOR: shortest heads, definite lengths, entries of a map in the order given (RFC 8949, 4.2). */
import { type CborMap, type CborValue, isCborMap, TAG, Tagged } from './cbor-value.ts';

const MAX_ARGUMENT = 0xffff_ffff_ffff_ffffn;

/**
 * Encodes a value. A whole number becomes an integer, any other a double; a tagged value that was read is written
 * exactly as received.
 * @throws RangeError for an integer beyond 64 bits
 */
export function writeCbor(value: CborValue): Buffer {
  const parts: Buffer[] = [];
  write(value, parts);
  return Buffer.concat(parts);
}

/** Tag 24 around an encoded value. */
export function embedCbor(encoded: Buffer): Tagged {
  return new Tagged(TAG.embedded, encoded);
}

function write(value: CborValue, parts: Buffer[]): void {
  if (typeof value === 'string') {
    const text = Buffer.from(value, 'utf8');
    parts.push(head(3, text.length), text);
  } else if (typeof value === 'number') {
    parts.push(Number.isSafeInteger(value) ? integer(value) : double(value));
  } else if (typeof value === 'bigint') {
    parts.push(integer(value));
  } else if (Buffer.isBuffer(value)) {
    parts.push(head(2, value.length), value);
  } else if (value instanceof Tagged) {
    writeTagged(value, parts);
  } else if (isCborMap(value)) {
    writeMap(value, parts);
  } else if (Array.isArray(value)) {
    parts.push(head(4, value.length));
    for (const item of value as readonly CborValue[]) write(item, parts);
  } else {
    parts.push(simple(value as boolean | null | undefined));
  }
}

function writeTagged({ tag, value, encoded }: Tagged, parts: Buffer[]): void {
  if (encoded !== undefined) {
    parts.push(encoded);
    return;
  }
  parts.push(head(6, tag));
  write(value, parts);
}

function writeMap(map: CborMap, parts: Buffer[]): void {
  parts.push(head(5, map.size));
  for (const [key, value] of map) {
    write(key, parts);
    write(value, parts);
  }
}

function integer(value: number | bigint): Buffer {
  return value < 0 ? head(1, -1n - BigInt(value)) : head(0, value);
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(9);
  bytes[0] = 0xfb;
  bytes.writeDoubleBE(value, 1);
  return bytes;
}

function simple(value: boolean | null | undefined): Buffer {
  if (value === undefined) return Buffer.of(0xf7);
  if (value === null) return Buffer.of(0xf6);
  return Buffer.of(value ? 0xf5 : 0xf4);
}

function head(major: number, argument: number | bigint): Buffer {
  const first = major << 5;
  if (argument < 24) return Buffer.of(first | Number(argument));
  if (argument <= 0xff) return Buffer.of(first | 24, Number(argument));
  if (argument <= 0xffff) return sized(first | 25, 2, argument);
  if (argument <= 0xffff_ffff) return sized(first | 26, 4, argument);
  if (BigInt(argument) > MAX_ARGUMENT) throw new RangeError('An integer of CBOR has at most 64 bits');
  const bytes = Buffer.alloc(9);
  bytes[0] = first | 27;
  bytes.writeBigUInt64BE(BigInt(argument), 1);
  return bytes;
}

function sized(first: number, size: 2 | 4, argument: number | bigint): Buffer {
  const bytes = Buffer.alloc(1 + size);
  bytes[0] = first;
  bytes.writeUIntBE(Number(argument), 1, size);
  return bytes;
}
