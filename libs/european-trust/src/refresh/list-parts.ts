/**
 * A list's bytes in the store: compressed, in parts that every store accepts. A part is written once and never changed.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import {
  type AcceptedList,
  type TrustListDocument,
  trustListParts,
} from '@countersign/shared/model/tenant/trust-lists';
import type { TenantStore } from '@countersign/shared/store/of-tenant';
import { MAX_LIST_BYTES } from '../lists/signed-list.ts';

/** Bytes of a part: 512 KiB in base64. */
const PART = 384 * 1024;
/** Parts that are looked at in one turn of the event loop: each takes up to a millisecond. */
const AT_ONCE = 4;

type ListId = Pick<TrustListDocument, 'id' | 'tenant'>;

/** @returns the number of parts. Parts that are there already stay. */
export async function writeParts(
  own: TenantStore,
  { id, tenant }: ListId,
  bytes: Buffer,
  sha256: string,
): Promise<number> {
  const compressed = await promisify(gzip)(bytes);
  const parts = Math.ceil(compressed.length / PART);
  for (let number = 0; number < parts; number += 1) {
    const data = compressed.subarray(number * PART, (number + 1) * PART).toString('base64');
    await own.insert(trustListParts, { id: partId(id, sha256, number), tenant, list: id, data });
  }
  return parts;
}

/**
 * Undefined if a part is missing: the list was replaced in between. The embedded store answers at once, so only a pause lets other
 * requests through.
 */
export async function readParts(
  own: TenantStore,
  id: string,
  { sha256, parts }: Pick<AcceptedList, 'sha256' | 'parts'>,
): Promise<Buffer | undefined> {
  const found: Buffer[] = [];
  for (let number = 0; number < parts; number += 1) {
    const part = await own.get(trustListParts, partId(id, sha256, number));
    if (part === undefined) return undefined;
    found.push(Buffer.from(part.data, 'base64'));
    if (found.length % AT_ONCE === 0) await turn();
  }
  return promisify(gunzip)(Buffer.concat(found), { maxOutputLength: MAX_LIST_BYTES });
}

/** Removes the parts of these bytes. */
export async function removeParts(
  own: TenantStore,
  id: string,
  { sha256, parts }: Pick<AcceptedList, 'sha256' | 'parts'>,
): Promise<void> {
  for (let number = 0; number < parts; number += 1) {
    const part = await own.get(trustListParts, partId(id, sha256, number));
    if (part !== undefined) await own.delete(trustListParts, part);
  }
}

/** Removes the parts of all bytes but these. */
export async function removeOtherParts(own: TenantStore, id: string, kept: readonly string[]): Promise<void> {
  for await (const parts of own.pages(trustListParts, { index: 'list', equal: [id], limit: AT_ONCE })) {
    const others = parts.filter((part) => !kept.some((sha256) => part.id.startsWith(`${id}/${sha256}/`)));
    for (const part of others) await own.delete(trustListParts, part);
    await turn();
  }
}

function partId(id: string, sha256: string, number: number): string {
  return `${id}/${sha256}/${number}`;
}
