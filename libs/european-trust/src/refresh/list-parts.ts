/**
 * A list's bytes in the store: compressed, in parts that every store accepts. A part is written once and never changed.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import {
  type AcceptedList,
  type TrustListDocument,
  trustListParts,
} from '@countersign/shared/model/tenant/trust-lists';
import type { TenantStore } from '@countersign/shared/store/of-tenant';
import { MAX_LIST_BYTES } from '../lists/signed-list.ts';

/** Characters of a part. */
const PART = 512 * 1024;

type ListId = Pick<TrustListDocument, 'id' | 'tenant'>;

/** @returns the number of parts. Parts that are there already stay. */
export async function writeParts(
  own: TenantStore,
  { id, tenant }: ListId,
  bytes: Buffer,
  sha256: string,
): Promise<number> {
  const text = (await promisify(gzip)(bytes)).toString('base64');
  const parts = Math.ceil(text.length / PART);
  for (let number = 0; number < parts; number += 1) {
    const data = text.slice(number * PART, (number + 1) * PART);
    await own.insert(trustListParts, { id: partId(id, sha256, number), tenant, list: id, data });
  }
  return parts;
}

/** Undefined if a part is missing: the list was replaced in between. */
export async function readParts(
  own: TenantStore,
  id: string,
  { sha256, parts }: Pick<AcceptedList, 'sha256' | 'parts'>,
): Promise<Buffer | undefined> {
  const found: string[] = [];
  for (let number = 0; number < parts; number += 1) {
    const part = await own.get(trustListParts, partId(id, sha256, number));
    if (part === undefined) return undefined;
    found.push(part.data);
  }
  return promisify(gunzip)(Buffer.from(found.join(''), 'base64'), { maxOutputLength: MAX_LIST_BYTES });
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
  for await (const parts of own.pages(trustListParts, { index: 'list', equal: [id], limit: 20 })) {
    const others = parts.filter((part) => !kept.some((sha256) => part.id.startsWith(`${id}/${sha256}/`)));
    for (const part of others) await own.delete(trustListParts, part);
  }
}

function partId(id: string, sha256: string, number: number): string {
  return `${id}/${sha256}/${number}`;
}
