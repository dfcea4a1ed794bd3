/** Blocks requests to a host after several failures in a row, because each would wait for the timeout. */

import { LRUCache } from 'lru-cache';
import type { Clock } from '../kernel/clock.ts';

/** Failures in a row after which a host is blocked. */
const MAX_FAILURES = 3;
/** Milliseconds that a host is blocked. */
const PAUSE = 30_000;
/** Maximum number of tracked hosts. The one with the oldest failure is evicted first. */
const MAX_HOSTS = 1000;

export interface HostBreaker {
  /** Whether the host may be requested now. After the pause one caller may; the others wait for its outcome, or one more pause. */
  allows(host: string): boolean;
  /** Records the outcome of a request. */
  record(host: string, outcome: 'answered' | 'failed'): void;
}

interface Failing {
  readonly failures: number;
  /** End of the block, milliseconds since the epoch; 0 while the host is not blocked. */
  readonly until: number;
}

/** Creates the breaker of one process. */
export function createHostBreaker(clock: Clock): HostBreaker {
  const failing = new LRUCache<string, Failing>({ max: MAX_HOSTS });
  return {
    allows: (host) => {
      const state = failing.peek(host);
      if (state === undefined || state.failures < MAX_FAILURES) return true;
      if (clock() < state.until) return false;
      failing.set(host, { ...state, until: clock() + PAUSE });
      return true;
    },
    record: (host, outcome) => {
      if (outcome === 'answered') {
        failing.delete(host);
        return;
      }
      const failures = (failing.get(host)?.failures ?? 0) + 1;
      failing.set(host, { failures, until: failures < MAX_FAILURES ? 0 : clock() + PAUSE });
    },
  };
}
