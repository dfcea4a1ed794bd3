/** A list in JSON whose signer is not known: its pivots are fetched, and stored with it. */
import type { FetchedList } from '../lists/fetched-list.ts';
import { ListError } from '../lists/list-error.ts';
import { type LocatedLote, pivotsOf, signerByPivots } from '../lists/lote-pivots.ts';
import type { ListReader, ReadList } from './list-reader.ts';

/** What a list is judged by, without its bytes. */
export type Judged = Omit<FetchedList, 'bytes'>;

/** Whether the pivots of a list may show who signs it. */
export function hasPivots({ source, settings }: Pick<Judged, 'source' | 'settings'>): boolean {
  return settings.lotePivots === 'on' && source.journal !== undefined;
}

/** The list, read without its pivots; undefined if its signer is not known. @throws ListError */
export async function readWithoutPivots(reader: ListReader, fetched: FetchedList): Promise<ReadList | undefined> {
  try {
    return await reader.read(fetched);
  } catch (error) {
    if (error instanceof ListError && error.reason === 'trust_list_signer') return undefined;
    throw error;
  }
}

/** Walks over the pivots to the configured signers, and reads the list then. @throws ListError, and what `fetch` throws */
export async function readByPivots(
  reader: ListReader,
  judged: Judged,
  fetch: (location: string) => Promise<Buffer>,
): Promise<ReadList> {
  const { source } = judged;
  const open = async (url: string): Promise<LocatedLote> => {
    return { url, opened: await reader.openLote(await fetch(url), judged) };
  };
  const list = await open(source.url);
  const pivots: LocatedLote[] = [];
  // One at a time, so that the memory of one list is enough.
  for (const url of pivotsOf(list.opened, source)) pivots.push(await open(url));
  const signer = signerByPivots(list, pivots, source);
  const bytes = await fetch(source.url);
  const read = await reader.read({ ...judged, bytes, source: { ...source, signers: [list.opened.signer] } });
  return { ...read, list: { ...read.list, signer } };
}
