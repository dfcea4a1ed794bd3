/** Bounded waiting: back-off between attempts, and a time limit for work that may never end. */
import type { Random } from '../../kernel/random.ts';
import { type WaitEnd, withTimeout } from '../../kernel/with-timeout.ts';

const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 5000;

/** Milliseconds before the next attempt after `failures` (from 1): doubled each time, +-20 %. */
export function backOff(failures: number, random: Random): number {
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(failures - 1, 10));
  return Math.round(pause * (0.8 + (0.4 * random(2).readUInt16BE()) / 0xffff));
}

/** Work exceeded its time limit, or the waiting was stopped. */
export class NotAwaited extends Error {
  override readonly name = 'NotAwaited';
}

/**
 * Waits for `work`. It is not cancelled at the limit: its outcome is then ignored, while its effect may remain.
 * @throws NotAwaited after `milliseconds`, or when the signal is aborted
 */
export function within<T>(milliseconds: number, work: Promise<T>, signal?: AbortSignal): Promise<T> {
  const endError = (end: WaitEnd): NotAwaited =>
    new NotAwaited(end === 'timeout' ? `No response within ${milliseconds} ms` : 'Stopped');
  return withTimeout(work, milliseconds, endError, signal);
}
