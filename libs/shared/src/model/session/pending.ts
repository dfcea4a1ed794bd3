/** Which events cause a webhook of their session, and the marks that keep such an event from being lost. Pure. */
import type { BusEvent, EventType } from '../../bus/catalogue.ts';
import type { OutboxEntry } from '../../outbox/outbox.ts';
import type { PendingDelivery, SessionDocument, SessionWebhooks } from './sessions.ts';

/** The webhook that an event causes: the first of these that the session has. */
const webhooksByType: Readonly<Partial<Record<EventType, readonly (keyof SessionWebhooks)[]>>> = {
  // One presentation, one call: a backend that returns the claims learns of the presentation by that request.
  'presentation.verified.v1': ['claims', 'result'],
  'presentation.released.v1': ['result'],
  'presentation.refused.v1': ['outcome', 'result'],
  'presentation.rejected.v1': ['outcome', 'result'],
  'presentation.expired.v1': ['outcome', 'result'],
  'claims.reissue.v1': ['claims'],
  'attributes.requested.v1': ['claims'],
  'credential.issued.v1': ['outcome'],
  'issuance.completed.v1': ['outcome'],
  'issuance.failed.v1': ['outcome'],
  'status.changed.v1': ['outcome'],
};

/** Events that do not end their session: its other deliveries do not wait for these. */
const notices: ReadonlySet<EventType> = new Set(['presentation.refused.v1', 'presentation.expired.v1']);

/** Whether other deliveries of the session may be sent before this one has ended. */
export function isNotice(type: EventType): boolean {
  return notices.has(type);
}

/** The session's webhook for an event of this type, if any. */
export function webhookOf(webhooks: SessionWebhooks | undefined, type: EventType): keyof SessionWebhooks | undefined {
  const name = webhooksByType[type]?.find((each) => webhooks?.[each] !== undefined);
  // If a webhook returns the claims, the one for results is never called.
  return name === 'result' && webhooks?.claims !== undefined ? undefined : name;
}

/** Events that a service acts on, even if they cause no webhook. */
const actedOn: ReadonlySet<EventType> = new Set([
  'presentation.requested.v1',
  'webhook.answered.v1',
  'webhook.gave-up.v1',
]);

/** Whether a consumer acts on an event of this type if the session has no webhook for it. */
export function isActedOn({ issuance }: Pick<SessionDocument, 'issuance'>, type: EventType): boolean {
  // The rejection of a presentation ends the issuance that needed it.
  return actedOn.has(type) || (type === 'presentation.rejected.v1' && issuance !== undefined);
}

/**
 * Adds a mark for each event that causes one of the session's webhooks; written together with the outbox entry.
 * @param now milliseconds
 */
export function withDeliveries<T extends SessionDocument>(session: T, events: readonly OutboxEntry[], now: number): T {
  const added = events
    .filter(({ event }) => webhookOf(session.webhooks, event.type) !== undefined)
    .map(({ event }) => pendingOf(event));
  return added.length === 0 ? session : withPending(session, added, now);
}

/** The mark of an event: the members from which its delivery is created. */
function pendingOf({
  id,
  type,
  time,
  data: { session: _session, tenant: _tenant, ...data },
}: BusEvent): PendingDelivery {
  return { id, type, at: Date.parse(time), data };
}

/** The session with these marks added; existing marks stay unchanged. */
export function withPending<T extends SessionDocument>(session: T, added: readonly PendingDelivery[], now: number): T {
  const known = new Set(session.pendingDeliveries.map(({ id }) => id));
  const fresh = added.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return session;
  const pendingDeliveries = [...session.pendingDeliveries, ...fresh];
  return { ...session, pendingDeliveries, pendingSince: session.pendingSince ?? now };
}

/** The session without the mark of an ended delivery; the same document if it has no such mark. */
export function withoutPending<T extends SessionDocument>(session: T, id: string): T {
  const pendingDeliveries = session.pendingDeliveries.filter((pending) => pending.id !== id);
  if (pendingDeliveries.length === session.pendingDeliveries.length) return session;
  const { pendingSince, ...rest } = session;
  const since = pendingDeliveries.length === 0 ? {} : { pendingSince };
  return { ...rest, ...since, pendingDeliveries } as unknown as T;
}
