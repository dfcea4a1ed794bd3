/** A store for a command without `--yes`: reads are real, writes are not stored. */
import type { Collection, FindQuery, Store, StoredDocument } from '@countersign/shared/store/port';

/**
 * Reads from `store`. Each write returns the outcome that it would have now. `get` finds a document inserted here, and
 * no read finds one deleted here. A replaced document of `store` reads as before, so the memory in use grows only with
 * inserts and deletes. `close` closes `store`.
 */
export function createRehearsalStore(store: Store): Store {
  const inserted = new Map<string, StoredDocument>();
  const deleted = new Set<string>();
  const keyOf = ({ name }: { readonly name: string }, id: string): string => `${name}/${id}`;
  const get = async <T extends StoredDocument>(collection: Collection<T>, id: string): Promise<T | undefined> => {
    const key = keyOf(collection, id);
    if (deleted.has(key)) return undefined;
    return (inserted.get(key) as T | undefined) ?? store.get(collection, id);
  };
  return {
    get,
    insert: async <T extends StoredDocument>(collection: Collection<T>, document: Omit<T, 'rev'>) => {
      if ((await get(collection, document.id)) !== undefined) return undefined;
      const made = { ...document, rev: 1 } as T;
      inserted.set(keyOf(collection, document.id), made);
      deleted.delete(keyOf(collection, document.id));
      return made;
    },
    replace: async <T extends StoredDocument>(collection: Collection<T>, document: T) => {
      const present = await get(collection, document.id);
      if (present?.rev !== document.rev) return undefined;
      const next = { ...document, rev: document.rev + 1 };
      const key = keyOf(collection, document.id);
      if (inserted.has(key)) inserted.set(key, next);
      return next;
    },
    find: async <T extends StoredDocument>(collection: Collection<T>, query: FindQuery) => {
      const found = await store.find(collection, query);
      return { ...found, documents: found.documents.filter(({ id }) => !deleted.has(keyOf(collection, id))) };
    },
    delete: async (collection, document) => {
      const present = await get(collection, document.id);
      if (present?.rev !== document.rev) return false;
      inserted.delete(keyOf(collection, document.id));
      deleted.add(keyOf(collection, document.id));
      return true;
    },
    ping: () => store.ping(),
    close: () => store.close(),
  };
}
