/** All documents of a query, a page at a time: the way to go through more of them than one answer should hold. */
import { mapConcurrent } from '../kernel/map-concurrent.ts';
import type { Collection, FindQuery, Store, StoredDocument } from './port.ts';

const PAGE = 100;
/** Documents that are acted on at once: writes that wait at the same time share one commit. */
const WIDTH = 16;

/**
 * The next page is asked for when whoever reads has done with the one before, and goes on behind its last document, also
 * where that is gone by then.
 * @param query `limit` is the size of a page
 */
export async function* pages<T extends StoredDocument>(
  store: Pick<Store, 'find'>,
  collection: Collection<T>,
  query: Omit<FindQuery, 'after'>,
): AsyncGenerator<readonly T[], void, undefined> {
  let after: string | undefined;
  do {
    const found = await store.find(collection, after === undefined ? query : { ...query, after });
    yield found.documents;
    after = found.next;
  } while (after !== undefined);
}

/**
 * Acts on every document of a query, some at once. Rejects with the first failure.
 * @returns how many there were
 */
export async function eachDocument<T extends StoredDocument>(
  store: Pick<Store, 'find'>,
  collection: Collection<T>,
  query: Omit<FindQuery, 'after' | 'limit'>,
  act: (document: T) => Promise<unknown>,
): Promise<number> {
  let count = 0;
  for await (const documents of pages(store, collection, { ...query, limit: PAGE })) {
    await mapConcurrent(WIDTH, documents, act);
    count += documents.length;
  }
  return count;
}
