/** Iterates over all documents of a query page by page: for more documents than one response should contain. */
import { mapConcurrent } from '../kernel/map-concurrent.ts';
import type { Collection, FindQuery, Store, StoredDocument } from './port.ts';

const PAGE = 100;
/** Maximum number of documents in progress. Concurrent writes share one commit. */
const WIDTH = 16;

/**
 * Loads pages on demand. Each page starts after the previous page's last document, even if that document has been
 * deleted since.
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
 * Acts on every document of a query, several concurrently. Rejects with the first failure.
 * @returns the number of documents
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
