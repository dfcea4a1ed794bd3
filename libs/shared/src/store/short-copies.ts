/**
 * Copies of documents that requests read all the time and that rarely change, such as configurations. A replica reads such a document ten times
 * a second at most, not in every request. A write resolves once all copies that were read before it have ended, in every
 * replica: who learns that a configuration is written finds it everywhere (docs/explanation/adr/0059-short-copies.md).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../kernel/clock.ts';
import type { Collection, CollectionLayout, DocumentPage, FindQuery, Store, StoredDocument } from './port.ts';

/** Milliseconds for which a copy is used, counted from the start of its read. */
export const COPY_LASTS = 100;
/** Milliseconds after a write: timers may be a little early. */
const COPIES_END = COPY_LASTS + 5;
/** Maximum number of copies in the process. */
const MAX_COPIES = 1000;

export interface ShortCopiesOptions {
  /** Every process that reads or writes these collections must decorate its store for them. */
  readonly collections: readonly CollectionLayout[];
  readonly clock: Clock;
  /** Resolves after this many milliseconds. Default: a timer. */
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

interface Copy {
  readonly collection: string;
  readonly at: number;
  readonly value: Promise<unknown>;
}

/** Decorates the store of a replica. Copies are shared by their readers, who don't change them. */
export function withShortCopies(store: Store, { collections, clock, wait = sleep }: ShortCopiesOptions): Store {
  const names = new Set(collections.map(({ name }) => name));
  const copies = createCopies(clock);
  const written = async <R>(collection: string, done: Promise<R>): Promise<R> => {
    if (!names.has(collection)) return done;
    // A refused write forgets too: its caller reads again to learn why.
    const result = await done.finally(() => copies.forget(collection));
    if (result !== undefined && result !== false) await wait(COPIES_END);
    return result;
  };
  const read = <R>(collection: string, key: string, ask: () => Promise<R>): Promise<R> =>
    names.has(collection) ? copies.of(collection, `${collection} ${key}`, ask) : ask();
  return {
    insert: (collection, document) => written(collection.name, store.insert(collection, document)),
    replace: (collection, document, again) => written(collection.name, store.replace(collection, document, again)),
    delete: (collection, document) => written(collection.name, store.delete(collection, document)),
    get: <T extends StoredDocument>(collection: Collection<T>, id: string): Promise<T | undefined> =>
      read(collection.name, `id ${id}`, () => store.get(collection, id)),
    find: <T extends StoredDocument>(collection: Collection<T>, query: FindQuery): Promise<DocumentPage<T>> =>
      read(collection.name, JSON.stringify(query), () => store.find(collection, query)),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

function createCopies(clock: Clock) {
  const copies = new Map<string, Copy>();
  const isUsable = (copy: Copy, now: number): boolean => Math.abs(now - copy.at) < COPY_LASTS;
  const makeRoom = (now: number): void => {
    // In the order of their reads.
    for (const [key, copy] of copies) {
      if (copies.size < MAX_COPIES && isUsable(copy, now)) return;
      copies.delete(key);
    }
  };
  return {
    of: <R>(collection: string, key: string, ask: () => Promise<R>): Promise<R> => {
      const now = clock();
      const known = copies.get(key);
      if (known !== undefined && isUsable(known, now)) return known.value as Promise<R>;
      copies.delete(key);
      makeRoom(now);
      const value = ask();
      const copy = { collection, at: now, value };
      copies.set(key, copy);
      // A failed read is repeated by the next reader.
      value.catch(() => copies.get(key) === copy && copies.delete(key));
      return value;
    },
    forget: (collection: string): void => {
      for (const [key, copy] of copies) if (copy.collection === collection) copies.delete(key);
    },
  };
}
