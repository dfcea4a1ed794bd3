/** When a delivery is attempted. All times in milliseconds. */

/** A pause is up to this fraction shorter or longer, so that retries of many deliveries spread out. */
const JITTER = 0.2;

export interface Schedule {
  /** Pause before each attempt; there are as many attempts as pauses. */
  readonly pauses: readonly number[];
  /** The end of the session: no attempt is made after it. */
  readonly end: number;
}

export type NextAttempt =
  | { readonly at: number }
  /** All attempts are made, or the next one would come too late. */
  | { readonly dead: 'exhausted' | 'expired' };

/**
 * The time of the next attempt.
 * @param made attempts so far
 * @param chance at least 0, less than 1
 * @param atLeast pause that the target asked for
 */
export function nextAttempt(schedule: Schedule, made: number, now: number, chance: number, atLeast = 0): NextAttempt {
  const pause = schedule.pauses[made];
  if (pause === undefined) return { dead: 'exhausted' };
  const at = now + Math.max(Math.round(pause * (1 - JITTER + 2 * JITTER * chance)), atLeast);
  return at < schedule.end ? { at } : { dead: 'expired' };
}

/** WEBHOOK_SCHEDULE, seconds as text, as pauses. */
export function pausesOf(setting: readonly string[]): readonly number[] {
  return setting.map((seconds) => Number(seconds) * 1000);
}
