/** Fixtures of deliveries. */

import type { DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import { endDelivery, leaseDelivery } from '../../src/delivery/delivery-transitions.ts';

/** Due at 100. */
export const due: DeliveryDocument = {
  id: 'e',
  rev: 1,
  tenant: 'default',
  session: 's',
  type: 'issuance.completed',
  at: 1,
  data: {},
  webhook: 'outcome',
  target: 'https://hooks.example',
  state: 'due',
  attempts: [],
  dueAt: 100,
  createdAt: 1,
  outbox: [],
};

/** Leased as `a` until 200. */
export const leased = leaseDelivery(due, { lease: 'a', until: 200, now: 100 }).document;

export const attempt = { at: 100, milliseconds: 5, status: 500, error: 'status' };

/** A delivery in each state. */
export const inEachState: Readonly<Record<DeliveryDocument['state'], DeliveryDocument>> = {
  due,
  leased,
  delivered: endDelivery(leased, 'a', { end: { state: 'delivered' }, now: 150 }).document,
  dead: endDelivery(leased, 'a', { end: { state: 'dead', reason: 'gone' }, now: 150, attempt }).document,
};
