/**
 * Appends the events of documents to their tenants' logs, shortly after the write, so that a session's events of that
 * time become one document. Events leave their document once they are in the log. After a crash the sweep passes them
 * again.
 */
import type { Log } from '../kernel/log.ts';
import { mapConcurrent } from '../kernel/map-concurrent.ts';
import { newest } from '../outbox/acknowledgements.ts';
import type { EventFeed } from '../outbox/event-feed.ts';
import type { LoggedEvent, WithOutbox } from '../outbox/outbox.ts';
import type { FeedAcknowledgements } from '../outbox/relay.ts';
import { logFailure } from '../outbox/relay-failure.ts';
import type { EventAppender, EventGroup, EventOwner } from './append.ts';

/** Milliseconds: what a document does within one to two such times becomes one document of the log. */
const PERIOD = 100;
/** Maximum number of documents to append concurrently. */
const WIDTH = 32;
/** Notes of which this process knows that they are in the log. */
const MAX_NOTED = 10_000;

export interface FeedOptions<T extends WithOutbox> extends FeedAcknowledgements<T> {
  /** Undefined with EVENTS=off: what an earlier process has left is acknowledged and not appended. */
  readonly appender: EventAppender | undefined;
  /** The owner of a document's events. */
  readonly ownerOf: (document: T) => EventOwner;
  /** Called after events of a tenant were appended; `session`: one of theirs. Never throws. */
  readonly wakeReaders: (tenant: string, session: string) => void;
  readonly log: Log;
}

export interface NotingFeed<T extends WithOutbox> extends EventFeed<T> {
  /** Adds an event that no write of the document contains. Its id ensures that it is appended once. */
  note(document: T, event: LoggedEvent): void;
}

interface Waiting<T> {
  readonly document: T;
  readonly notes: readonly LoggedEvent[];
}

export function createEventFeed<T extends WithOutbox>(options: FeedOptions<T>): NotingFeed<T> {
  // From the current and the previous period: each document waits at least one whole period.
  let young = new Map<string, Waiting<T>>();
  let old = new Map<string, Waiting<T>>();
  const noted = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();
  let running = 0;

  const append = (batch: readonly Waiting<T>[]): void => {
    if (batch.length === 0) return;
    running += 1;
    // One batch after the other, so that a document is never appended twice at the same time.
    flushing = flushing.then(async () => {
      await appendBatch(options, batch);
      running -= 1;
    });
  };
  const turn = (): void => {
    const batch = [...old.values()];
    old = young;
    young = new Map();
    timer = old.size === 0 ? undefined : setTimeout(turn, PERIOD);
    append(batch);
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    append([...old.values(), ...young.values()]);
    old = new Map();
    young = new Map();
    return flushing;
  };
  const add = (document: T, notes: readonly LoggedEvent[]): void => {
    const waiting = old.has(document.id) ? old : young;
    const before = waiting.get(document.id);
    waiting.set(document.id, {
      document: newest(before?.document, document),
      notes: [...(before?.notes ?? []), ...notes],
    });
    timer ??= setTimeout(turn, PERIOD);
  };
  return {
    add: (document) => add(document, []),
    note: (document, event) => {
      if (options.appender === undefined || noted.has(event.id)) return;
      noted.add(event.id);
      const [oldest] = noted;
      if (noted.size > MAX_NOTED && oldest !== undefined) noted.delete(oldest);
      add(document, [event]);
    },
    waiting: () => young.size + old.size + running > 0,
    flush,
  };
}

async function appendBatch<T extends WithOutbox>(options: FeedOptions<T>, batch: readonly Waiting<T>[]): Promise<void> {
  const { appender, ownerOf, wakeReaders, log } = options;
  appender?.beginBatch();
  const woken = new Map<string, string>();
  await mapConcurrent(WIDTH, batch, async ({ document, notes }) => {
    const owner = ownerOf(document);
    try {
      await appendDocument(options, owner, { document, notes });
      woken.set(owner.tenant, owner.session);
    } catch (error) {
      logFailure(log, owner.session, error);
    }
  });
  if (appender !== undefined) for (const [tenant, session] of woken) wakeReaders(tenant, session);
}

/** Each part of the document's events is acknowledged together, the way it was appended. */
async function appendDocument<T extends WithOutbox>(
  { appender, appended, acknowledging }: FeedOptions<T>,
  owner: EventOwner,
  { document, notes }: Waiting<T>,
): Promise<void> {
  const known = acknowledging(document.id);
  const held = document.events?.filter(({ id }) => !known.has(id)) ?? [];
  for (const { events, note } of groupsOf(held, notes)) {
    const ids = new Set(events.map(({ id }) => id));
    const inLog = new Set((await appender?.append({ ...owner, events, note })) ?? ids);
    if (note !== undefined) inLog.delete(note);
    if (inLog.size > 0) appended(document, inLog);
  }
}

/**
 * The events in chronological order, a note before later ones. A group has one note at most, and ends before the next.
 */
function groupsOf(
  held: readonly LoggedEvent[],
  notes: readonly LoggedEvent[],
): readonly Pick<EventGroup, 'events' | 'note'>[] {
  const groups: { events: LoggedEvent[]; note?: string }[] = [{ events: [] }];
  let left = held;
  for (const note of notes) {
    const later = left.findIndex(({ at }) => at > note.at);
    const earlier = later < 0 ? left : left.slice(0, later);
    left = left.slice(earlier.length);
    groups.at(-1)?.events.push(...earlier);
    const last = groups.at(-1);
    if (last !== undefined && last.note === undefined) Object.assign(last, { note: note.id }).events.push(note);
    else groups.push({ events: [note], note: note.id });
  }
  groups.at(-1)?.events.push(...left);
  return groups.filter(({ events }) => events.length > 0);
}
