/**
 * The outbox inside the document: the same write stores an event and the state change that caused it, so neither
 * exists without the other.
 */

import type { BusEvent, Topic } from '../bus/catalogue.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { StoredDocument } from '../store/port.ts';

export interface OutboxEntry {
  readonly topic: Topic;
  readonly event: BusEvent;
}

/** An event for the tenant's log, which backends read. No service consumes it. */
export interface LoggedEvent {
  readonly id: string;
  readonly type: string;
  /** Milliseconds. */
  readonly at: number;
  /** Members of the event's data other than session and tenant: ids and outcomes. */
  readonly data: JsonObject;
}

/**
 * A document with an outbox. `outboxSince` (milliseconds) is indexed, and set only while one of the two lists is not
 * empty.
 */
export interface WithOutbox extends StoredDocument {
  readonly outbox: readonly OutboxEntry[];
  /** Events that are not yet in the tenant's log, in order, if any. */
  readonly events?: readonly LoggedEvent[];
  readonly outboxSince?: number;
}

/** Returns the document with the entries added. Pure. */
export function pushed<T extends WithOutbox>(document: T, entries: readonly OutboxEntry[], now: number): T {
  if (entries.length === 0) return document;
  // An earlier version wrote status entries without an outbox.
  const present: readonly OutboxEntry[] | undefined = document.outbox;
  return { ...document, outbox: [...(present ?? []), ...entries], outboxSince: document.outboxSince ?? now };
}

/** Returns the document with the events for the log added. Pure. */
export function withLogged<T extends WithOutbox>(document: T, events: readonly LoggedEvent[], now: number): T {
  if (events.length === 0) return document;
  return { ...document, events: [...(document.events ?? []), ...events], outboxSince: document.outboxSince ?? now };
}

/** Whether the document contains one of these events. */
export function holdsEvent({ outbox, events = [] }: WithOutbox, ids: ReadonlySet<string>): boolean {
  return outbox.some(({ event }) => ids.has(event.id)) || events.some(({ id }) => ids.has(id));
}

/** Returns the document without the events of these ids, which were published. Pure. */
export function acknowledged<T extends WithOutbox>(document: T, ids: ReadonlySet<string>): T {
  const outbox = document.outbox.filter((entry) => !ids.has(entry.event.id));
  const events = document.events?.filter(({ id }) => !ids.has(id)) ?? [];
  const { outboxSince, events: _, ...rest } = document;
  const left = events.length === 0 ? { ...rest, outbox } : { ...rest, outbox, events };
  return (outbox.length + events.length === 0 ? left : { ...left, outboxSince }) as unknown as T;
}
