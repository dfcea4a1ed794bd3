/** Fetches the documents of a source: one list, or the European list of trusted lists with its pivots. */

import type { Clock } from '@countersign/shared/kernel/clock';
import { ListError, refusedList } from '../lists/list-error.ts';
import type { Fetched } from './fetch-list.ts';
import type { ListReader, ReadList } from './list-reader.ts';
import { hasPivots, type Judged, readByPivots, readWithoutPivots } from './pivoted-list.ts';
import { isListOfLists, isPacked, packed, walkList } from './walked-list.ts';

export type FetchedDocuments =
  | (Extract<Fetched, { readonly state: 'bytes' }> & {
      /** Set for a list that was read to find out what to fetch. */ readonly read?: ReadList;
    })
  | Exclude<Fetched, { readonly state: 'bytes' }>;

/** The document at an address. @param etag of the last good list @param left milliseconds */
export type FetchDocument = (url: string, etag: string | undefined, left?: number) => Promise<Fetched>;

export interface FetchParts {
  readonly fetch: FetchDocument;
  readonly reader: ListReader;
  readonly clock: Clock;
}

/** Milliseconds for a list and all pivots: the maximum for reading one list. */
const WALK_WITHIN = 120_000;

/** @param etag of the last good list @throws ListError */
export async function fetchDocuments(
  { fetch, reader, clock }: FetchParts,
  judged: Judged,
  etag: string | undefined,
): Promise<FetchedDocuments> {
  const { url } = judged.source;
  const first = await fetch(url, etag);
  if (first.state !== 'bytes') return first;
  // No list starts like this, but the documents of several do in the store.
  if (isPacked(first.bytes)) throw refusedList('trust_list_malformed', ['', 'The document is not a list']);
  const walk = isListOfLists(judged) ? walkList : readByPivots;
  if (walk === readByPivots) {
    if (!hasPivots(judged)) return first;
    const read = await readWithoutPivots(reader, { ...judged, bytes: first.bytes });
    if (read !== undefined) return { ...first, read };
  }
  const documents = new Map([[url, first.bytes]]);
  const until = clock() + WALK_WITHIN;
  const read = await walk(reader, judged, async (location) => {
    const known = documents.get(location);
    if (known !== undefined) return known;
    const found = await fetch(location, undefined, until - clock());
    if (found.state !== 'bytes') throw missing(found);
    documents.set(location, found.bytes);
    return found.bytes;
  });
  return { ...first, bytes: packed(documents), read };
}

function missing(found: Exclude<Fetched, { readonly state: 'bytes' }>): Error {
  if (found.state === 'unchanged') return new Error('A pivot was requested without a condition');
  const { reason, findings = [] } = found.failure;
  return new ListError(
    reason,
    findings.map((one) => ({ ...one, detail: `A pivot: ${one.detail}` })),
  );
}
