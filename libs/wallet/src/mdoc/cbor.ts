/**
 * CBOR (RFC 8949) as this wallet reads and writes it, without the server's code: integers, strings, byte strings,
 * arrays, maps, tags, booleans, null, undefined and floats. It only reads the deterministic encoding (4.2), so that
 * writing a value again yields the same bytes.
 */

export type Cbor =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Uint8Array
  | readonly Cbor[]
  | CborMap
  | CborTag;

export type CborMap = ReadonlyMap<Cbor, Cbor>;

export class CborTag {
  readonly tag: number;
  readonly content: Cbor;

  constructor(tag: number, content: Cbor) {
    this.tag = tag;
    this.content = content;
  }
}

/** The bytes are not CBOR that this wallet can read. */
export class CborRefused extends Error {
  override readonly name = 'CborRefused';
}

/** Tags that mdocs have (RFC 8949, 3.4; RFC 8943). */
export const DATE_TIME = 0;
export const EMBEDDED = 24;
export const FULL_DATE = 1004;

const DEEPEST = 24;

/** Encodes a value; entries of a map stay in their order. @throws RangeError for an integer beyond 64 bits */
export function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'string') return withHead(3, Buffer.from(value, 'utf8'));
  if (typeof value === 'bigint') return integer(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? integer(BigInt(value)) : double(value);
  if (value instanceof Uint8Array) return withHead(2, value);
  if (value instanceof CborTag) return Buffer.concat([head(6, BigInt(value.tag)), encodeCbor(value.content)]);
  if (value instanceof Map) {
    const entries = [...(value as CborMap)].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)]);
    return Buffer.concat([head(5, BigInt((value as CborMap).size)), ...entries]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(4, BigInt(value.length)), ...value.map(encodeCbor)]);
  return Buffer.from([value === false ? 0xf4 : value === true ? 0xf5 : value === null ? 0xf6 : 0xf7]);
}

/** Tag 24 around the encoding of a value. */
export function embedded(value: Cbor): CborTag {
  return new CborTag(EMBEDDED, encodeCbor(value));
}

function integer(value: bigint): Buffer {
  return value < 0n ? head(1, -1n - value) : head(0, value);
}

function withHead(major: number, content: Uint8Array): Buffer {
  return Buffer.concat([head(major, BigInt(content.length)), content]);
}

function head(major: number, argument: bigint): Buffer {
  const first = major << 5;
  if (argument < 24n) return Buffer.from([first | Number(argument)]);
  const size = SIZES.find((bytes) => argument < 1n << BigInt(bytes * 8));
  if (size === undefined) throw new RangeError('The number has more than 64 bits');
  const bytes = Buffer.alloc(9);
  bytes.writeBigUInt64BE(argument, 1);
  return Buffer.concat([Buffer.from([first | (24 + SIZES.indexOf(size))]), bytes.subarray(9 - size)]);
}

const SIZES = [1, 2, 4, 8];

function double(value: number): Buffer {
  const bytes = Buffer.alloc(9, 0xfb);
  bytes.writeDoubleBE(value, 1);
  return bytes;
}

/** Reads one value that fills the bytes; byte strings are copies. @throws CborRefused */
export function decodeCbor(bytes: Uint8Array): Cbor {
  const reader = new Reader(bytes);
  const value = reader.value(0);
  if (!reader.atEnd) throw new CborRefused('bytes follow the value');
  return value;
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  value(depth: number): Cbor {
    if (depth > DEEPEST) throw new CborRefused('the value is nested too deeply');
    const first = this.#take(1)[0] ?? 0;
    const [major, info] = [first >> 5, first & 31];
    if (major === 7) return this.#simple(info);
    const argument = this.#argument(info);
    if (major === 0) return small(argument);
    if (major === 1) return small(-1n - argument);
    if (major === 6) return new CborTag(Number(argument), this.value(depth + 1));
    if (argument > BigInt(this.#bytes.length)) throw new CborRefused('a length exceeds the bytes');
    const count = Number(argument);
    if (major === 2) return Buffer.from(this.#take(count));
    if (major === 3) return textOf(this.#take(count));
    if (major === 4) return Array.from({ length: count }, () => this.value(depth + 1));
    return this.#map(count, depth);
  }

  #map(count: number, depth: number): CborMap {
    const map = new Map<Cbor, Cbor>();
    for (let entry = 0; entry < count; entry += 1) {
      const key = this.value(depth + 1);
      if (typeof key !== 'string' && typeof key !== 'number')
        throw new CborRefused('a key is neither text nor integer');
      if (map.has(key)) throw new CborRefused('a map has a key twice');
      map.set(key, this.value(depth + 1));
    }
    return map;
  }

  #argument(info: number): bigint {
    if (info < 24) return BigInt(info);
    const size = SIZES[info - 24];
    if (size === undefined) throw new CborRefused('a length is not given');
    const read = BigInt(`0x${this.#take(size).toString('hex')}`);
    const least = size === 1 ? 24n : 1n << BigInt((size * 8) / 2);
    if (read < least) throw new CborRefused('a length is written in more bytes than it needs');
    return read;
  }

  #simple(info: number): Cbor {
    if (info === 20 || info === 21) return info === 21;
    if (info === 22) return null;
    if (info === 23) return undefined;
    if (info === 26) return this.#take(4).readFloatBE(0);
    if (info === 27) return this.#take(8).readDoubleBE(0);
    throw new CborRefused('simple values are not supported here');
  }

  #take(count: number): Buffer {
    const end = this.#at + count;
    if (end > this.#bytes.length) throw new CborRefused('the bytes end within a value');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}

function small(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CborRefused('a text string is not valid UTF-8');
  }
}
