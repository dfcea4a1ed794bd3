/** Confirms a `status.changed` event by its status entry: an event on the bus may be forged, the entry may not. Pure. */
import type { BusEvent } from '@countersign/shared/bus/catalogue';
import type { PendingDelivery } from '@countersign/shared/model/session/sessions';
import type { StatusChange, StatusEntryDocument } from '@countersign/shared/model/status/status-documents';

/**
 * The mark of a status change that the entry confirms. Its content comes from the entry; only the id comes from the
 * event.
 * @param entry the entry that the event refers to
 * @returns undefined if the entry has no such change: the event is forged, or later changes have replaced it
 */
export function changeMark(event: BusEvent, entry: StatusEntryDocument | undefined): PendingDelivery | undefined {
  if (event.type !== 'status.changed.v1' || entry === undefined || entry.session !== event.subject) return undefined;
  const change = confirmed(event, entry);
  if (change === undefined) return undefined;
  const { configuration, list, id } = entry;
  const data = { configuration, status: String(change.value), list: String(list), entry: id };
  return { id: event.id, type: event.type, at: change.at, data };
}

function confirmed({ id, data }: BusEvent, entry: StatusEntryDocument): StatusChange | undefined {
  const { changes, changedIn, changedAt, value } = entry;
  if (changes !== undefined) return changes.find(({ event }) => event === id);
  // An earlier version stored no events with a change, so only the current status can be confirmed.
  const same = changedIn !== undefined && data.status === String(value);
  return same ? { event: id, value, at: changedAt } : undefined;
}
