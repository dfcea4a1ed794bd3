/**
 * A list that an operator hands over, for a server that cannot reach its address. It is judged as if it had been
 * fetched: signature, signer, form, dates, and the number that never decreases.
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { hasShrunk } from '../lists/list-changes.ts';
import { refusedList } from '../lists/list-error.ts';
import { MAX_LIST_BYTES } from '../lists/signed-list.ts';
import { documentOf, isGood, isSameList, judged, type TakeParts, takeBytes } from './accepted-bytes.ts';
import { fetchDocuments } from './fetch-documents.ts';
import type { Fetched } from './fetch-list.ts';
import type { TenantSource } from './list-sources.ts';
import { digestOf } from './walked-list.ts';

export interface HandedOver {
  /** As published, or compressed with gzip. */
  readonly bytes: Buffer;
  /** The older issues that vouch for its signer, by address. */
  readonly pivots: ReadonlyMap<string, Buffer>;
}

/**
 * Makes it the last good list. A list that is refused changes nothing.
 * @throws ListError
 */
export async function loadList(
  parts: TakeParts,
  { tenant, from }: { readonly tenant: string; readonly from: TenantSource },
  { bytes, pivots }: HandedOver,
): Promise<void> {
  const { store, clock, log } = parts.platform;
  const { url, id } = from.source;
  const own = ofTenant(store, tenant);
  const one = { own, tenant, from, document: await documentOf(own, { tenant, url }) };
  const documents = new Map([...pivots, [url, bytes]]);
  const fetch = async (location: string): Promise<Extract<Fetched, { readonly state: 'bytes' }>> => {
    return { state: 'bytes', bytes: await expanded(documents.get(location) ?? missing(location)) };
  };
  const found = await fetchDocuments({ ...parts, fetch, clock }, { ...judged(one), now: clock() }, undefined);
  if (found.state !== 'bytes') throw new Error('Documents at hand need no address');
  const sha256 = digestOf(from.source, found.bytes);
  if (isSameList(one, sha256)) return;
  const { result, before, after, detail = result } = await takeBytes(parts, one, { ...found, sha256, byHand: true });
  if (!isGood(result)) throw refusedList('trust_list_rollback', ['', detail]);
  const fields = { tenant, configuration: id, count: after };
  log.info('A trust list was accepted', { ...fields, detail: 'An operator has handed it over' });
  if (hasShrunk(before, after)) log.error('A trust list lost more than half of its entries', fields);
}

/** @throws ListError */
function missing(location: string): never {
  const detail = `The list needs an older issue that was not handed over: ${location}`;
  throw refusedList('trust_list_incomplete', ['', detail], { facts: { expected: location } });
}

/** RFC 1952, 2.3.1: neither a list in JSON nor one in XML starts with these bytes. */
const GZIP = Buffer.from([0x1f, 0x8b]);

/** @throws ListError if it is larger than a list may be */
async function expanded(bytes: Buffer): Promise<Buffer> {
  if (!bytes.subarray(0, GZIP.length).equals(GZIP)) return bytes;
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_LIST_BYTES });
  } catch (cause) {
    const facts = { mostBytes: MAX_LIST_BYTES };
    throw refusedList('trust_list_malformed', ['', 'The list cannot be expanded, or is too large'], { facts, cause });
  }
}
