/** How long a worker that has ended waits for its restart. Pure. */

/** Milliseconds of the first pause after a quick end, and the longest. */
const FIRST = 100;
const LONGEST = 10_000;
/** Milliseconds: if a worker that ran for this long ends, its start was not the reason. */
const SETTLED = 30_000;

/**
 * @param quick quick ends before this one, in a row
 * @param ran milliseconds that the worker ran
 * @returns milliseconds until the restart, and the quick ends in a row
 */
export function restartPause(quick: number, ran: number): { readonly pause: number; readonly quick: number } {
  if (ran >= SETTLED) return { pause: 0, quick: 0 };
  return { pause: Math.min(FIRST * 2 ** quick, LONGEST), quick: quick + 1 };
}
