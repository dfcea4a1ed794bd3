/**
 * The events of a delivery, a function for each. A write of a worker requires its lease, so a worker whose lease
 * has ended changes nothing. Pure; times in milliseconds.
 */
import type { DeliveryAttempt, DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import { type DeliveryEnd, type DeliveryTransition, holdsLease, isDue } from './delivery-state.ts';

/** Maximum number of stored attempts, because the number of replays is unlimited. */
const MAX_ATTEMPTS = 50;

/** A delivery that waits for its first attempt, to be inserted. */
export function createdDelivery(
  delivery: Omit<DeliveryDocument, 'rev' | 'state' | 'phase' | 'attempts' | 'outbox'>,
): Omit<DeliveryDocument, 'rev'> {
  return { ...delivery, state: 'due', phase: 'waiting', attempts: [], outbox: [] };
}

/** A worker leases a due delivery, until a time. */
export function leaseDelivery(
  delivery: DeliveryDocument,
  { lease, until, now }: { readonly lease: string; readonly until: number; readonly now: number },
): DeliveryTransition<'leased' | 'not_due'> {
  if (!isDue(delivery, now)) return { document: delivery, result: 'not_due' };
  return { document: { ...delivery, state: 'leased', lease, dueAt: until }, result: 'leased' };
}

/** A due delivery may not be sent yet: it waits until a time. */
export function postponeDelivery(
  delivery: DeliveryDocument,
  { until, now }: { readonly until: number; readonly now: number },
): DeliveryTransition<'postponed' | 'not_due'> {
  if (!isDue(delivery, now)) return { document: delivery, result: 'not_due' };
  return { document: dueAgain(delivery, until), result: 'postponed' };
}

/** The earlier deliveries have ended: it is due immediately, unless it waits for another reason. */
export function unblockDelivery(delivery: DeliveryDocument, now: number): DeliveryTransition<'unblocked' | 'left'> {
  if (delivery.state !== 'due' || delivery.attempts.length > 0) return { document: delivery, result: 'left' };
  return { document: dueAgain(delivery, now), result: 'unblocked' };
}

/** Whether the worker still had its lease, so that its transition was written. */
export type LeaseResult = 'written' | 'lease_lost';

/** A worker releases its lease without an attempt; the delivery is due at a time. */
export function releaseLease(
  delivery: DeliveryDocument,
  lease: string,
  dueAt: number,
): DeliveryTransition<LeaseResult> {
  return underLease(delivery, lease, () => dueAgain(delivery, dueAt));
}

/** An attempt failed, and its successor is due at a time. */
export function recordFailedAttempt(
  delivery: DeliveryDocument,
  lease: string,
  { attempt, nextAt }: { readonly attempt: DeliveryAttempt; readonly nextAt: number },
): DeliveryTransition<LeaseResult> {
  return underLease(delivery, lease, () => ({
    ...dueAgain(delivery, nextAt),
    attempts: withAttempt(delivery, attempt),
  }));
}

export interface EndedDelivery {
  readonly end: DeliveryEnd;
  readonly now: number;
  /** The attempt that ended it, if any. */
  readonly attempt?: DeliveryAttempt;
}

/** The delivery has ended: delivered, or dead with a reason. */
export function endDelivery(
  delivery: DeliveryDocument,
  lease: string,
  { end, now, attempt }: EndedDelivery,
): DeliveryTransition<LeaseResult> {
  return underLease(delivery, lease, () => {
    const { lease: _lease, dueAt: _dueAt, reason: _reason, ...rest } = delivery;
    return { ...rest, ...end, phase: end.state, endedAt: now, attempts: withAttempt(delivery, attempt) };
  });
}

/** Requests the delivery again: the schedule restarts. A leased delivery stays unchanged. */
export function replayDelivery(delivery: DeliveryDocument, now: number): DeliveryTransition<'replayed' | 'leased'> {
  const { state } = delivery;
  switch (state) {
    case 'leased':
      return { document: delivery, result: 'leased' };
    case 'due':
    case 'delivered':
    case 'dead':
      return { document: { ...dueAgain(delivery, now), replayedAt: now }, result: 'replayed' };
    default:
      return state satisfies never;
  }
}

function underLease(
  delivery: DeliveryDocument,
  lease: string,
  next: () => DeliveryDocument,
): DeliveryTransition<LeaseResult> {
  return holdsLease(delivery, lease)
    ? { document: next(), result: 'written' }
    : { document: delivery, result: 'lease_lost' };
}

/** Waits for a time, without a lease. */
function dueAgain(delivery: DeliveryDocument, dueAt: number): DeliveryDocument {
  const { lease: _lease, endedAt: _endedAt, reason: _reason, ...rest } = delivery;
  return { ...rest, state: 'due', phase: 'waiting', dueAt };
}

function withAttempt({ attempts }: DeliveryDocument, attempt: DeliveryAttempt | undefined): readonly DeliveryAttempt[] {
  return attempt === undefined ? attempts : [...attempts, attempt].slice(-MAX_ATTEMPTS);
}
