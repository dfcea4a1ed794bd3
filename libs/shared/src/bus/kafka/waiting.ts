/** Waiting with an end: back-off between tries, and a limit for what may never answer. */
import type { Random } from '../../kernel/random.ts';

const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 5000;

/** Milliseconds before the next try after so many failures (from 1): doubled each time, +-20 %. */
export function backOff(failures: number, random: Random): number {
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(failures - 1, 10));
  return Math.round(pause * (0.8 + (0.4 * random(2).readUInt16BE()) / 0xffff));
}

/** Something took longer than it may, or is not waited for any more. */
export class NotAwaited extends Error {
  override readonly name = 'NotAwaited';
}

/**
 * The outcome of `work`, or NotAwaited after so many milliseconds or when the signal is aborted: then its outcome is
 * lost, its effect may be not.
 */
export async function within<T>(milliseconds: number, work: Promise<T>, signal?: AbortSignal): Promise<T> {
  const settled = new AbortController();
  const limit = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new NotAwaited(`No answer within ${milliseconds} ms`)), milliseconds);
    const stop = (): void => reject(new NotAwaited('Stopped'));
    signal?.addEventListener('abort', stop, { signal: settled.signal });
    settled.signal.addEventListener('abort', () => clearTimeout(timer));
    if (signal?.aborted === true) stop();
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    settled.abort();
  }
}
