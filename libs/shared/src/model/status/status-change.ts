/**
 * How a change gets from its entry into every held list, with no write that spans two documents: the entry is stamped
 * with about the version of its list, and the list's version is raised behind it. Pure; docs/model/status.pml checks it.
 *
 * A replica that holds a list built for version V reads the entries stamped after V - WINDOW once the version is another. A
 * change that is acknowledged at the raise to R carries a stamp of at least R - WINDOW; so every replica whose V is below R
 * reads it.
 */
import { type OutboxEntry, pushed } from '../../outbox/outbox.ts';
import type { Transition } from '../../store/update-document.ts';
import type { StatusEntryDocument } from '../status-documents.ts';

/** Raises that other changes may make between a stamp and its own raise, before it is stamped again. */
export const WINDOW = 32;

/** Changes that an entry remembers: as many webhooks of it may wait for a bus that is away. */
const MOST_CHANGES = 8;

/** The first stamp that a reader looks at whose list was built for `version`. */
export function firstUnread(version: number): number {
  return version + 1 - WINDOW;
}

/** Whether a change with that stamp is read by every replica whose list is older than the raise to `raised`. */
export function isCovered(seq: number, raised: number): boolean {
  return seq >= raised - WINDOW;
}

/** The entry of a new credential request, to be inserted: valid. */
export function createdEntry(
  entry: Omit<StatusEntryDocument, 'rev' | 'value' | 'outbox'>,
): Omit<StatusEntryDocument, 'rev'> {
  return { ...entry, value: 0, outbox: [] };
}

export interface StatusUpdate {
  readonly value: 0 | 1;
  /** Id of the list, and its version, read before. */
  readonly changedIn: string;
  readonly version: number;
  /** Milliseconds. */
  readonly now: number;
  /** The event that says so; published by the write that changes the value. */
  readonly event: OutboxEntry;
}

/**
 * The entry with a new value and stamp. It is stamped also where the value is the same: the process that wrote it may have
 * died before the raise. A stamp is never lowered: a slow writer would hide what another has acknowledged since.
 * @returns result: whether the value is another one, which is what the event reports
 */
export function changeStatus(
  entry: StatusEntryDocument,
  { value, changedIn, version, now, event }: StatusUpdate,
): Transition<StatusEntryDocument, 'changed' | 'stamped'> {
  const seq = Math.max(version + 1, entry.seq ?? 0);
  const stamped = { ...entry, value, changedIn, seq };
  if (entry.value === value) return { document: stamped, result: 'stamped' };
  const change = { event: event.event.id, value, at: now };
  const changes = [...(entry.changes ?? []), change].slice(-MOST_CHANGES);
  return { document: pushed({ ...stamped, changedAt: now, changes }, [event], now), result: 'changed' };
}

/** The entry stamped for the version behind `raised`, with whatever value it has by now; the same one where it is already. */
export function stampAgain(entry: StatusEntryDocument, raised: number): StatusEntryDocument {
  return (entry.seq ?? 0) > raised ? entry : { ...entry, seq: raised + 1 };
}
