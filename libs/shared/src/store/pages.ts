/** All documents of a query, a page at a time: the way to go through more of them than one answer should hold. */
import type { Collection, FindQuery, Store, StoredDocument } from './port.ts';

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
