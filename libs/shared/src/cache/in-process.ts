/** The cache within one process, for the standalone server: all its callers run in that process. */
import { sha256 } from '../crypto/sha256.ts';
import type { Clock } from '../kernel/clock.ts';
import { type Log, type LogFields, silentLog } from '../kernel/log.ts';
import { unavailable } from '../kernel/unavailable.ts';
import { ExpiringEntries } from './expiring-entries.ts';
import type { Cache, ReplayCheck } from './port.ts';
import { ReplayMarks } from './replay-marks.ts';

const DEFAULT_MAX_MARKS = 500_000;
const MINUTE = 60_000;

const FULL = 'The replay cache is full: DPoP proofs and nonces are refused until older marks expire';
const CLOCK_BEHIND =
  'The clock was set back to before the start of this server: DPoP proofs and nonces are refused until it has caught up';

export interface InProcessCacheOptions {
  readonly clock: Clock;
  /**
   * Milliseconds since the epoch. Default: now, because a new process lacks an earlier one's marks. 0 if there was no
   * earlier process.
   */
  readonly completeSince?: number;
  /**
   * REPLAY_CACHE_SIZE: limit of living marks. More are refused, because dropping an older mark would allow a replay.
   */
  readonly maxMarks?: number;
  /** Receives one line per minute while marks are refused. */
  readonly log?: Log;
}

export interface InProcessCache extends Cache {
  /** Marks and counters held in memory. */
  size(): number;
  /** Share of the memory for marks that is in use: 0 to 1. */
  marksUsed(): number;
}

/** Creates a cache whose memory is bounded by its living entries, and for marks by `maxMarks` too. */
export function createInProcessCache(options: InProcessCacheOptions): InProcessCache {
  return new CacheInMemory(options);
}

class CacheInMemory implements InProcessCache {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #since: number;
  readonly #maxMarks: number;
  readonly #marks: ReplayMarks;
  readonly #counters: ExpiringEntries<number>;
  #loggedUntil = 0;
  #closed = false;

  constructor({ clock, completeSince, maxMarks, log }: InProcessCacheOptions) {
    const now = clock();
    this.#clock = clock;
    this.#log = log ?? silentLog;
    this.#since = completeSince ?? now;
    this.#maxMarks = maxMarks ?? DEFAULT_MAX_MARKS;
    this.#marks = new ReplayMarks(now);
    this.#counters = new ExpiringEntries(now);
  }

  async addOnce(key: string, ttl: number): Promise<ReplayCheck> {
    this.#refuseWhenClosed();
    const now = this.#clock();
    // The clock was set back. Whatever it stamps predates the marks until it has caught up, so no repeat would help.
    if (now < this.#since) throw this.#refusal(now, CLOCK_BEHIND, { milliseconds: this.#since - now });
    // Parts of a key come from outside, so its length must not determine the memory of a mark.
    const hash = sha256(key);
    const first = !this.#marks.has(hash, now);
    if (first) {
      if (this.#marks.size(now) >= this.#maxMarks) throw this.#refusal(now, FULL, { count: this.#maxMarks });
      this.#marks.add(hash, now, ttl);
    }
    return { first, completeSince: this.#since };
  }

  async increment(key: string, ttl: number): Promise<number> {
    this.#refuseWhenClosed();
    const now = this.#clock();
    const count = this.#counters.get(key, now);
    if (count === undefined) this.#counters.set(key, 1, now, ttl);
    else this.#counters.replace(key, count + 1);
    return (count ?? 0) + 1;
  }

  async decrement(key: string): Promise<number> {
    this.#refuseWhenClosed();
    const count = this.#counters.get(key, this.#clock());
    if (count === undefined) return 0;
    this.#counters.replace(key, count - 1);
    return count - 1;
  }

  async ping(): Promise<void> {
    this.#refuseWhenClosed();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#marks.clear();
    this.#counters.clear();
  }

  size(): number {
    const now = this.#clock();
    return this.#marks.size(now) + this.#counters.size(now);
  }

  marksUsed(): number {
    return this.#marks.size(this.#clock()) / this.#maxMarks;
  }

  #refusal(now: number, why: string, fields: LogFields): Error {
    if (now >= this.#loggedUntil) {
      this.#loggedUntil = now + MINUTE;
      this.#log.error(why, fields);
    }
    return unavailable('replay cache');
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw unavailable('redis', new Error('The cache is closed'));
  }
}
