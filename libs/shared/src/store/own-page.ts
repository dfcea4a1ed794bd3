/** A tenant's page of a query by an index that lacks the tenant. */
import type { Collection, DocumentPage, FindQuery, Store, StoredDocument } from './port.ts';

/**
 * The tenant's documents on a page. The response must not reveal the number or the place of other tenants' documents.
 * It has a next page only if an own document follows, and its cursor is an own document's.
 */
export async function ownPage<T extends StoredDocument>(
  store: Pick<Store, 'find'>,
  collection: Collection<T>,
  query: FindQuery,
  isOwn: (document: T) => boolean,
): Promise<DocumentPage<T>> {
  for (let from = query; ; ) {
    const found = await store.find(collection, from);
    const documents = found.documents.filter(isOwn);
    const { next: after } = found;
    if (after === undefined) return { documents };
    const following = { ...query, after };
    if (documents.length > 0) {
      if (!(await holdsOwn(store, collection, following, isOwn))) return { documents };
      const upToLast = found.documents.findLastIndex(isOwn) + 1;
      if (upToLast === found.documents.length) return { documents, next: after };
      const { next = after } = await store.find(collection, { ...from, limit: upToLast });
      return { documents, next };
    }
    from = following;
  }
}

/** Whether the query finds an own document, on any page. */
async function holdsOwn<T extends StoredDocument>(
  store: Pick<Store, 'find'>,
  collection: Collection<T>,
  query: FindQuery,
  isOwn: (document: T) => boolean,
): Promise<boolean> {
  for (let after = query.after; after !== undefined; ) {
    const found: DocumentPage<T> = await store.find(collection, { ...query, after });
    if (found.documents.some(isOwn)) return true;
    after = found.next;
  }
  return false;
}
