/** How an event is handed to a handler, the same on every bus: tries, pauses, and the way to the dead letters. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../kernel/clock.ts';
import { ProtocolError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import type { BusEvent, Topic } from './catalogue.ts';
import type { Subscription } from './port.ts';

/** An event that a group could not handle, or a message that is none, for people to look at. Events can be replayed. */
export interface DeadLetter {
  readonly topic: Topic;
  readonly group: string;
  /** Absent where the message could not be read: then `unreadable` is there. */
  readonly event?: BusEvent;
  readonly unreadable?: UnreadableMessage;
  /** Error code, or the name of an unexpected error: its message might hold personal data. */
  readonly error: string;
  readonly tries: number;
  /** Milliseconds. */
  readonly at: number;
}

export interface UnreadableMessage {
  /** Where it stands in its topic: `<partition>/<offset>`. */
  readonly position: string;
  /** Its beginning. */
  readonly text: string;
}

export interface DeliveryPolicy {
  readonly clock: Clock;
  readonly log: Log;
  /** Keeps the entry durably; resolves when it can't be lost any more. */
  readonly deadLetter: (entry: DeadLetter) => Promise<void>;
  /** Milliseconds between the tries of a handler that throws; with n pauses it is tried n + 1 times. */
  readonly pauses: readonly number[];
}

export const DEFAULT_PAUSES: readonly number[] = [50, 250, 1000];

/**
 * Hands an event to a handler until it is handled or dead-lettered. Where something is `temporarily_unavailable`
 * (also the keeper of the dead letters), it waits and tries again without end: that is no fault of the event.
 * @param text the event as JSON: every try gets its own copy
 * @param signal aborted to stop: the try under way ends, no other begins
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
        policy.log.warn('An event waits, a part of the service is not available', { ...fields, ...described(error) });
        await pause(pauseAfter(policy, waits), signal);
        waits += 1;
        continue;
      }
      failures += 1;
      if (failures > policy.pauses.length) {
        policy.log.error('An event could not be handled', { ...fields, ...described(error), count: failures });
        return bury(
          { topic, group, event: JSON.parse(text) as BusEvent, error: nameOf(error), tries: failures },
          policy,
          signal,
        );
      }
      policy.log.warn('An event is tried again', { ...fields, ...described(error), count: failures });
      await pause(pauseAfter(policy, failures - 1), signal);
    }
  }
  return false;
}

/**
 * Gives an event, or a message that is none, to the dead letters, until they take it.
 * @returns false when it was stopped before
 */
export async function bury(
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

/** Waits so many milliseconds, or until the signal is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** The pause after so many: the last one goes on. */
function pauseAfter(policy: DeliveryPolicy, count: number): number {
  return policy.pauses[count] ?? policy.pauses.at(-1) ?? 0;
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ProtocolError && error.code === 'temporarily_unavailable';
}

function nameOf(error: unknown): string {
  if (error instanceof ProtocolError) return error.code;
  return error instanceof Error ? error.name : typeof error;
}

/** For the log. Of an unexpected error only where it was thrown, never its message. */
function described(error: unknown): { readonly code: string; readonly detail?: string; readonly stack?: string } {
  const code = nameOf(error);
  if (error instanceof ProtocolError) {
    return error.options.detail === undefined ? { code } : { code, detail: error.options.detail };
  }
  const stack = error instanceof Error ? error.stack?.slice(error.stack.search(/^ {4}at /m)) : undefined;
  return stack === undefined ? { code } : { code, stack };
}
