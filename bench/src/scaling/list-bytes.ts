/** The size of a status list on the wire and in memory. */
import { deflateSync, gzipSync } from 'node:zlib';
import { seeded } from '@countersign/test/fault/seeded';
import { LIST_SIZE } from './plan.ts';

/** Of header, claims and signature of a token. */
const AROUND = 600;

/**
 * Bytes that a replica of the status service holds of a list in addition to its bits: the token and the token in gzip.
 * @param share of entries that are revoked, at random places
 */
export function listTokenBytes(share: number): number {
  const next = seeded(1);
  const bits = Buffer.alloc(LIST_SIZE / 8);
  for (let n = 0; n < LIST_SIZE * share; n += 1) {
    const place = Math.floor(next() * LIST_SIZE);
    bits.writeUInt8(bits.readUInt8(place >> 3) | (1 << (place & 7)), place >> 3);
  }
  const token = deflateSync(bits, { level: 9 }).toString('base64url');
  return token.length + AROUND + gzipSync(token).length;
}
