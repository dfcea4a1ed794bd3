/**
 * How a change gets from its entry into every held list, with no write that spans two documents: the entry is stamped
 * with about the version of its list, and the list's version is raised behind it. Pure; docs/model/status.pml checks it.
 *
 * Whoever holds a list built for version V reads the entries stamped after V - WINDOW once the version is another. A change
 * that is acknowledged at the raise to R carries a stamp of at least R - WINDOW; so it is read by everybody whose V is
 * below R.
 */
import type { StatusChange, StatusEntryDocument } from '@countersign/shared/model/status-documents';

/** Raises that other changes may make between a stamp and its own raise, before it is stamped again. */
export const WINDOW = 32;

/** Changes that an entry remembers: as many webhooks of it may wait for a bus that is away. */
const MOST_CHANGES = 8;

/** The first stamp that a reader looks at who holds what was built for `version`. */
export function firstUnread(version: number): number {
  return version + 1 - WINDOW;
}

/** Whether a change with that stamp is read by everybody who holds an older list than that of the raise to `raised`. */
export function isCovered(seq: number, raised: number): boolean {
  return seq >= raised - WINDOW;
}

/**
 * The entry with a new value and stamp. It is stamped also where the value is the same: whoever wrote it may have died
 * before the raise. A stamp is never lowered: a slow writer would hide what another has acknowledged meanwhile.
 * @param version of the list, read before
 * @param now milliseconds
 */
export function stamped(
  entry: StatusEntryDocument,
  change: { readonly value: 0 | 1; readonly changedIn: string; readonly version: number; readonly now: number },
): StatusEntryDocument {
  const { value, changedIn, version, now } = change;
  const seq = Math.max(version + 1, entry.seq ?? 0);
  return { ...entry, value, changedAt: entry.value === value ? entry.changedAt : now, changedIn, seq };
}

/** The entry stamped for the version behind `raised`, with whatever value it has by now; the same one where it is already. */
export function stampedAgain(entry: StatusEntryDocument, raised: number): StatusEntryDocument {
  return (entry.seq ?? 0) > raised ? entry : { ...entry, seq: raised + 1 };
}

/** The entry with a change remembered, to be written with the change itself and its event. */
export function remembering(entry: StatusEntryDocument, change: StatusChange): StatusEntryDocument {
  return { ...entry, changes: [...(entry.changes ?? []), change].slice(-MOST_CHANGES) };
}
