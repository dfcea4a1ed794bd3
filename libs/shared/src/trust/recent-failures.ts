/** Failures of fetches, cached briefly, so that a failed fetch is not repeated immediately. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../kernel/clock.ts';

/** Milliseconds that a failure is cached. */
const KEEP_FAILURE = 30_000;
/** Limit of the failure cache; the oldest entry is evicted first. */
const MAX_FAILURES = 1000;

export interface RecentFailures<F> {
  of(key: string): F | undefined;
  /** @returns the failure */
  add(key: string, failure: F): F;
}

export function createRecentFailures<F>(clock: Clock): RecentFailures<F> {
  const failed = new LRUCache<string, { readonly failure: F; readonly until: number }>({ max: MAX_FAILURES });
  return {
    of: (key) => {
      const known = failed.peek(key);
      return known !== undefined && clock() < known.until ? known.failure : undefined;
    },
    add: (key, failure) => {
      failed.set(key, { failure, until: clock() + KEEP_FAILURE });
      return failure;
    },
  };
}
