/**
 * Follows a tenant's log: one tail for all of the tenant's streams in this process. It goes from number to number. Each
 * stream receives the events after its position, in that order. The bus wakes it, and it polls slowly if the bus is
 * silent.
 */
import type { Clock } from '@countersign/shared/kernel/clock';
import type { Log } from '@countersign/shared/kernel/log';
import { errorFields } from '@countersign/shared/kernel/log-error';
import { type EventLogDocument, emptyDocument, eventLog, following } from '@countersign/shared/model/tenant/event-log';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Store } from '@countersign/shared/store/port';
import { eventsText, type Position } from './event-text.ts';

/** Milliseconds between two reads without a wake-up; while a number is missing; while the store is unavailable. */
const POLL = 5000;
const HOLE_POLL = 250;
const AWAY_POLL = 1000;
/**
 * Milliseconds after which a missing number is attributed to a process that died. A slow process takes another number.
 */
const HOLE_PATIENCE = 2000;
export const TAIL_PAGE = 200;

/** A stream. */
export interface EventReader {
  /** Undefined: all of the tenant's sessions, except dry runs. */
  readonly session: string | undefined;
  /** The reader's position. Earlier documents are not sent. */
  readonly after: Position;
  readonly write: (text: string) => void;
}

export interface Tail {
  /** Every document up to this number existed, and was passed to the streams. */
  readonly place: () => number;
  /** Resolves when the position is known. @throws Error if the store can't be read */
  readonly ready: Promise<void>;
  add(reader: EventReader): void;
  /** @returns the number of readers that are left */
  remove(reader: EventReader): number;
  wake(): void;
  stop(): void;
}

export interface TailParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** URI of this installation. */
  readonly source: string;
  /** Calls after the milliseconds, unless the returned function is called before. */
  readonly later?: (milliseconds: number, run: () => void) => () => void;
}

export function createTail(parts: TailParts, tenant: string): Tail {
  const { store, clock, log, source, later = timed } = parts;
  const own = ofTenant(store, tenant);
  const readers = new Map<string | undefined, Set<EventReader>>();
  let place = 0;
  let hole = { number: 0, since: 0 };
  let [running, again, away, stopped] = [false, false, false, false];
  let cancel = (): void => undefined;

  const deliver = (document: EventLogDocument): void => {
    const { number, session, dryRun } = document;
    const tenants = dryRun === true ? undefined : readers.get(undefined);
    const own = session === undefined ? undefined : readers.get(session);
    if (tenants === undefined && own === undefined) return;
    const whole = eventsText(document, { number: number - 1 }, source);
    if (whole === '') return;
    const give = (reader: EventReader): void => {
      const { after } = reader;
      const text = after.number < number ? whole : eventsText(document, after, source);
      if (text !== '') reader.write(text);
    };
    tenants?.forEach(give);
    own?.forEach(give);
  };
  /** @returns whether there may be more to read immediately */
  const step = async (): Promise<boolean> => {
    const { documents } = await own.find(eventLog, { index: 'number', from: place + 1, limit: TAIL_PAGE });
    const found = following(place, documents);
    for (const document of found.next) {
      place = document.number;
      deliver(document);
    }
    if (found.hole === undefined) return documents.length === TAIL_PAGE;
    if (found.hole !== hole.number) hole = { number: found.hole, since: clock() };
    if (clock() - hole.since < HOLE_PATIENCE) return false;
    // If this insert is first, the slow process's events take another number.
    await own.insert(eventLog, emptyDocument(tenant, found.hole, clock()));
    return true;
  };
  const read = async (): Promise<void> => {
    try {
      do {
        again = false;
        while (!stopped && (await step()));
      } while (again && !stopped);
      away = false;
    } catch (error) {
      // Logged once per outage.
      if (!away) log.warn('events cannot be read', { service: 'gateway', tenant, ...errorFields(error) });
      away = true;
    }
  };
  const run = (): void => {
    if (stopped) return;
    again = true;
    if (running) return;
    running = true;
    cancel();
    void read().then(() => {
      running = false;
      if (stopped) return;
      cancel = later(away ? AWAY_POLL : hole.number === place + 1 ? HOLE_POLL : POLL, run);
    });
  };
  const ready = firstPlace(store, tenant).then((found) => {
    place = found;
    run();
  });
  return {
    place: () => place,
    ready,
    add: (reader) => {
      const same = readers.get(reader.session) ?? new Set();
      readers.set(reader.session, same.add(reader));
    },
    remove: (reader) => {
      const same = readers.get(reader.session);
      same?.delete(reader);
      if (same?.size === 0) readers.delete(reader.session);
      return readers.size;
    },
    wake: run,
    stop: () => {
      stopped = true;
      cancel();
    },
  };
}

/** The position of a new tail: the last number before which none is missing among the newest documents. */
async function firstPlace(store: Store, tenant: string): Promise<number> {
  const query = { index: 'number', order: 'descending', limit: TAIL_PAGE } as const;
  const { documents } = await ofTenant(store, tenant).find(eventLog, query);
  const oldest = documents.at(-1)?.number;
  if (oldest === undefined) return 0;
  return following(oldest - 1, documents.toReversed()).next.at(-1)?.number ?? 0;
}

function timed(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}
