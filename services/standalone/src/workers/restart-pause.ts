/** How long a worker that has ended waits for its restart. Pure. */

/** Milliseconds of the first pause, and the longest. */
const FIRST = 100;
const LONGEST = 10_000;

/**
 * @param failed starts in a row that ended before the worker handled requests
 * @returns milliseconds until the restart: only failed starts make it longer
 */
export function restartPause(failed: number): number {
  return Math.min(FIRST * 2 ** Math.max(failed - 1, 0), LONGEST);
}
