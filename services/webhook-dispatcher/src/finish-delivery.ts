/** The end of a leased delivery, and the mark in its session, which goes behind it. */

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
import { type SessionDocument, sessions } from '@countersign/shared/model/sessions';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { DeliveryWorker, DispatcherPlatform } from './dispatcher-platform.ts';

/** A delivery that this worker has leased, as it stood then. */
export interface LeasedDelivery {
  readonly delivery: DeliveryDocument;
  readonly lease: string;
}

/** The session was erased: nothing is left of its deliveries either. */
export const SESSION_GONE = 'session_gone';

/** Writes what became of a delivery, while the lease holds. */
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
  if (end === SESSION_GONE) return forgetDelivery(platform, leased);
  const { delivery, lease } = leased;
  const { id: event, session, tenant, webhook } = delivery;
  const ended = { end, now: platform.clock(), ...(attempt === undefined ? {} : { attempt }) };
  const result = await changeLeased(platform, leased, (present) => endDelivery(present, lease, ended));
  if (result === 'lease_lost') return;
  platform.metrics.count('countersign_deliveries_total', { webhook, outcome: end.state });
  if (end.state === 'dead') {
    platform.log.warn('A webhook was given up', { event, session, tenant, code: end.reason });
  }
  const delivered = end.state === 'delivered' ? delivery : undefined;
  await clearMark(worker, { id: session, tenant }, event, delivered);
}

/** Removes a delivery whose session is gone, while the lease holds; mostly the erasure has done so. */
export async function forgetDelivery(
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
 * @param delivered the delivery where it was answered: what was presented may go with its mark
 */
export async function clearMark(
  { platform, enqueue }: Pick<DeliveryWorker, 'platform' | 'enqueue'>,
  session: Pick<SessionDocument, 'id' | 'tenant'>,
  id: string,
  delivered?: DeliveryDocument,
): Promise<void> {
  const own = ofTenant(platform.store, session.tenant);
  const stored = await own.update(sessions, session.id, (present) => clearPendingMark(present, id, delivered));
  const next = stored?.pendingDeliveries.find(({ type }) => !isNotice(type));
  const waiting = next === undefined ? undefined : await own.get(deliveries, next.id);
  if (waiting === undefined) return;
  const { document, result } = unblockDelivery(waiting, platform.clock());
  if (result === 'left') return;
  // Where the revision moved, its own time brings it.
  const ready = await own.replace(deliveries, document);
  if (ready !== undefined) enqueue(ready);
}
