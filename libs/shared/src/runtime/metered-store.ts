/** A store whose operations are timed. */

import { type Metrics, stopwatch } from '../metrics/metrics.ts';
import type { Collection, FindQuery, Store, StoredDocument } from '../store/port.ts';

/** Decorates a store with metrics. */
export function meteredStore(store: Store, metrics: Metrics): Store {
  const timed = async <R>(operation: string, collection: string, run: () => Promise<R>): Promise<R> => {
    const labels = { operation, collection };
    const seconds = stopwatch();
    try {
      return await run();
    } catch (error) {
      metrics.count('countersign_store_errors_total', labels);
      throw error;
    } finally {
      metrics.observe('countersign_store_duration_seconds', labels, seconds());
    }
  };
  return {
    insert: <T extends StoredDocument>(collection: Collection<T>, document: Omit<T, 'rev'>) =>
      timed('insert', collection.name, () => store.insert(collection, document)),
    get: <T extends StoredDocument>(collection: Collection<T>, id: string) =>
      timed('get', collection.name, () => store.get(collection, id)),
    replace: <T extends StoredDocument>(collection: Collection<T>, document: T) =>
      timed('replace', collection.name, () => store.replace(collection, document)),
    find: <T extends StoredDocument>(collection: Collection<T>, query: FindQuery) =>
      timed('find', collection.name, () => store.find(collection, query)),
    delete: <T extends StoredDocument>(collection: Collection<T>, document: StoredDocument) =>
      timed('delete', collection.name, () => store.delete(collection, document)),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}
