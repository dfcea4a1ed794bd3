/** The states of a delivery, `due -> leased -> delivered | due | dead`: pure transitions, each one compare-and-set. */
import type { DeliveryAttempt, DeliveryDocument } from '@countersign/shared/model/deliveries';

/** Attempts that are kept; replays may make any number. */
const MOST_ATTEMPTS = 50;

/** True where a worker may take it: its time has come, also that of a lease whose worker has died. */
export function isDue({ state, dueAt }: DeliveryDocument, now: number): boolean {
  return (state === 'due' || state === 'leased') && dueAt !== undefined && dueAt <= now;
}

export function isEnded({ state }: DeliveryDocument): boolean {
  return state === 'delivered' || state === 'dead';
}

/** Taken by a worker until a time (milliseconds). */
export function leased(delivery: DeliveryDocument, lease: string, until: number): DeliveryDocument {
  return { ...delivery, state: 'leased', lease, dueAt: until };
}

/** True while that worker's lease holds. */
export function holdsLease(delivery: DeliveryDocument, lease: string): boolean {
  return delivery.state === 'leased' && delivery.lease === lease;
}

/** Waits for a time, without a lease. */
export function dueAgain(delivery: DeliveryDocument, at: number, attempt?: DeliveryAttempt): DeliveryDocument {
  const { lease: _lease, endedAt: _endedAt, reason: _reason, ...rest } = delivery;
  return { ...rest, state: 'due', dueAt: at, attempts: withAttempt(delivery, attempt) };
}

/** Over: delivered, or dead with a reason. */
export function ended(
  delivery: DeliveryDocument,
  now: number,
  end: { readonly state: 'delivered' } | { readonly state: 'dead'; readonly reason: string },
  attempt?: DeliveryAttempt,
): DeliveryDocument {
  const { lease: _lease, dueAt: _dueAt, reason: _reason, ...rest } = delivery;
  return { ...rest, ...end, endedAt: now, attempts: withAttempt(delivery, attempt) };
}

/** An ended delivery that somebody wants again: the schedule begins anew. */
export function replayed(delivery: DeliveryDocument, now: number): DeliveryDocument {
  return { ...dueAgain(delivery, now), replayedAt: now };
}

/** Tries that count for the schedule. */
export function triesMade({ attempts, replayedAt = 0 }: DeliveryDocument): number {
  return attempts.filter(({ at }) => at >= replayedAt).length;
}

function withAttempt({ attempts }: DeliveryDocument, attempt: DeliveryAttempt | undefined): readonly DeliveryAttempt[] {
  return attempt === undefined ? attempts : [...attempts, attempt].slice(-MOST_ATTEMPTS);
}
