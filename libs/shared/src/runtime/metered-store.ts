/** A store whose operations are timed. */

import { type Metrics, noMetrics, secondsSince } from '../metrics/metrics.ts';
import type { Again, Collection, FindQuery, Store, StoredDocument } from '../store/port.ts';

/** Decorates a store with metrics. */
export function meteredStore(store: Store, metrics: Metrics): Store {
  if (metrics === noMetrics) return store;
  /** @param begun time before the operation was called */
  const timed = async <R>(begun: number, operation: string, { name }: { readonly name: string }, done: Promise<R>) => {
    const labels = { operation, collection: name };
    try {
      return await done;
    } catch (error) {
      metrics.count('countersign_store_errors_total', labels);
      throw error;
    } finally {
      metrics.observe('countersign_store_duration_seconds', labels, secondsSince(begun));
    }
  };
  return {
    insert: <T extends StoredDocument>(collection: Collection<T>, document: Omit<T, 'rev'>) =>
      timed(performance.now(), 'insert', collection, store.insert(collection, document)),
    get: <T extends StoredDocument>(collection: Collection<T>, id: string) =>
      timed(performance.now(), 'get', collection, store.get(collection, id)),
    replace: <T extends StoredDocument>(collection: Collection<T>, document: T, again?: Again<T>) =>
      timed(performance.now(), 'replace', collection, store.replace(collection, document, again)),
    find: <T extends StoredDocument>(collection: Collection<T>, query: FindQuery) =>
      timed(performance.now(), 'find', collection, store.find(collection, query)),
    delete: <T extends StoredDocument>(collection: Collection<T>, document: StoredDocument) =>
      timed(performance.now(), 'delete', collection, store.delete(collection, document)),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}
