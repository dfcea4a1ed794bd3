import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { receivedFact } from '@countersign/shared/kernel/reasons/received';
import type { NotificationRecord } from '@countersign/shared/model/session/issuance-part';

export type NotificationEvent = NotificationRecord['event'];

const EVENTS: readonly string[] = ['credential_accepted', 'credential_failure', 'credential_deleted'];
const MAX_DESCRIPTION = 1024;

export interface NotificationRequest {
  readonly notificationId: string;
  readonly event: NotificationEvent;
  readonly description?: string;
}

/**
 * Reads a notification (OpenID4VCI 1.0, 11.1). The API's object form `{event, event_description}` is accepted too.
 * @throws ProtocolError `invalid_notification_request`
 */
export function parseNotificationRequest(body: JsonObject): NotificationRequest {
  const id = own(body, 'notification_id');
  if (typeof id !== 'string' || id.length === 0) {
    throw invalid('notification_id is missing', { reason: 'notification_unknown', facts: { detail: 'missing' } });
  }
  const given = own(body, 'event');
  const form: JsonObject = isObject(given)
    ? given
    : { event: given, event_description: own(body, 'event_description') };
  const event = own(form, 'event');
  if (typeof event !== 'string' || !EVENTS.includes(event)) {
    const facts = { expectedAny: EVENTS, ...receivedFact(event) };
    throw invalid(`event must be one of ${EVENTS.join(', ')}`, { reason: 'notification_event', facts });
  }
  const description = own(form, 'event_description');
  if (description !== undefined && (typeof description !== 'string' || description.length > MAX_DESCRIPTION)) {
    const bytes = typeof description === 'string' ? { bytes: Buffer.byteLength(description) } : {};
    const facts = { ...bytes, mostBytes: MAX_DESCRIPTION };
    throw invalid('event_description must be a short string', { reason: 'notification_description', facts });
  }
  return {
    notificationId: id,
    event: event as NotificationEvent,
    ...(description === undefined ? {} : { description }),
  };
}

function invalid(description: string, why: Reasoned): ProtocolError {
  return new ProtocolError('invalid_notification_request', description, why);
}
