/**
 * Creates a delivery together with its lease if it can be sent now. This saves two reads and a write in the worker.
 * After a crash the lease expires, like any worker's.
 */
import { deliveries } from '@countersign/shared/model/delivery/deliveries';
import { isNotice, webhookOf } from '@countersign/shared/model/session/pending';
import type { PendingDelivery, SessionDocument } from '@countersign/shared/model/session/sessions';
import type { CachedTenants } from '@countersign/shared/runtime/cached-tenants';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { DeliveryWorker } from '../sending/dispatcher-platform.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { carriedThrough, leasedNow } from './deliver.ts';
import { newDelivery } from './make-delivery.ts';
import type { TargetQueues } from './target-queues.ts';

/**
 * Creates the delivery for an event and sends it. @returns false if it must be created without a lease, or already
 * exists
 */
export type SendAtOnce = (session: SessionDocument, pending: PendingDelivery) => Promise<boolean>;

export interface SendAtOnceDependencies {
  readonly worker: DeliveryWorker;
  readonly tenants: CachedTenants;
  readonly queues: Pick<TargetQueues, 'place'>;
}

export function createSendAtOnce({ worker, tenants, queues }: SendAtOnceDependencies): SendAtOnce {
  const { platform } = worker;
  return async (session, pending) => {
    if (hasToWait(session, pending)) return false;
    const created = await newDelivery(platform, session, pending);
    const leased = created && leasedNow(platform, { ...created, rev: 0 });
    if (leased === undefined) return false;
    const tenant = await tenants.of(session.tenant);
    if (tenant !== undefined && tenant.life.state !== 'active') return false;
    const { rev: _, ...delivery } = leased.delivery;
    const place = queues.place(delivery.target, delivery.id);
    if (place === undefined) return false;
    let made: typeof leased.delivery | undefined;
    try {
      made = await ofTenant(platform.store, session.tenant).insert(deliveries, delivery);
    } finally {
      if (made === undefined) place.release();
    }
    if (made === undefined) return false;
    const own = { delivery: made, lease: leased.lease };
    place.run((queue) =>
      carriedThrough(worker, pending.id, () => attemptDelivery(worker, { leased: own, session, queue })),
    );
    return true;
  };
}

/**
 * Whether an earlier delivery may not have ended. Claims requests and notices don't block; claims requests don't wait.
 */
function hasToWait({ webhooks, pendingDeliveries }: SessionDocument, { id, type }: PendingDelivery): boolean {
  if (webhookOf(webhooks, type) === 'claims') return false;
  const place = pendingDeliveries.findIndex((mark) => mark.id === id);
  return pendingDeliveries
    .slice(0, Math.max(place, 0))
    .some((before) => webhookOf(webhooks, before.type) !== 'claims' && !isNotice(before.type));
}
