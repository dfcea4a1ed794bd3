/**
 * The relay: publishes the events in the outboxes of a collection, and acknowledges each once the bus has accepted it.
 * After a crash in between, the event is published again with the same id.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Topic } from '../bus/catalogue.ts';
import type { Bus } from '../bus/port.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { mapConcurrent } from '../kernel/map-concurrent.ts';
import { isUnavailable } from '../kernel/unavailable.ts';
import { pages } from '../store/pages.ts';
import type { Collection, Store } from '../store/port.ts';
import { type Acknowledgements, createAcknowledgements, newest } from './acknowledgements.ts';
import type { EventFeed } from './event-feed.ts';
import type { OutboxEntry, WithOutbox } from './outbox.ts';
import { logFailure } from './relay-failure.ts';

/** Milliseconds. Older outboxes lost their wake-up; younger ones are usually being relayed. */
const MISSED_AFTER = 5000;
const SWEEP_PAGE = 100;
/** Maximum number of documents to relay concurrently. */
const WIDTH = 32;
export interface Relay<T extends WithOutbox = WithOutbox> {
  /**
   * Relays a document; call it right after the write that filled the outbox. Never throws; the sweep retries failures.
   * @param stored the document of that write, which saves a read
   */
  wake(id: string, stored?: T): void;
  /**
   * Relays the documents whose outbox is old. Resolves when all were tried; rejects if the store or the bus can't be
   * read.
   * @param olderThan milliseconds; default a few seconds, because younger outboxes are usually being relayed. 0 after a
   *   start
   */
  sweep(olderThan?: number): Promise<void>;
  /** Resolves when no relay or acknowledgement is running. */
  idle(): Promise<void>;
  /** Accepts no more work, and resolves when running work has ended. Stop the bus concurrently, not afterwards. */
  stop(): Promise<void>;
}

/** The interface between a feed and the relay. */
export interface FeedAcknowledgements<T> {
  /** Events of the document are in the log, and may be acknowledged. */
  readonly appended: (document: T, ids: ReadonlySet<string>) => void;
  /** Ids of a document's events that are in the log and not acknowledged yet. */
  readonly acknowledging: (id: string) => ReadonlySet<string>;
}

