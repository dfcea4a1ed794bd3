/**
 * The events that change a delivery's state, from which state to which, for docs/reference/states.md. A test checks the
 * transitions against this table.
 */
import type { DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import type { StateTable } from '@countersign/shared/test/model/state-table';

type DeliveryState = DeliveryDocument['state'];

/** Every state, and its meaning. */
export const deliveryStates: Readonly<Record<DeliveryState, string>> = {
  due: 'The next attempt is scheduled',
  leased: 'A worker is making an attempt. If its lease ends without a result, another worker does',
  delivered: 'The target has returned 2xx',
  dead: 'There are no more attempts. `reason` shows why',
};

export const deliveryEvents: StateTable<DeliveryState> = {
  leaseDelivery: {
    meaning: "A worker takes it: it is due, or a worker's lease has ended",
    from: { due: ['leased'], leased: ['leased'] },
  },
  postponeDelivery: {
    meaning:
      "It is due but may not be sent yet: an earlier delivery has not ended, its target's breaker is open, or its tenant is suspended",
    from: { due: ['due'], leased: ['due'] },
  },
  unblockDelivery: {
    meaning: 'The delivery before it has ended',
    from: { due: ['due'] },
  },
  releaseLease: {
    meaning: 'The worker could make no attempt',
    from: { leased: ['due'] },
  },
  recordFailedAttempt: {
    meaning: 'An attempt failed, and another follows',
    from: { leased: ['due'] },
  },
  endDelivery: {
    meaning: 'The target has responded; or the last attempt failed, or there is nothing left to deliver',
    from: { leased: ['delivered', 'dead'] },
  },
  replayDelivery: {
    meaning: 'An operator requests it again',
    from: { due: ['due'], delivered: ['due'], dead: ['due'] },
  },
};
