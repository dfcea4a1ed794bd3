/**
 * The marks of a session, one for each delivery that has not ended: how the dispatcher sets and clears them, and erases the
 * presented credentials together with their mark (`retention: webhook`). Pure; times in milliseconds.
 */

import type { DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import { webhookOf, withoutPending, withPending } from '@countersign/shared/model/session/pending';
import type { PresentationPart } from '@countersign/shared/model/session/presentation-part';
import type { PendingDelivery, SessionDocument } from '@countersign/shared/model/session/sessions';
import type { Transition } from '@countersign/shared/store/update-document';
import { carriesPresentation, eventTypeOf } from '../sending/payload-type.ts';

/** Lifetimes of a session for which the purge waits for its deliveries before it erases the session anyway. */
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
 * Marks an event that isn't in the session's outbox, such as a changed status.
 * @returns result: whether the mark is set; false if the session has no webhook for the event, or is too old
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

/** Marks a delivery again before its replay: the purge keeps the session until the delivery has ended. */
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
 * Removes the mark of an ended delivery, and with it the presented credentials if the webhook has received them. The
 * mark exists as long as a delivery may need them, so nothing is erased too early.
 * @param delivered the delivery, if the webhook has accepted it
 */
export function clearPendingMark(
  session: SessionDocument,
  id: string,
  delivered: DeliveryDocument | undefined,
): SessionDocument {
  const next = withoutPending(session, id);
  const { presentation } = next;
  if (next === session || delivered === undefined || presentation?.progress.state !== 'verified') return next;
  if (presentation.retention !== 'webhook' || !carries(delivered, presentation)) return next;
  const { sealedCredentials: _, ...progress } = presentation.progress;
  return { ...next, presentation: { ...presentation, progress } };
}

/** Whether a delivery would need presented credentials that are erased. */
export function presentedIsErased({ presentation }: SessionDocument, delivery: DeliveryDocument): boolean {
  return (
    presentation?.progress.state === 'verified' &&
    presentation.progress.sealedCredentials === undefined &&
    carries(delivery, presentation)
  );
}

function carries({ type, data }: DeliveryDocument, presentation: PresentationPart): boolean {
  return carriesPresentation(type, presentation) && data.request === presentation.requestHash;
}
