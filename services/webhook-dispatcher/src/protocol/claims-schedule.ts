/** When a claims webhook is asked: a few fast tries while a wallet waits, then slower ones. All times in milliseconds. */

/** Parts of the wait after which the first tries follow each other. */
const FAST = [0, 0.1, 0.2, 0.4];
const SLOW = [5000, 10_000, 30_000];
const STEADY = 60_000;

/**
 * Pauses before the tries, as many as fit before the deadline.
 * @param wait CLAIMS_WAIT
 * @param time from the first try to the deadline
 */
export function claimsPauses(wait: number, time: number): readonly number[] {
  const pauses = [...FAST.map((part) => Math.round(part * wait)), ...SLOW];
  const rest = time - pauses.reduce((sum, pause) => sum + pause, 0);
  return [...pauses, ...Array.from({ length: Math.max(0, Math.ceil(rest / STEADY)) + 1 }, () => STEADY)];
}
