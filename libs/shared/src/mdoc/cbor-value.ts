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

/** Keys are texts or integers; no prototype is involved, so that every name is only a name. */
export type CborMap = ReadonlyMap<CborKey, CborValue>;
export type CborKey = string | number;

/** A surrogate without its pair: no text of CBOR holds it. */
const BYTE_KEY = '\ud800';

/** The key for a byte string, in maps that were read with `byteKeys`. It equals the key of no text. */
export function byteKey(bytes: Buffer): string {
  return `${BYTE_KEY}${bytes.toString('latin1')}`;
}

export const TAG = {
  /** A date and time as text (RFC 8949, 3.4.1). */
  dateTime: 0,
  /** A byte string that holds CBOR (RFC 8949, 3.4.5.1). */
  embedded: 24,
  /** An address as text (RFC 8949, 3.4.5.3). */
  uri: 32,
  /** A full date as text (RFC 8943). */
  fullDate: 1004,
} as const;

/** A tagged value. */
export class Tagged {
  readonly tag: number;
  readonly value: CborValue;
  /** As received, with the head of the tag: what digests and signatures are computed over. Undefined where it was not read. */
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
