/**
 * The states of a delivery, `due -> leased -> delivered | due | dead`, and their meaning. Pure; times in milliseconds.
 */

import type { DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import type { Transition } from '@countersign/shared/store/update-document';

export type DeliveryTransition<R> = Transition<DeliveryDocument, R>;

/** How a delivery ends. */
export type DeliveryEnd = { readonly state: 'delivered' } | { readonly state: 'dead'; readonly reason: string };

export const DELIVERED: DeliveryEnd = { state: 'delivered' };

/** There are no more attempts. @param reason short code, shown to the backend */
export function deadBecause(reason: string): DeliveryEnd {
  return { state: 'dead', reason };
}

export function isDeliveredOrDead({ state }: Pick<DeliveryDocument, 'state'>): boolean {
  switch (state) {
    case 'due':
    case 'leased':
      return false;
    case 'delivered':
    case 'dead':
      return true;
    default:
      return state satisfies never;
  }
}

/** True if a worker may take it: it is due, or a crashed worker's lease has expired. */
export function isDue(delivery: DeliveryDocument, now: number): boolean {
  return !isDeliveredOrDead(delivery) && delivery.dueAt !== undefined && delivery.dueAt <= now;
}

/** True while that worker's lease is valid. */
export function holdsLease(delivery: DeliveryDocument, lease: string): boolean {
  return delivery.state === 'leased' && delivery.lease === lease;
}

/** Attempts that the schedule counts. */
export function attemptsMade({ attempts, replayedAt = 0 }: DeliveryDocument): number {
  return attempts.filter(({ at }) => at >= replayedAt).length;
}
