/** When a delivery is tried. All times in milliseconds. */

/** Part of a pause by which it may be shorter or longer: retries of many deliveries must not fall together. */
const JITTER = 0.2;

export interface Schedule {
  /** Pause before each try; as many tries as pauses. */
  readonly pauses: readonly number[];
  /** After this there is nothing to tell any more: the session is gone. */
  readonly end: number;
}

export type NextTry =
  | { readonly at: number }
  /** All tries are made, or the next one would come too late. */
  | { readonly dead: 'exhausted' | 'expired' };

/**
 * The time of the next try.
 * @param made tries so far
 * @param chance at least 0, less than 1
 * @param atLeast a pause that the target asked for
 */
export function nextTry(schedule: Schedule, made: number, now: number, chance: number, atLeast = 0): NextTry {
  const pause = schedule.pauses[made];
  if (pause === undefined) return { dead: 'exhausted' };
  const at = now + Math.max(Math.round(pause * (1 - JITTER + 2 * JITTER * chance)), atLeast);
  return at < schedule.end ? { at } : { dead: 'expired' };
}

/** WEBHOOK_SCHEDULE, seconds as text, as pauses. */
export function pausesOf(setting: readonly string[]): readonly number[] {
  return setting.map((seconds) => Number(seconds) * 1000);
}
