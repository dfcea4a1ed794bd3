/** Documents for tests that need no event. */
import type { DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';

/** A delivery that is due from time 0. */
export function deliveryOf(id: string, more: Partial<DeliveryDocument> = {}): DeliveryDocument {
  return {
    id,
    rev: 0,
    tenant: 'default',
    session: 's',
    type: 'issuance.completed',
    at: 0,
    data: {},
    webhook: 'outcome',
    target: 'https://backend.example',
    state: 'due',
    attempts: [],
    dueAt: 0,
    createdAt: 0,
    outbox: [],
    ...more,
  };
}
