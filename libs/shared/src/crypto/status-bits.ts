/** The bits of a status list (Token Status List, 4): packed from the least significant bit of each byte. */
import { promisify } from 'node:util';
import { constants, deflate, inflate } from 'node:zlib';
import { decodeBase64url } from './base64url.ts';

export type StatusBits = 1 | 2 | 4 | 8;

const deflateAsync = promisify(deflate);
const inflateAsync = promisify(inflate);

/**
 * Scattered bits are runs of zeros with single bytes between, and Z_RLE searches for runs alone. Measured at 2^20
 * entries, on one core: 1 % revoked in 0.5 ms to 15.6 KB, where level 6 takes 4 ms for 16.4 KB and level 9 takes 60 ms for
 * 14.6 KB; at 0.1 % and at 5 % the result is smaller than that of level 9.
 */
const OPTIONS = { level: 9, memLevel: 9, strategy: constants.Z_RLE } as const;

/** All entries 0 (valid). @param entries a multiple of 8 */
export function emptyStatusList(entries: number): Buffer {
  return Buffer.alloc(entries / 8);
}

/**
 * Sets the entry of a list of one bit: 0 valid, 1 revoked.
 * @returns whether the value changed
 * @throws RangeError for an index outside the list
 */
export function writeStatusBit(list: Buffer, index: number, value: 0 | 1): boolean {
  const mask = 1 << (index & 7);
  const before = list.readUInt8(index >> 3);
  const after = value === 1 ? before | mask : before & ~mask;
  list.writeUInt8(after, index >> 3);
  return after !== before;
}

/** Value of an entry; undefined where the list has no such entry, which the caller must refuse. */
export function readStatus(list: Buffer, index: number, bits: StatusBits): number | undefined {
  if (!Number.isSafeInteger(index) || index < 0) return undefined;
  const byte = list[Math.floor((index * bits) / 8)];
  return byte === undefined ? undefined : (byte >> ((index * bits) % 8)) & ((1 << bits) - 1);
}

/**
 * `lst`: zlib-wrapped DEFLATE. Compresses in a thread of libuv's pool, off the event loop: until it is done the list must
 * not be written to.
 */
export function deflateStatusList(list: Buffer): Promise<Buffer> {
  return deflateAsync(list, OPTIONS);
}

/**
 * The bytes of a `lst` from outside; undefined for anything that is no list, or a list larger than the limit: a token of
 * 200 KB can hold 200 MB.
 * @param maxBytes limit of the decoded list
 */
export async function inflateStatusList(lst: Buffer, maxBytes: number): Promise<Buffer | undefined> {
  try {
    return await inflateAsync(lst, { maxOutputLength: maxBytes });
  } catch {
    return undefined;
  }
}

/** The same for a `lst` of JSON, in base64url; undefined too for anything that is none. */
export async function decodeStatusList(lst: unknown, maxBytes: number): Promise<Buffer | undefined> {
  const bytes = typeof lst === 'string' ? decodeBase64url(lst) : undefined;
  return bytes === undefined ? undefined : inflateStatusList(bytes, maxBytes);
}
