/** Acknowledges published events: removes them from the outboxes of their documents, in batches after the publication. */
import type { Log } from '../kernel/log.ts';
import { mapConcurrent } from '../kernel/map-concurrent.ts';
import type { Collection, Store, StoredDocument } from '../store/port.ts';
import { updateDocument } from '../store/update-document.ts';
import { acknowledged, holdsEvent, type WithOutbox } from './outbox.ts';
import { logFailure } from './relay-failure.ts';

/** Maximum number of documents to acknowledge concurrently. */
const WIDTH = 32;
/**
 * Milliseconds between a publication and its acknowledgement. They are batched: concurrent writes share one commit, and a
 * document that fills its outbox twice in this time is written once. After a crash within this time the events are published again.
 */
const ACKNOWLEDGE_AFTER = 1000;

export interface AcknowledgementOptions<T extends WithOutbox> {
  readonly store: Store;
  readonly collection: Collection<T>;
  readonly log: Log;
}

export interface Acknowledgements<T> {
  /**
   * Ids of a document's published events: not acknowledged yet, or so recently that an earlier revision may still
   * contain them.
   */
  of(id: string): ReadonlySet<string>;
  /** @param document its last known revision, usually still the stored one then */
  add(document: T, published: ReadonlySet<string>): void;
  waiting(): boolean;
  /** Acknowledges everything that waits, immediately. */
  flush(): Promise<void>;
}

/** The published events that wait for their acknowledgement. After a crash they are published again, with the same ids. */
export function createAcknowledgements<T extends WithOutbox>({
  store,
  collection,
  log,
}: AcknowledgementOptions<T>): Acknowledgements<T> {
  const waiting = new Map<string, Set<string>>();
  const seen = new Map<string, T>();
  const none: ReadonlySet<string> = new Set();
  // Acknowledged by the last flush, and by the previous one.
  let recent = new Map<string, ReadonlySet<string>>();
  let older = new Map<string, ReadonlySet<string>>();
  let timer: NodeJS.Timeout | undefined;

  const acknowledge = async (id: string, published: ReadonlySet<string>): Promise<void> => {
    try {
      const remove = (present: T): T => (holdsEvent(present, published) ? acknowledged(present, published) : present);
      await updateDocument(store, collection, id, remove, seen.get(id));
      recent.set(id, published);
    } catch (error) {
      logFailure(log, id, error);
    } finally {
      // After a failed acknowledgement the sweep publishes again, so memory does not grow while the store is unreachable.
      const present = waiting.get(id);
      for (const event of published) present?.delete(event);
      if (present?.size === 0) {
        waiting.delete(id);
        seen.delete(id);
      }
    }
  };
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    older = recent;
    recent = new Map();
    await mapConcurrent(WIDTH, [...waiting], ([id, published]) => acknowledge(id, new Set(published)));
  };
  return {
    of: (id) => {
      const [now, before, earlier] = [waiting.get(id) ?? none, recent.get(id) ?? none, older.get(id) ?? none];
      if (before.size + earlier.size === 0) return now;
      return new Set([...now, ...before, ...earlier]);
    },
    add: (document, published) => {
      const { id } = document;
      if (waiting.has(id) || published.size > 0) seen.set(id, newest(seen.get(id), document));
      if (published.size === 0) return;
      waiting.set(id, new Set([...(waiting.get(id) ?? none), ...published]));
      timer ??= setTimeout(() => void flush(), ACKNOWLEDGE_AFTER);
    },
    waiting: () => waiting.size > 0,
    flush,
  };
}

/** The later of two revisions: revisions of one document may arrive out of order. */
export function newest<T extends StoredDocument>(before: T | undefined, now: T): T {
  return before === undefined || now.rev > before.rev ? now : before;
}
