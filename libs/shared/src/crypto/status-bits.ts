/** The bits of a status list (Token Status List, 4): packed from the least significant bit of each byte. */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { decodeBase64url } from './base64url.ts';

export type StatusBits = 1 | 2 | 4 | 8;

const deflateAsync = promisify(deflate);
const inflateAsync = promisify(inflate);

/** Level 9 takes 20 times as long for a few bytes less. */
const LEVEL = 6;

/** All entries 0 (valid). @param entries a multiple of 8 */
export function emptyStatusList(entries: number): Buffer {
  return Buffer.alloc(entries / 8);
}

/** Sets the entry of a list of one bit to 1 (revoked). @throws RangeError outside the list */
export function setStatusBit(list: Buffer, index: number): void {
  list.writeUInt8(list.readUInt8(index >> 3) | (1 << (index & 7)), index >> 3);
}

/** Value of an entry; undefined where the list has no such entry (which must be refused). */
export function readStatus(list: Buffer, index: number, bits: StatusBits): number | undefined {
  if (!Number.isSafeInteger(index) || index < 0) return undefined;
  const byte = list[Math.floor((index * bits) / 8)];
  return byte === undefined ? undefined : (byte >> ((index * bits) % 8)) & ((1 << bits) - 1);
}

/** `lst`: zlib-wrapped DEFLATE, base64url. Compresses off the event loop. */
export async function encodeStatusList(list: Buffer): Promise<string> {
  return (await deflateAsync(list, { level: LEVEL })).toString('base64url');
}

/**
 * The bytes of a `lst` from outside; undefined for anything that is no list or is larger than the limit:
 * a token of 200 KB can hold 200 MB.
 * @param maxBytes most bytes of the decoded list
 */
export async function decodeStatusList(lst: unknown, maxBytes: number): Promise<Buffer | undefined> {
  const bytes = typeof lst === 'string' ? decodeBase64url(lst) : undefined;
  if (bytes === undefined) return undefined;
  try {
    return await inflateAsync(bytes, { maxOutputLength: maxBytes });
  } catch {
    return undefined;
  }
}
