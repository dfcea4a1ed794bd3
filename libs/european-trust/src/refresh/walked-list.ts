/**
 * Reads any list of a source. The European list of trusted lists is several documents, itself and its pivots: they are stored together and
 * walked each time that they are read, under the signers that are configured then (ETSI TS 119 615, 4.1.4).
 */
import { sha256 } from '@countersign/shared/crypto/sha256';
import { createAnchorIndex } from '../lists/anchor-index.ts';
import type { FetchedList } from '../lists/fetched-list.ts';
import { refusedList } from '../lists/list-error.ts';
import { LIST_OF_LISTS, listOfLists, refusedWalk } from '../lists/list-of-lists.ts';
import { xmlRules } from '../lists/national-list.ts';
import { MAX_LIST_BYTES } from '../lists/signed-list.ts';
import type { LotlConfiguration } from '../xml-lists/lotl.ts';
import { LotlError } from '../xml-lists/lotl-error.ts';
import { walkLotl } from '../xml-lists/walk-lotl.ts';
import type { ListReader, ReadList } from './list-reader.ts';
import { type Judged, readByPivots } from './pivoted-list.ts';

export function isListOfLists({ source }: Pick<FetchedList, 'source'>): boolean {
  return source.profile === LIST_OF_LISTS;
}

/** Reads a list as stored. @throws ListError */
export async function readStored(reader: ListReader, fetched: FetchedList): Promise<ReadList> {
  if (!isListOfLists(fetched) && !isPacked(fetched.bytes)) return reader.read(fetched);
  const documents = unpacked(fetched.bytes);
  const walk = isListOfLists(fetched) ? walkList : readByPivots;
  return walk(reader, fetched, async (location) => {
    const found = documents.get(location);
    if (found === undefined)
      throw refusedList('trust_list_malformed', ['', 'A document of the stored list is missing']);
    return found;
  });
}

/**
 * Walks from the list to the configured signers, or to the publication that replaced them. @throws ListError, and
 * whatever `fetch` throws
 */
export async function walkList(
  reader: ListReader,
  { source, settings, journal, now }: Judged,
  fetch: (location: string) => Promise<Buffer>,
): Promise<ReadList> {
  const configuration = { journal: source.journal ?? '', location: source.url, signers: source.signers };
  const rules = xmlRules(settings);
  // Pivots stay as published, and some predate the current version of lists.
  const ofPivots = { ...rules, versions: [5, ...rules.versions] };
  const open = (bytes: Buffer, location: string) => reader.open(bytes, location === source.url ? rules : ofPivots);
  const walk = async (under: LotlConfiguration) => walkLotl(under, { fetch, open }, now);
  try {
    const list = await walk(configuration).then(
      (authenticated) => listOfLists(source, authenticated),
      async (error: unknown) => {
        // The list no longer refers to the configured publication.
        if (journal === undefined || !isOfOtherJournal(error)) throw error;
        return { ...listOfLists(source, await walk({ ...configuration, ...journal })), acceptedJournal: journal };
      },
    );
    return { list, index: createAnchorIndex() };
  } catch (error) {
    if (error instanceof LotlError) throw refusedWalk(error);
    throw error;
  }
}

function isOfOtherJournal(error: unknown): boolean {
  return error instanceof LotlError && error.problem === 'OJEU_LOCATION_INPUT_NOT_MATCHING_OJEU_LOCATION_IN_LOTL';
}

/** Whether bytes are several documents. They start with a length below 16 MiB, a list in JSON with text. */
export function isPacked(bytes: Buffer): boolean {
  return bytes[0] === 0;
}

/** SHA-256 of a list, in hexadecimal; for a list in JSON without its pivots, which are not always fetched. */
export function digestOf(source: FetchedList['source'], bytes: Buffer): string {
  const [own = bytes] = !isListOfLists({ source }) && isPacked(bytes) ? unpacked(bytes).values() : [];
  return sha256(own).toString('hex');
}

/** Documents as one piece of bytes. @throws ListError if they are larger than one list may be */
export function packed(documents: ReadonlyMap<string, Buffer>): Buffer {
  const total = [...documents.values()].reduce((sum, { length }) => sum + length, 0);
  const index = Buffer.from(JSON.stringify([...documents].map(([location, { length }]) => [location, length])));
  const head = Buffer.alloc(4);
  head.writeUInt32BE(index.length);
  const bytes = total + index.length + head.length;
  if (bytes > MAX_LIST_BYTES) {
    const facts = { bytes, mostBytes: MAX_LIST_BYTES };
    throw refusedList('trust_list_malformed', ['', 'The list and its pivots are too large'], { facts });
  }
  return Buffer.concat([head, index, ...documents.values()]);
}

/** Reverses `packed`. */
export function unpacked(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const start = 4 + bytes.readUInt32BE(0);
  const index = JSON.parse(bytes.subarray(4, start).toString('utf8')) as readonly (readonly [string, number])[];
  let at = start;
  return new Map(
    index.map(([location, length]) => {
      at += length;
      return [location, bytes.subarray(at - length, at)];
    }),
  );
}
