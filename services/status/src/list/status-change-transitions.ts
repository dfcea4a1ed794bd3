/**
 * How a change of an entry reaches every cached list, with no write that spans two documents: the entry is stamped with
 * about the version of its list, and then the list's version is raised. Pure; docs/explanation/model/status.pml checks it.
 *
 * A replica that caches a list of version V reads the entries stamped after V - WINDOW once the version differs. A
 * change acknowledged at the raise to R carries a stamp of at least R - WINDOW; so every replica whose V is below R
 * reads it.
 */

import { STATUS, type StatusValue } from '@countersign/shared/crypto/status-bits';
import type { Requirements } from '@countersign/shared/flow-config/tenant-profile';
import type { StatusEntryDocument } from '@countersign/shared/model/status/status-documents';
import { type LoggedEvent, type OutboxEntry, pushed, withLogged } from '@countersign/shared/outbox/outbox';
import type { Transition } from '@countersign/shared/store/update-document';

/**
 * Maximum number of raises by other changes between a stamp and its own raise; after more the entry is stamped again.
 */
export const WINDOW = 32;

/** Maximum number of changes stored in an entry, and so of its webhooks that wait for an unreachable bus. */
const MAX_CHANGES = 8;

/** The first stamp that a reader with a list of `version` reads. */
export function firstUnread(version: number): number {
  return version + 1 - WINDOW;
}

/** Whether every replica whose list is older than the raise to `raised` reads a change with this stamp. */
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
  readonly value: StatusValue;
  /** `final`: a revoked credential stays revoked. */
  readonly revocation: Requirements['revocation'];
  /** Id and version of the list, as read before. */
  readonly changedIn: string;
  readonly version: number;
  /** Milliseconds. */
  readonly now: number;
  /** The event of the change; published by the write that changes the value. */
  readonly event: OutboxEntry;
  /** The same for the tenant's log; none with EVENTS=off. */
  readonly logged?: readonly LoggedEvent[];
}

/**
 * The entry with a new value and stamp. An unchanged value is stamped too, because the process that wrote it may have
 * crashed before the raise. A stamp is never lowered, because a slow writer would hide a later acknowledged change.
 * @returns result: whether the value has changed, which the event reports; `final` if the entry must keep its value
 */
export function changeStatus(
  entry: StatusEntryDocument,
  { value, revocation, changedIn, version, now, event, logged = [] }: StatusUpdate,
): Transition<StatusEntryDocument, 'changed' | 'stamped' | 'final'> {
  const isFinal = revocation === 'final' && entry.value === STATUS.revoked && value !== STATUS.revoked;
  if (isFinal) return { document: entry, result: 'final' };
  const seq = Math.max(version + 1, entry.seq ?? 0);
  const stamped = { ...entry, value, changedIn, seq };
  if (entry.value === value) return { document: stamped, result: 'stamped' };
  const change = { event: event.event.id, value, at: now };
  const changes = [...(entry.changes ?? []), change].slice(-MAX_CHANGES);
  const document = pushed({ ...stamped, changedAt: now, changes }, [event], now);
  return { document: withLogged(document, logged, now), result: 'changed' };
}

/**
 * Stamps the entry, with its current value, for the version after `raised`; the same entry if it is already stamped.
 */
export function stampAgain(entry: StatusEntryDocument, raised: number): StatusEntryDocument {
  return (entry.seq ?? 0) > raised ? entry : { ...entry, seq: raised + 1 };
}
