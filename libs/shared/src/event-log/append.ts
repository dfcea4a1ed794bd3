/**
 * Appends events to the log of their tenant. The number is one more than the last one that this process knows, or the
 * next free one if another process has taken it. Each event is appended once, however often the function is called with
 * it (docs/explanation/model/events.pml).
 */
import type { Clock } from '../kernel/clock.ts';
import { type EventLogDocument, eventLog } from '../model/tenant/event-log.ts';
import type { LoggedEvent } from '../outbox/outbox.ts';
import { ofTenant, type TenantStore } from '../store/of-tenant.ts';
import type { Store } from '../store/port.ts';

/** Events of one session, in order. */
export interface EventGroup extends Pick<EventLogDocument, 'tenant' | 'dryRun'> {
  /** Absent for events of the tenant itself. */
  readonly session?: string;
  readonly events: readonly LoggedEvent[];
  /** Id of the group's only event that no write of the session contains. */
  readonly note?: string | undefined;
}

/** The session whose events are in a document. */
export type EventOwner = Omit<EventGroup, 'events' | 'session'> & { readonly session: string };

/** @returns the ids of all events in the group, and of the events that the log stores with them */
export type AppendEvents = (group: EventGroup) => Promise<ReadonlySet<string>>;

export interface EventAppender {
  readonly append: AppendEvents;
  /** The last number that this process has written in a tenant; undefined before the first. */
  readonly lastOf: (tenant: string) => number | undefined;
  /** Before a batch: if other processes write too, the last number is read again. */
  readonly beginBatch: () => void;
}

interface Numbers {
  next: Promise<number>;
  /** What the last read gave: a number below it was taken before that read. */
  base: number;
  /** Number of the last document that this process wrote. */
  last: number | undefined;
  /** Another process writes in this tenant too. */
  shared: boolean;
}

/** Numbers that may be taken in a row before the caller tries again later. */
const MAX_TRIES = 50;

/** A tenant's greatest number; 0 if its log is empty. */
export async function lastNumber(store: Store, tenant: string): Promise<number> {
  const found = await ofTenant(store, tenant).find(eventLog, { index: 'number', order: 'descending', limit: 1 });
  return found.documents[0]?.number ?? 0;
}

async function isNoted(own: TenantStore, note: string): Promise<boolean> {
  return (await own.getBy(eventLog, 'note', note)) !== undefined;
}

export function createEventAppender({ store, clock }: { readonly store: Store; readonly clock: Clock }): EventAppender {
  const tenants = new Map<string, Numbers>();
  const read = async (tenant: string): Promise<number> => (await lastNumber(store, tenant)) + 1;
  const numbersOf = (tenant: string): Numbers => {
    const known = tenants.get(tenant) ?? { next: read(tenant), base: 0, last: undefined, shared: false };
    tenants.set(tenant, known);
    return known;
  };
  const take = async (tenant: string): Promise<number> => {
    const numbers = numbersOf(tenant);
    const taken = numbers.next;
    numbers.next = taken.then((number) => number + 1);
    // Without this the next caller would fail by a read that has failed for this one.
    taken.catch(() => tenants.delete(tenant));
    numbers.next.catch(() => undefined);
    return taken;
  };
  /** Reads the last number again, once for all callers whose numbers came from the previous read. */
  const readAgain = (tenant: string, taken: number): void => {
    const numbers = numbersOf(tenant);
    numbers.shared = true;
    numbers.next = numbers.next.then(async (next) => {
      if (taken < numbers.base) return next;
      numbers.base = await read(tenant);
      return numbers.base;
    });
    numbers.next.catch(() => tenants.delete(tenant));
  };

  const append: AppendEvents = async ({ tenant, session, events, note, dryRun }) => {
    const own = ofTenant(store, tenant);
    const ids = new Set(events.map(({ id }) => id));
    let left = events;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      // A feed that appends the session's events again has no note, so a note can't identify their document.
      const first = left.find(({ id }) => id !== note) ?? left[0];
      if (first === undefined) return ids;
      const noted = left.find(({ id }) => id === note)?.id;
      const number = await take(tenant);
      const mark = { ...(dryRun === true ? { dryRun } : {}), ...(noted === undefined ? {} : { note: noted }) };
      const of = session === undefined ? {} : { session };
      const document = { id: first.id, tenant, number, at: clock(), ...of, events: left, ...mark };
      const stored = await own.insert(eventLog, document);
      if (stored !== undefined) {
        numbersOf(tenant).last = number;
        return ids;
      }
      // Unless the number itself was taken, it stays free: readers fill it.
      const present = await own.get(eventLog, first.id);
      const known = new Set(present?.events?.map(({ id }) => id));
      for (const id of known) ids.add(id);
      if (present === undefined && noted !== undefined && (await isNoted(own, noted))) known.add(noted);
      if (known.size === 0) readAgain(tenant, number);
      left = left.filter(({ id }) => !known.has(id));
    }
    throw new Error(`The log of ${tenant} does not accept an event`);
  };
  return {
    append,
    lastOf: (tenant) => tenants.get(tenant)?.last,
    beginBatch: () => {
      for (const [tenant, numbers] of tenants) if (numbers.shared) readAgain(tenant, Number.MAX_SAFE_INTEGER);
    },
  };
}
