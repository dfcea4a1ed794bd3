/** Blocks requests to a host that has failed several times in a row: each would cost the time limit. */
import type { Clock } from '@countersign/shared/kernel/clock';
import { LRUCache } from 'lru-cache';

/** Failures in a row after which a host is blocked. */
const MAX_FAILURES = 3;
/** Milliseconds. */
const PAUSE = 30_000;
/** Hosts that are remembered; the one that failed longest ago is forgotten first. */
const MAX_HOSTS = 1000;

export interface HostBreaker {
  /** Whether the host may be asked now. After a pause one caller may; the others stay blocked until its outcome, or for one more pause. */
  allows(host: string): boolean;
  /** Records the outcome of a request. */
  record(host: string, outcome: 'answered' | 'failed'): void;
}

interface Failing {
  readonly failures: number;
  /** Milliseconds since the epoch; 0 where the host may still be asked. */
  readonly until: number;
}

/** Makes the memory of one process. */
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
