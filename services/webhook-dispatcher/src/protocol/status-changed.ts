/** What a `status.changed` event is worth: the entry of the status service says what happened, the event only where. Pure. */
import type { BusEvent } from '@countersign/shared/bus/catalogue';
import type { PendingDelivery } from '@countersign/shared/model/sessions';
import type { StatusChange, StatusEntryDocument } from '@countersign/shared/model/status-documents';

/**
 * The mark of a status change that the entry confirms, made of the entry: no member of the event but its id is believed.
 * @param entry the one that the event names
 * @returns undefined where the entry knows of no such change: the event is forged, or so old that others have followed
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
  // Changed by a version that remembered no events: what the entry says now is all that can be confirmed.
  const same = changedIn !== undefined && data.status === String(value);
  return same ? { event: id, value, at: changedAt } : undefined;
}