export interface RelayOptions<T extends WithOutbox> {
  readonly store: Store;
  readonly bus: Bus;
  /** Must have an index `outbox` on `outboxSince`. */
  readonly collection: Collection<T>;
  /** The topics of this service; the relays of other services publish theirs. */
  readonly topics: readonly Topic[];
  /**
   * Creates the consumer that appends the events to the tenant's log. If it is absent, they stay in their documents.
   */
  readonly feed?: (acknowledgements: FeedAcknowledgements<T>) => EventFeed<T>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Creates one service's relay for one collection. */
export function createRelay<T extends WithOutbox>(options: RelayOptions<T>): Relay<T> {
  const running = new Map<string, { readonly ended: Promise<void>; again: boolean; stored: T | undefined }>();
  const acknowledgements = createAcknowledgements(options);
  const feed = options.feed?.({ appended: acknowledgements.add, acknowledging: acknowledgements.of });
  const relay = { ...options, acknowledgements, feed };
  let sweeping: Promise<void> | undefined;
  let stopped = false;

  /** Relays a document, one run at a time: during a run it requests one more run after it. */
  const run = (id: string, stored?: T): Promise<void> => {
    const present = running.get(id);
    if (present !== undefined) {
      // Undefined means that the next run reads the document, which is always safe.
      const reads = stored === undefined || (present.again && present.stored === undefined);
      present.stored = reads ? undefined : newest(present.stored, stored);
      present.again = true;
      return present.ended;
    }
    const started = { again: false, stored, ended: rounds(id, stored) };
    running.set(id, started);
    return started.ended;
  };
  const rounds = async (id: string, first: T | undefined): Promise<void> => {
    // Deferred, so that the caller can respond to its request first. Events for services wait only for the caller's
    // next step, so that their consumers' writes share a commit with the request's. The tenant's log waits for the end
    // of the turn.
    await (first?.outbox.length === 0 ? turn() : undefined);
    const present = running.get(id);
    try {
      do {
        const stored = present?.stored;
        if (present !== undefined) Object.assign(present, { again: false, stored: undefined });
        await relayDocument(relay, id, stored);
      } while (present?.again === true && !stopped);
    } catch (error) {
      logFailure(options.log, id, error);
    } finally {
      running.delete(id);
    }
  };
  const idle = async (): Promise<void> => {
    while (running.size > 0 || feed?.waiting() === true || acknowledgements.waiting()) {
      await Promise.all([...running.values()].map(({ ended }) => ended));
      await feed?.flush();
      await acknowledgements.flush();
    }
  };

  return {
    wake: (id, stored) => {
      if (!stopped) void run(id, stored);
    },
    sweep: (olderThan = MISSED_AFTER) => {
      sweeping ??= sweepOnce(options, olderThan, run, () => stopped)
        .finally(() => acknowledgements.flush())
        .finally(() => {
          sweeping = undefined;
        });
      return sweeping;
    },
    idle,
    stop: async () => {
      stopped = true;
      await Promise.allSettled([sweeping]);
      await idle();
    },
  };
}

type RelayParts<T extends WithOutbox> = Omit<RelayOptions<T>, 'feed'> & {
  readonly acknowledgements: Acknowledgements<T>;
  readonly feed: EventFeed<T> | undefined;
};

/** Publishes a document's unpublished entries of the service's topics, and queues their acknowledgement. */
async function relayDocument<T extends WithOutbox>(
  options: RelayParts<T>,
  id: string,
  stored: T | undefined,
): Promise<void> {
  const { store, collection, topics, acknowledgements, feed } = options;
  const document = stored ?? (await store.get(collection, id));
  if (document === undefined) return;
  const waiting = acknowledgements.of(id);
  if (document.events?.some((event) => !waiting.has(event.id)) === true) feed?.add(document);
  const entries = document.outbox.filter((entry) => topics.includes(entry.topic) && !waiting.has(entry.event.id));
  acknowledgements.add(document, await publishEntries(options, id, entries));
}

/** Publishes the topics in parallel, each in order. @returns the ids of the events that the bus has accepted */
async function publishEntries<T extends WithOutbox>(
  { bus, log }: Pick<RelayOptions<T>, 'bus' | 'log'>,
  id: string,
  entries: readonly OutboxEntry[],
): Promise<ReadonlySet<string>> {
  const published = new Set<string>();
  const publishTopic = async (topic: Topic): Promise<void> => {
    const events = entries.filter((entry) => entry.topic === topic).map((entry) => entry.event);
    try {
      await bus.publish(topic, events);
    } catch (error) {
      logFailure(log, id, error, topic);
      return;
    }
    for (const event of events) published.add(event.id);
  };
  await Promise.all([...new Set(entries.map((entry) => entry.topic))].map(publishTopic));
  return published;
}

/** Relays all documents with an old outbox, several concurrently. */
async function sweepOnce<T extends WithOutbox>(
  { store, bus, collection, topics, clock }: RelayOptions<T>,
  olderThan: number,
  run: (id: string, stored: T) => Promise<void>,
  stopped: () => boolean,
): Promise<void> {
  // While the bus is unreachable every outbox would be read for nothing; the bus itself logs the outage.
  if (!(await answers(bus))) return;
  const below = clock() - olderThan;
  for await (const documents of pages(store, collection, { index: 'outbox', below, limit: SWEEP_PAGE })) {
    const missed = documents.filter(
      ({ outbox, events }) => events !== undefined || outbox.some((entry) => topics.includes(entry.topic)),
    );
    await mapConcurrent(WIDTH, missed, async (document) => {
      if (!stopped()) await run(document.id, document);
    });
    if (stopped()) return;
  }
}

async function answers(bus: Bus): Promise<boolean> {
  try {
    await bus.ping();
    return true;
  } catch (error) {
    if (isUnavailable(error)) return false;
    throw error;
  }
}
