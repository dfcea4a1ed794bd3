/** Ends a leased delivery, then clears its mark in the session. */

import { type DeliveryAttempt, type DeliveryDocument, deliveries } from '@countersign/shared/model/deliveries';
import type { DeliveryEnd, DeliveryTransition } from '@countersign/shared/model/delivery/delivery-state';
import { holdsLease } from '@countersign/shared/model/delivery/delivery-state';
import {
  endDelivery,
  type LeaseResult,
  unblockDelivery,
} from '@countersign/shared/model/delivery/delivery-transitions';
import { clearPendingMark } from '@countersign/shared/model/delivery/pending-mark';
import { isNotice } from '@countersign/shared/model/pending';
import { loggedEvents } from '@countersign/shared/model/session-change';
import { type SessionDocument, sessions } from '@countersign/shared/model/sessions';
import { withLogged } from '@countersign/shared/outbox/outbox';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { DeliveryWorker, DispatcherPlatform } from './dispatcher-platform.ts';

/** A delivery that this worker has leased, as read at the lease. */
export interface LeasedDelivery {
  readonly delivery: DeliveryDocument;
  readonly lease: string;
}

/** The session was erased, so its deliveries are removed too. */
export const SESSION_GONE = 'session_gone';

/** Writes a transition of a delivery while the lease holds. */
export async function changeLeased(
  { store }: DispatcherPlatform,
  { delivery }: LeasedDelivery,
  decide: (present: DeliveryDocument) => DeliveryTransition<LeaseResult>,
): Promise<LeaseResult> {
  const own = ofTenant(store, delivery.tenant);
  const taken = await own.takeTransition(deliveries, delivery.id, decide, delivery);
  return taken?.result ?? 'lease_lost';
}

/** Ends a delivery, then clears its mark, then queues the next delivery of the session. */
export async function finishDelivery(
  worker: DeliveryWorker,
  leased: LeasedDelivery,
  end: DeliveryEnd | typeof SESSION_GONE,
  attempt?: DeliveryAttempt,
): Promise<void> {
  const { platform } = worker;
  if (end === SESSION_GONE) return removeDelivery(platform, leased);
  const { delivery, lease } = leased;
  const { id: event, session, tenant, webhook } = delivery;
  const ended = { end, now: platform.clock(), ...(attempt === undefined ? {} : { attempt }) };
  const result = await changeLeased(platform, leased, (present) => endDelivery(present, lease, ended));
  if (result === 'lease_lost') return;
  platform.metrics.count('countersign_deliveries_total', { webhook, outcome: end.state });
  if (end.state === 'dead') {
    platform.log.warn('A webhook was given up', { event, session, tenant, code: end.reason });
  }
  await clearMark(worker, { id: session, tenant }, event, { ...delivery, state: end.state });
}

/** Removes a delivery of an erased session while the lease holds. The erasure has usually done so already. */
export async function removeDelivery(
  { store }: DispatcherPlatform,
  { delivery, lease }: LeasedDelivery,
): Promise<void> {
  const own = ofTenant(store, delivery.tenant);
  let present: DeliveryDocument | undefined = delivery;
  while (present !== undefined && holdsLease(present, lease)) {
    if (await own.delete(deliveries, present)) return;
    present = await own.get(deliveries, delivery.id);
  }
}

/**
 * Clears the mark of an ended delivery in its session, and queues the delivery that waited for it.
 * @param ended the delivery as it ended: where the webhook accepted it, clearing its mark may erase the presented data
 */
export async function clearMark(
  { platform, enqueue }: Pick<DeliveryWorker, 'platform' | 'enqueue'>,
  session: Pick<SessionDocument, 'id' | 'tenant'>,
  id: string,
  ended?: EndedDelivery,
): Promise<void> {
  const own = ofTenant(platform.store, session.tenant);
  const stored = await own.update(sessions, session.id, (present) => withoutMark(platform, present, id, ended));
  if (stored?.events !== undefined) platform.wakeRelay(stored);
  const next = stored?.pendingDeliveries.find(({ type }) => !isNotice(type));
  const waiting = next === undefined ? undefined : await own.get(deliveries, next.id);
  if (waiting === undefined) return;
  const { document, result } = unblockDelivery(waiting, platform.clock());
  if (result === 'left') return;
  // If the revision changed, the delivery is picked up at its own due time.
  const ready = await own.replace(deliveries, document);
  if (ready !== undefined) enqueue(ready);
}

/** A delivery without the state that it was stored with, and how it ended. */
export type EndedDelivery = Omit<DeliveryDocument, 'state'> & { readonly state: DeliveryDocument['state'] };

/** The session without the mark of an ended delivery. Where the delivery was given up, backends learn of it by an event. */
export function withoutMark(
  platform: Pick<DispatcherPlatform, 'clock' | 'newEventId'>,
  session: SessionDocument,
  id: string,
  ended: EndedDelivery | undefined,
): SessionDocument {
  const delivered = ended?.state === 'delivered' ? (ended as DeliveryDocument) : undefined;
  const cleared = clearPendingMark(session, id, delivered);
  if (cleared === session || ended?.state !== 'dead') return cleared;
  const now = platform.clock();
  const data = { delivery: id, event: ended.type };
  return withLogged(cleared, loggedEvents(platform, [{ type: 'delivery.dead', data }], now), now);
}
