/**
 * The log of a tenant's events, which backends read in its order. A document contains events of one session that were
 * appended together. Its id is the first event's of a write, so an event that is appended again is not written twice.
 * Its number is unique in the tenant, so every reader sees the same order. docs/explanation/model/events.pml checks
 * both.
 */
import type { LoggedEvent } from '../../outbox/outbox.ts';
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

export interface EventLogDocument extends TenantDocument {
  /** Id of the first event; of an empty document `empty/<tenant>/<number>`. */
  readonly id: string;
  readonly tenant: string;
  /** From 1. */
  readonly number: number;
  /** Milliseconds: when it was written. */
  readonly at: number;
  /** Absent for events of the tenant itself, and in an empty document, which fills the number of a process that died before it wrote. */
  readonly session?: string;
  /** In the order of their session. */
  readonly events?: readonly LoggedEvent[];
  /**
   * Id of the only event here that no session write contained. Unique, so that it is there once: the document may have the
   * id of another event.
   */
  readonly note?: string;
  /** A dry run's session: only its own stream shows the events. */
  readonly dryRun?: true;
}

export const eventLog: TenantCollection<EventLogDocument> = {
  perTenant: true,
  name: 'eventLog',
  indexes: {
    number: { fields: ['tenant', 'number'], unique: true },
    note: { fields: ['note'], unique: true },
    session: { fields: ['tenant', 'session', 'number'] },
    age: { fields: ['at'] },
  },
};

/** Milliseconds that an event is kept. */
export const EVENTS_KEPT = 86_400_000;

/** The document that fills a hole. Pure. */
export function emptyDocument(tenant: string, number: number, at: number): Omit<EventLogDocument, 'rev'> {
  return { id: `empty/${tenant}/${number}`, tenant, number, at };
}

/**
 * The documents that follow a position without a gap. Pure.
 * @param documents in the order of their numbers
 * @returns `hole`: the first missing number, if a later one exists
 */
export function following<T extends Pick<EventLogDocument, 'number'>>(
  place: number,
  documents: readonly T[],
): { readonly next: readonly T[]; readonly hole?: number } {
  const later = documents.filter(({ number }) => number > place);
  const end = later.findIndex(({ number }, position) => number !== place + 1 + position);
  return end < 0 ? { next: later } : { next: later.slice(0, end), hole: place + 1 + end };
}
