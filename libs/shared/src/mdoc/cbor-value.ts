/** Values of CBOR (RFC 8949). */

/** An integer beyond 2^53 is a `bigint`; a byte string is a `Buffer`. */
export type CborValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Buffer
  | readonly CborValue[]
  | CborMap
  | Tagged;

/** Keys are strings or integers. No prototype is involved, so every name is only a name. */
export type CborMap = ReadonlyMap<CborKey, CborValue>;
export type CborKey = string | number;

/** A surrogate without its pair, which no CBOR string can contain. */
const BYTE_KEY = '\ud800';

/** The key for a byte string, in maps that were read with `byteKeys`. It never equals a string key. */
export function byteKey(bytes: Buffer): string {
  return `${BYTE_KEY}${bytes.toString('latin1')}`;
}

export const TAG = {
  /** A date and time as a string (RFC 8949, 3.4.1). */
  dateTime: 0,
  /** A byte string that contains CBOR (RFC 8949, 3.4.5.1). */
  embedded: 24,
  /** An address as a string (RFC 8949, 3.4.5.3). */
  uri: 32,
  /** A full date as a string (RFC 8943). */
  fullDate: 1004,
} as const;

/** A tagged value. */
export class Tagged {
  readonly tag: number;
  readonly value: CborValue;
  /** As received, with the tag's head: the input of digests and signatures. Undefined if it was not read. */
  readonly encoded: Buffer | undefined;

  constructor(tag: number, value: CborValue, encoded?: Buffer) {
    this.tag = tag;
    this.value = value;
    this.encoded = encoded;
  }
}

export function isCborMap(value: CborValue): value is CborMap {
  return value instanceof Map;
}
