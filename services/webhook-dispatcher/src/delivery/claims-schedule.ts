/** When a claims webhook is called: a few fast attempts while a wallet waits, then slower ones. Times in milliseconds. */

/** Pauses between the first attempts, as fractions of the wait. */
const FAST = [0, 0.1, 0.2, 0.4];
const SLOW = [5000, 10_000, 30_000];
const STEADY = 60_000;

/**
 * Pauses before the attempts, as many as fit before the deadline.
 * @param wait CLAIMS_WAIT
 * @param time from the first attempt to the deadline
 */
export function claimsPauses(wait: number, time: number): readonly number[] {
  const pauses = [...FAST.map((part) => Math.round(part * wait)), ...SLOW];
  const rest = time - pauses.reduce((sum, pause) => sum + pause, 0);
  return [...pauses, ...Array.from({ length: Math.max(0, Math.ceil(rest / STEADY)) + 1 }, () => STEADY)];
}
