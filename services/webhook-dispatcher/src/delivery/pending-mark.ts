/**
 * The marks of a session, one for each delivery that has not ended: how the dispatcher sets and clears them, and erases the
 * presented credentials together with their mark. Pure; times in milliseconds.
 */

import type { DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import { webhookOf, withoutPending, withPending } from '@countersign/shared/model/session/pending';
import type { PresentationPart } from '@countersign/shared/model/session/presentation-part';
import { presentedAt, withoutPresented } from '@countersign/shared/model/session/presented-claims';
import type { PendingDelivery, SessionDocument } from '@countersign/shared/model/session/sessions';
import { withRedirect } from '@countersign/shared/model/session/way-back';
import type { Transition } from '@countersign/shared/store/update-document';
import { carriesPresentation, eventTypeOf } from '../sending/payload-type.ts';

/** A delivery without the state that it was stored with, and how it ended. */
export type EndedDelivery = Omit<DeliveryDocument, 'state'> & {
  readonly state: DeliveryDocument['state'];
  /** The encrypted redirect URI in the webhook's response, if the session waits for one. */
  readonly redirect?: string | undefined;
};

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
  if (presentedIsErased(session, delivery, now)) return { document: session, result: 'erased' };
  if (now >= webhookDeadline(settings, session)) return { document: session, result: 'session_over' };
  const { id, type, at, data } = delivery;
  return { document: withPending(session, [{ id, type: eventTypeOf(type), at, data }], now), result: 'marked' };
}

/**
 * Removes the mark of an ended delivery, and with it the presented credentials if the webhook has received them, or if
 * an intermediary may not keep them. The mark exists as long as a delivery may need them, so nothing is erased too early.
 * @param ended the delivery, if it has ended
 */
export function clearPendingMark(
  session: SessionDocument,
  id: string,
  ended: EndedDelivery | undefined,
): SessionDocument {
  const cleared = withoutPending(session, id);
  const next = cleared === session ? session : withRedirect(cleared, ended?.redirect);
  const { presentation } = next;
  if (next === session || ended === undefined || presentation === undefined || !carries(ended, presentation)) {
    return next;
  }
  const { retention, eraseAfter } = presentation;
  const erases =
    ended.state === 'delivered' ? retention === 'webhook' : ended.state === 'dead' && eraseAfter !== undefined;
  return erases ? { ...next, presentation: withoutPresented(presentation) } : next;
}

/** Whether a delivery would need presented credentials that are erased, or are about to be. */
export function presentedIsErased({ presentation }: SessionDocument, delivery: DeliveryDocument, now: number): boolean {
  return (
    presentation?.progress.state === 'verified' &&
    presentedAt(presentation, now) === undefined &&
    carries(delivery, presentation)
  );
}

function carries({ type, data }: Pick<DeliveryDocument, 'type' | 'data'>, presentation: PresentationPart): boolean {
  return carriesPresentation(type, presentation) && data.request === presentation.requestHash;
}
