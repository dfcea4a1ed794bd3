import type { Store } from '@countersign/shared/store/port';

/** The store, and how often it was read. */
export function countingReads(store: Store): { readonly store: Store; reads(): number } {
  let count = 0;
  const counting: Store = {
    insert: (collection, document) => store.insert(collection, document),
    replace: (collection, document) => store.replace(collection, document),
    delete: (collection, document) => store.delete(collection, document),
    get: (collection, id) => {
      count += 1;
      return store.get(collection, id);
    },
    find: (collection, query) => {
      count += 1;
      return store.find(collection, query);
    },
    ping: () => store.ping(),
    close: () => store.close(),
  };
  return { store: counting, reads: () => count };
}
