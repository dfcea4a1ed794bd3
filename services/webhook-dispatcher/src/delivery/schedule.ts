/** When a delivery is attempted. All times in milliseconds. */

/** A pause is up to this fraction shorter or longer, so that retries of many deliveries spread out. */
const JITTER = 0.2;

export interface Schedule {
  /** Pause before each attempt; there are as many attempts as pauses. */
  readonly pauses: readonly number[];
  /** The end of the session, after which there is no attempt. */
  readonly end: number;
}

export type NextAttempt =
  | { readonly at: number }
  /** All attempts were made, or another would come too late. */
  | { readonly dead: 'exhausted' | 'expired' };

export interface AttemptContext {
  /** Attempts so far. */
  readonly made: number;
  readonly now: number;
  /** At least 0, less than 1. */
  readonly chance: number;
  /** Pause that the target requested. */
  readonly atLeast?: number | undefined;
}

/** The time of the next attempt. */
export function nextAttempt(schedule: Schedule, { made, now, chance, atLeast = 0 }: AttemptContext): NextAttempt {
  const pause = schedule.pauses[made];
  if (pause === undefined) return { dead: 'exhausted' };
  const at = now + Math.max(Math.round(pause * (1 - JITTER + 2 * JITTER * chance)), atLeast);
  return at < schedule.end ? { at } : { dead: 'expired' };
}

/** WEBHOOK_SCHEDULE, seconds as strings, as pauses. */
export function pausesOf(setting: readonly string[]): readonly number[] {
  return setting.map((seconds) => Number(seconds) * 1000);
}
