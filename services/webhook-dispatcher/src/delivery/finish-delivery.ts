/** Ends a leased delivery, then clears its mark in the session. */

import { type DeliveryAttempt, type DeliveryDocument, deliveries } from '@countersign/shared/model/delivery/deliveries';
import { isNotice } from '@countersign/shared/model/session/pending';
import { type SessionDocument, sessions } from '@countersign/shared/model/session/sessions';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { DeliveryWorker, DispatcherPlatform } from '../sending/dispatcher-platform.ts';
import type { DeliveryEnd, DeliveryTransition } from './delivery-state.ts';
import { holdsLease } from './delivery-state.ts';
import { endDelivery, type LeaseResult, unblockDelivery } from './delivery-transitions.ts';
import type { EndedDelivery } from './pending-mark.ts';
import { withoutMark } from './without-mark.ts';

/** A delivery that this worker has leased, as read at the lease. */
export interface LeasedDelivery {
  readonly delivery: DeliveryDocument;
  readonly lease: string;
}

/** The session was erased, so its deliveries are removed too. */
export const SESSION_GONE = 'session_gone';

/** Writes a transition of a delivery while the lease is valid. */
export async function changeLeased(
  { store }: DispatcherPlatform,
  { delivery }: LeasedDelivery,
  decide: (present: DeliveryDocument) => DeliveryTransition<LeaseResult>,
): Promise<LeaseResult> {
  const own = ofTenant(store, delivery.tenant);
  const taken = await own.takeTransition(deliveries, delivery.id, decide, delivery);
  return taken?.result ?? 'lease_lost';
}

export interface FinishedDelivery {
  /** The attempt that ended it, if any. */
  readonly attempt?: DeliveryAttempt;
  /** The session, if its mark is already removed. */
  readonly unmarked?: SessionDocument | undefined;
  /** The encrypted redirect URI in the webhook's response. */
  readonly redirect?: string | undefined;
}

/** Ends a delivery, then clears its mark, then queues the next delivery of the session. */
export async function finishDelivery(
  worker: DeliveryWorker,
  leased: LeasedDelivery,
  end: DeliveryEnd | typeof SESSION_GONE,
  { attempt, unmarked, redirect }: FinishedDelivery = {},
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
    platform.log.warn('A webhook delivery failed', { event, session, tenant, code: end.reason });
  }
  if (unmarked !== undefined) await queueNext(worker, unmarked);
  else await clearMark(worker, { id: session, tenant }, event, { ...delivery, state: end.state, redirect });
}

/** Removes an erased session's delivery while the lease is valid. The erasure has usually done so already. */
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
 * @param ended the ended delivery: if the webhook accepted it, clearing its mark may erase the presented data
 */
export async function clearMark(
  worker: Pick<DeliveryWorker, 'platform' | 'enqueue'>,
  session: Pick<SessionDocument, 'id' | 'tenant'>,
  id: string,
  ended?: EndedDelivery,
): Promise<void> {
  const { platform } = worker;
  const own = ofTenant(platform.store, session.tenant);
  const stored = await own.update(sessions, session.id, (present) => withoutMark(platform, present, id, ended));
  if (stored?.events !== undefined) platform.wakeRelay(stored);
  if (stored !== undefined) await queueNext(worker, stored);
}

/** Queues the session's delivery that waited for an ended one. */
async function queueNext(
  { platform, enqueue }: Pick<DeliveryWorker, 'platform' | 'enqueue'>,
  { tenant, pendingDeliveries }: SessionDocument,
): Promise<void> {
  const next = pendingDeliveries.find(({ type }) => !isNotice(type));
  if (next === undefined) return;
  const own = ofTenant(platform.store, tenant);
  const waiting = await own.get(deliveries, next.id);
  if (waiting === undefined) return;
  const { document, result } = unblockDelivery(waiting, platform.clock());
  if (result === 'left') return;
  // If the revision changed, the delivery is picked up at its own due time.
  const ready = await own.replace(deliveries, document);
  if (ready !== undefined) enqueue(ready);
}
