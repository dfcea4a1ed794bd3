/**
 * When a list in memory is checked against the store: immediately if it is due, otherwise every half second, for all
 * callers.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@countersign/shared/kernel/clock';

export interface FreshnessChecks {
  /** Resolves after a check that is fresh enough for a request of now. @throws what the check throws */
  fresh(): Promise<void>;
  /** Later requests wait for a check that starts after this call. */
  makeDue(): void;
  /** When the last successful check started, milliseconds. */
  checkedAt(): number | undefined;
}

/**
 * Milliseconds for which a check is valid, even a failed one, so that an unreachable store is not called for every
 * request.
 */
const FRESH = 500;
/**
 * Under constant changes checks use at most a quarter of the time: each is followed by a pause of three times its
 * length.
 */
const SHARE = 3;
/** Milliseconds. */
const MAX_REST = 250;

/** @param options.check reads the store; never runs concurrently with itself */
export function createFreshnessChecks({
  clock,
  check,
}: {
  readonly clock: Clock;
  readonly check: () => Promise<void>;
}): FreshnessChecks {
  // Checks are counted, because times cannot order a check and a call of `makeDue` within one millisecond.
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
      restUntil = clock() + Math.min(SHARE * (clock() - since), MAX_REST);
      running = undefined;
    }
  };
  /** The number of the first check that is fresh enough for a request of now. */
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
