/**
 * The outbox inside the document: the same write stores an event and the state change that caused it, so neither
 * exists without the other.
 */

import type { BusEvent, Topic } from '../bus/catalogue.ts';
import type { StoredDocument } from '../store/port.ts';

export interface OutboxEntry {
  readonly topic: Topic;
  readonly event: BusEvent;
}

/** A document with an outbox. `outboxSince` (milliseconds) is indexed, and set only while the outbox is not empty. */
export interface WithOutbox extends StoredDocument {
  readonly outbox: readonly OutboxEntry[];
  readonly outboxSince?: number;
}

/** Returns the document with the entries added. Pure. */
export function pushed<T extends WithOutbox>(document: T, entries: readonly OutboxEntry[], now: number): T {
  if (entries.length === 0) return document;
  // An earlier version wrote status entries without an outbox.
  const present: readonly OutboxEntry[] | undefined = document.outbox;
  return { ...document, outbox: [...(present ?? []), ...entries], outboxSince: document.outboxSince ?? now };
}

/** Returns the document without the entries of these event ids. Pure. */
export function pulled<T extends WithOutbox>(document: T, ids: ReadonlySet<string>): T {
  const outbox = document.outbox.filter((entry) => !ids.has(entry.event.id));
  const { outboxSince, ...rest } = document;
  return (outbox.length === 0 ? { ...rest, outbox } : { ...rest, outbox, outboxSince }) as unknown as T;
}
