/**
 * The marks of a session, one for each delivery that has not ended: how the dispatcher sets and clears them, and what was
 * presented, which may go with its mark (`retention: webhook`). Pure; times in milliseconds.
 */
import type { Transition } from '../../store/update-document.ts';
import type { DeliveryDocument } from '../deliveries.ts';
import { webhookOf, withoutPending, withPending } from '../pending.ts';
import type { PendingDelivery, SessionDocument } from '../sessions.ts';
import { carriesPresentation, eventTypeOf } from './payload-type.ts';

/** The purge waits for deliveries this many lifetimes of a session, then takes it anyway. */
const LIFETIMES = 2;

/** When a session's webhooks end. @param settings.SESSION_TTL seconds */
export function webhookDeadline(
  { SESSION_TTL }: { readonly SESSION_TTL: number },
  { createdAt }: Pick<SessionDocument, 'createdAt'>,
): number {
  return createdAt + LIFETIMES * SESSION_TTL * 1000;
}

interface Now {
  readonly now: number;
  readonly settings: { readonly SESSION_TTL: number };
}

/**
 * Marks an event that stands in no outbox of the session, such as a changed status.
 * @returns result: whether the mark stands; it does not where the session has no webhook for the event, or is too old
 */
export function markOutsideEvent(
  session: SessionDocument,
  mark: PendingDelivery,
  { now, settings }: Now,
): Transition<SessionDocument, boolean> {
  const leads = webhookOf(session.webhooks, mark.type) !== undefined && now < webhookDeadline(settings, session);
  const document = leads ? withPending(session, [mark], now) : session;
  return { document, result: document.pendingDeliveries.some(({ id }) => id === mark.id) };
}

/** Marks a delivery again that is to be replayed: the purge leaves the session alone until it has ended. */
export function markReplay(
  session: SessionDocument,
  delivery: DeliveryDocument,
  { now, settings }: Now,
): Transition<SessionDocument, 'marked' | 'erased' | 'session_over'> {
  if (presentedIsErased(session, delivery)) return { document: session, result: 'erased' };
  if (now >= webhookDeadline(settings, session)) return { document: session, result: 'session_over' };
  const { id, type, at, data } = delivery;
  return { document: withPending(session, [{ id, type: eventTypeOf(type), at, data }], now), result: 'marked' };
}

/**
 * The session without the mark of an ended delivery, and in the same write without what was presented where the webhook has
 * received that. The mark stands as long as it may still have to be delivered, so nothing goes before.
 * @param delivered the delivery where it was answered
 */
export function clearPendingMark(
  session: SessionDocument,
  id: string,
  delivered: DeliveryDocument | undefined,
): SessionDocument {
  const next = withoutPending(session, id);
  const { presentation } = next;
  if (next === session || delivered === undefined || presentation?.progress.state !== 'verified') return next;
  if (presentation.retention !== 'webhook' || !carries(delivered, presentation.requestHash)) return next;
  const { sealedCredentials: _, ...progress } = presentation.progress;
  return { ...next, presentation: { ...presentation, progress } };
}

/** Whether a delivery would have to carry what is gone. */
export function presentedIsErased({ presentation }: SessionDocument, delivery: DeliveryDocument): boolean {
  return (
    presentation?.progress.state === 'verified' &&
    presentation.progress.sealedCredentials === undefined &&
    carries(delivery, presentation.requestHash)
  );
}

function carries({ type, data }: DeliveryDocument, requestHash: string): boolean {
  return carriesPresentation(type) && data.request === requestHash;
}
