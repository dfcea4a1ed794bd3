/** Delivery of an event to a handler, the same on every bus: attempts, pauses, and dead letters. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../kernel/clock.ts';
import { ProtocolError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { isUnavailable } from '../kernel/unavailable.ts';
import type { BusEvent, Topic } from './catalogue.ts';
import type { Subscription } from './port.ts';

/** An event that a group could not handle, or an unreadable message, kept for operators. Events can be replayed. */
export interface DeadLetter {
  readonly topic: Topic;
  readonly group: string;
  /** Absent if the message could not be read; then `unreadable` is set. */
  readonly event?: BusEvent;
  readonly unreadable?: UnreadableMessage;
  /** Error code, or an unexpected error's name. Its message might contain personal data. */
  readonly error: string;
  readonly tries: number;
  /** Milliseconds. */
  readonly at: number;
}

export interface UnreadableMessage {
  /** Position in the topic: `<partition>/<offset>`. */
  readonly position: string;
  /** First part of the message. */
  readonly text: string;
}

export interface DeliveryPolicy {
  readonly clock: Clock;
  readonly log: Log;
  /** Keeps the entry durably; resolves when it can't be lost any more. */
  readonly deadLetter: (entry: DeadLetter) => Promise<void>;
  /** Milliseconds between the attempts of a handler that throws; n pauses mean n + 1 attempts. */
  readonly pauses: readonly number[];
}

export const DEFAULT_PAUSES: readonly number[] = [50, 250, 1000];

/**
 * Calls a handler with an event until it is handled or dead-lettered. An attempt that fails with
 * `temporarily_unavailable` does not count, and is repeated without limit: the event is not its cause. The same applies
 * to storing a dead letter.
 * @param text the event as JSON: every attempt receives its own copy
 * @param signal aborted to stop: the running attempt ends, no other starts
 * @returns false when it was stopped before the event was handled or dead-lettered
 */
export async function deliver(
  text: string,
  subscription: Subscription,
  policy: DeliveryPolicy,
  signal: AbortSignal,
): Promise<boolean> {
  const { topic, group, handler } = subscription;
  let failures = 0;
  for (let waits = 0; !signal.aborted; ) {
    const event = JSON.parse(text) as BusEvent;
    const fields = { topic, group, event: event.id, session: event.subject };
    try {
      await handler(event);
      return true;
    } catch (error) {
      if (isUnavailable(error)) {
        policy.log.warn('An event is waiting because a part of the service is unavailable', {
          ...fields,
          ...described(error),
        });
        await pause(pauseAfter(policy, waits), signal);
        waits += 1;
        continue;
      }
      failures += 1;
      if (failures > policy.pauses.length) {
        policy.log.error('An event could not be handled', { ...fields, ...described(error), count: failures });
        return moveToDeadLetters(
          { topic, group, event: JSON.parse(text) as BusEvent, error: nameOf(error), tries: failures },
          policy,
          signal,
        );
      }
      policy.log.warn('Retrying an event', { ...fields, ...described(error), count: failures });
      await pause(pauseAfter(policy, failures - 1), signal);
    }
  }
  return false;
}

/**
 * Stores an event, or an unreadable message, as a dead letter; repeats until that succeeds.
 * @returns false when it was stopped before
 */
export async function moveToDeadLetters(
  entry: Omit<DeadLetter, 'at'>,
  policy: DeliveryPolicy,
  signal: AbortSignal,
): Promise<boolean> {
  for (let waits = 0; !signal.aborted; waits += 1) {
    try {
      await policy.deadLetter({ ...entry, at: policy.clock() });
      return true;
    } catch (error) {
      const { topic, group, event, unreadable } = entry;
      const id = event?.id ?? unreadable?.position ?? '';
      policy.log.error('A dead letter could not be kept', { topic, group, event: id, ...described(error) });
      await pause(pauseAfter(policy, waits), signal);
    }
  }
  return false;
}

/** Waits the milliseconds, or until the signal is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** The pause after `count` earlier ones; the last value repeats. */
function pauseAfter(policy: DeliveryPolicy, count: number): number {
  return policy.pauses[count] ?? policy.pauses.at(-1) ?? 0;
}

function nameOf(error: unknown): string {
  if (error instanceof ProtocolError) return error.code;
  return error instanceof Error ? error.name : typeof error;
}

/** Log fields of an error. For an unexpected error the stack frames, never its message. */
function described(error: unknown): { readonly code: string; readonly detail?: string; readonly stack?: string } {
  const code = nameOf(error);
  if (error instanceof ProtocolError) {
    return error.options.detail === undefined ? { code } : { code, detail: error.options.detail };
  }
  const stack = error instanceof Error ? error.stack?.slice(error.stack.search(/^ {4}at /m)) : undefined;
  return stack === undefined ? { code } : { code, stack };
}
