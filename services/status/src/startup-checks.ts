/** When a list in memory is looked after: at once where it is due, else every half second, once for all who ask. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@countersign/shared/kernel/clock';

export interface Checks {
  /** Resolves behind a check that is fresh enough for a question of now. @throws what the check throws */
  fresh(): Promise<void>;
  /** Questions from now on wait for a check that begins from now on. */
  makeDue(): void;
  /** When the last check that succeeded began, milliseconds. */
  checkedAt(): number | undefined;
}

/** Milliseconds for which a check counts, also one that failed: a store that is away is not asked for every question. */
const FRESH = 500;
/** While one change follows another, checks take a quarter of the time at most; milliseconds for which one is put off. */
const SHARE = 3;
const LONGEST_REST = 250;

/** @param options.check one look; never called beside itself */
export function createChecks({ clock, check }: { readonly clock: Clock; readonly check: () => Promise<void> }): Checks {
  // Checks are counted: what was made due within the same millisecond is still before or behind one.
  let begun = 0;
  let succeeded = 0;
  let due = 1;
  let running: Promise<void> | undefined;
  let runningSince = 0;
  let checkedAt: number | undefined;
  let restUntil = 0;
  let failure: { readonly until: number; readonly error: unknown } | undefined;

  const run = async (): Promise<void> => {
    const rest = restUntil - clock();
    if (rest > 0) await pause(rest);
    begun += 1;
    const [number, since] = [begun, clock()];
    runningSince = since;
    try {
      await check();
      [succeeded, checkedAt, failure] = [number, since, undefined];
    } catch (error) {
      failure = { until: clock() + FRESH, error };
      throw error;
    } finally {
      restUntil = clock() + Math.min(SHARE * (clock() - since), LONGEST_REST);
      running = undefined;
    }
  };
  /** The number of the first check that is good enough for a question of now. */
  const wanted = (now: number): number => {
    if (succeeded >= due && checkedAt !== undefined && now - checkedAt < FRESH) return succeeded;
    const joins = running !== undefined && begun >= due && begun > succeeded && now - runningSince < FRESH;
    return joins ? begun : begun + 1;
  };

  return {
    fresh: async () => {
      const now = clock();
      const number = wanted(now);
      if (succeeded < number && failure !== undefined && now < failure.until && running === undefined) {
        throw failure.error;
      }
      while (succeeded < number) {
        running ??= run();
        await running;
      }
    },
    makeDue: () => {
      due = begun + 1;
    },
    checkedAt: () => checkedAt,
  };
}
