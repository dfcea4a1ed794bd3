/**
 * A worker takes a delivery by a lease, makes one attempt, and writes its outcome; every write is conditional on the lease.
 * The mark in the session goes last: a crash before that is mended by the sweep, and nothing is sent again.
 */

import { ProtocolError } from '@countersign/shared/kernel/errors';
import { randomId } from '@countersign/shared/kernel/random';
import { type DeliveryDocument, deliveries } from '@countersign/shared/model/deliveries';
import { isDue } from '@countersign/shared/model/delivery/delivery-state';
import { leaseDelivery, postponeDelivery } from '@countersign/shared/model/delivery/delivery-transitions';
import { sessions } from '@countersign/shared/model/sessions';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { attemptDelivery } from './attempt-delivery.ts';
import { blockedUntil } from './blocked-until.ts';
import type { DeliveryWorker, DispatcherPlatform } from './dispatcher-platform.ts';
import type { LeasedDelivery } from './finish-delivery.ts';
import type { Lane } from './lanes.ts';

/** What a lease lasts beyond the time limit of an attempt, milliseconds. */
const LEASE_MARGIN = 5000;

/** Makes the function that takes one delivery. It never rejects: what fails is left to the end of its lease. */
export function createWorker(worker: DeliveryWorker): (id: string, lane: Lane) => Promise<void> {
  return async (id, lane) => {
    try {
      await deliver(worker, id, lane);
    } catch (error) {
      const code = error instanceof ProtocolError ? error.code : error instanceof Error ? error.name : typeof error;
      worker.platform.log.error('A delivery was not carried through; it is taken again', { event: id, code });
    }
  };
}

async function deliver(worker: DeliveryWorker, id: string, lane: Lane): Promise<void> {
  const { platform } = worker;
  const { store, clock } = platform;
  const delivery = await store.get(overAllTenants(deliveries), id);
  if (delivery === undefined || !isDue(delivery, clock())) return;
  const session = await ofTenant(store, delivery.tenant).get(sessions, delivery.session);
  const blocked = await blockedUntil(worker, { delivery, session, lane });
  if (blocked !== undefined) return postpone(platform, delivery, blocked);
  const leased = await lease(platform, delivery);
  if (leased !== undefined) await attemptDelivery(worker, { leased, session, lane });
}

/** No attempt is made. Where the revision moved, another worker has decided. */
async function postpone(
  { store, clock }: DispatcherPlatform,
  delivery: DeliveryDocument,
  until: number,
): Promise<void> {
  const { document, result } = postponeDelivery(delivery, { until, now: clock() });
  if (result === 'postponed') await ofTenant(store, delivery.tenant).replace(deliveries, document);
}

/** @returns undefined where another worker has it, or has decided about it */
async function lease(
  { store, clock, random, settings }: DispatcherPlatform,
  delivery: DeliveryDocument,
): Promise<LeasedDelivery | undefined> {
  const [name, now] = [randomId(random), clock()];
  const until = now + settings.WEBHOOK_TIMEOUT * 1000 + LEASE_MARGIN;
  const { document, result } = leaseDelivery(delivery, { lease: name, until, now });
  if (result === 'not_due') return undefined;
  const stored = await ofTenant(store, delivery.tenant).replace(deliveries, document);
  return stored === undefined ? undefined : { delivery: stored, lease: name };
}
