/** CWTs with any content, as an attacker would create them. */
import { type KeyObject, sign } from 'node:crypto';
import { type CborKey, type CborValue, Tagged } from '../../src/mdoc/cbor-value.ts';
import { writeCbor } from '../../src/mdoc/write-cbor.ts';

export type Entries = Readonly<Record<number, CborValue>>;

export interface MadeCwt {
  /** Undefined leaves a member out. */
  readonly protectedHeader: Entries;
  readonly unprotected?: Entries;
  /** A map of claims, or the raw payload. */
  readonly claims: Entries | Buffer;
  readonly key: KeyObject;
  /** Default SHA-256. */
  readonly hash?: string;
  /** Default 18; null for none. */
  readonly tag?: number | null;
}

/** Signs with ECDSA, whatever the header contains. */
export function madeCwt({
  protectedHeader,
  unprotected = {},
  claims,
  key,
  hash = 'sha256',
  tag = 18,
}: MadeCwt): Buffer {
  const header = writeCbor(mapOf(protectedHeader));
  const payload = Buffer.isBuffer(claims) ? claims : writeCbor(mapOf(claims));
  const input = writeCbor(['Signature1', header, Buffer.alloc(0), payload]);
  const signature = sign(hash, input, { key, dsaEncoding: 'ieee-p1363' });
  const message = [header, mapOf(unprotected), payload, signature];
  return writeCbor(tag === null ? message : new Tagged(tag, message));
}

/** A map with integers as keys, without the members that are undefined. */
export function mapOf(entries: Entries): ReadonlyMap<CborKey, CborValue> {
  return new Map(
    Object.entries(entries).flatMap(([key, value]) => (value === undefined ? [] : [[Number(key), value] as const])),
  );
}

/**
 * A map with byte strings as keys, each with an empty map; as bytes, because the product's writer doesn't support such
 * keys.
 */
export function identifierMap(identifiers: readonly Buffer[]): Buffer {
  const head = Buffer.from([0xba, 0, 0, 0, 0]);
  head.writeUInt32BE(identifiers.length, 1);
  return Buffer.concat([head, ...identifiers.flatMap((id) => [writeCbor(id), Buffer.of(0xa0)])]);
}
