/**
 * A worker leases a delivery, attempts it once, and writes the outcome; every write is conditional on the lease. The
 * mark in the session is cleared last: after a crash before that the sweep clears it, and nothing is sent again.
 */

import { ProtocolError } from '@countersign/shared/kernel/errors';
import { randomId } from '@countersign/shared/kernel/random';
import { type DeliveryDocument, deliveries } from '@countersign/shared/model/delivery/deliveries';
import { sessions } from '@countersign/shared/model/session/sessions';
import type { CachedTenants } from '@countersign/shared/runtime/cached-tenants';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import type { DeliveryWorker, DispatcherPlatform } from '../sending/dispatcher-platform.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { blockedUntil } from './blocked-until.ts';
import { isDue } from './delivery-state.ts';
import { leaseDelivery, postponeDelivery } from './delivery-transitions.ts';
import type { LeasedDelivery } from './finish-delivery.ts';
import type { TargetQueue } from './target-queues.ts';

/** A lease lasts this much longer than the time limit of an attempt, milliseconds. */
const LEASE_MARGIN = 5000;

/** Milliseconds until a delivery of a suspended tenant is checked again. */
const TENANT_RECHECK = 60_000;

/**
 * Creates the function that handles one delivery. Never rejects: a failed delivery is due again when its lease expires.
 */
export function createWorker(
  worker: DeliveryWorker,
  tenants: CachedTenants,
): (id: string, queue: TargetQueue) => Promise<void> {
  return (id, queue) => carriedThrough(worker, id, () => deliver(worker, id, { queue, tenants }));
}

/** Logs why a delivery was not completed: it is due again when its lease expires. */
export async function carriedThrough(
  { platform }: Pick<DeliveryWorker, 'platform'>,
  id: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const code = error instanceof ProtocolError ? error.code : error instanceof Error ? error.name : typeof error;
    platform.log.error('A delivery was not carried through; it is taken again', { event: id, code });
  }
}

async function deliver(
  worker: DeliveryWorker,
  id: string,
  { queue, tenants }: { readonly queue: TargetQueue; readonly tenants: CachedTenants },
): Promise<void> {
  const { platform } = worker;
  const { store, clock } = platform;
  const delivery = await store.get(overAllTenants(deliveries), id);
  if (delivery === undefined || !isDue(delivery, clock())) return;
  const tenant = await tenants.of(delivery.tenant);
  // An erasure removes it.
  if (tenant !== undefined && tenant.life.state !== 'active') {
    return postpone(platform, delivery, clock() + TENANT_RECHECK);
  }
  const session = await ofTenant(store, delivery.tenant).get(sessions, delivery.session);
  const blocked = await blockedUntil(worker, { delivery, session, queue });
  if (blocked !== undefined) return postpone(platform, delivery, blocked);
  const leased = await lease(platform, delivery);
  if (leased !== undefined) await attemptDelivery(worker, { leased, session, queue });
}

/** Postpones a delivery without an attempt. If the revision changed, another worker has decided. */
async function postpone(
  { store, clock }: DispatcherPlatform,
  delivery: DeliveryDocument,
  until: number,
): Promise<void> {
  const { document, result } = postponeDelivery(delivery, { until, now: clock() });
  if (result === 'postponed') await ofTenant(store, delivery.tenant).replace(deliveries, document);
}

/** @returns undefined if another worker has leased or changed it */
async function lease(platform: DispatcherPlatform, delivery: DeliveryDocument): Promise<LeasedDelivery | undefined> {
  const taken = leasedNow(platform, delivery);
  const stored = taken && (await ofTenant(platform.store, delivery.tenant).replace(deliveries, taken.delivery));
  return stored && { delivery: stored, lease: taken.lease };
}

/** The delivery with this process's lease, to be written; undefined if it is not due. */
export function leasedNow(
  { clock, random, settings }: Pick<DispatcherPlatform, 'clock' | 'random' | 'settings'>,
  delivery: DeliveryDocument,
): LeasedDelivery | undefined {
  const [name, now] = [randomId(random), clock()];
  const until = now + settings.WEBHOOK_TIMEOUT * 1000 + LEASE_MARGIN;
  const { document, result } = leaseDelivery(delivery, { lease: name, until, now });
  return result === 'not_due' ? undefined : { delivery: document, lease: name };
}
