/** The cache within one process: for the standalone server, where every caller lives in it. */
import type { Clock } from '../clock.ts';
import { unavailable } from '../store/unavailable.ts';
import { wholeLifetime } from './lifetime.ts';
import type { Cache, Mark } from './port.ts';

/** Width of a bucket, milliseconds: an entry leaves the memory at most so long after its end, and is ignored from its end on. */
const BUCKET = 1000;

interface Entry {
  count: number;
  /** Milliseconds since the epoch. */
  readonly end: number;
}

/**
 * Makes a cache whose memory is bounded by what is alive: entries are kept in buckets by the time of their end, and
 * the first call of each second drops the buckets that are over. No timer.
 * @param options.completeSince milliseconds; default now: a new process has no marks of an earlier one. 0 where there was
 *   no earlier one
 */
export function createInProcessCache(options: {
  readonly clock: Clock;
  readonly completeSince?: number;
}): Cache & { size(): number } {
  return new InProcessCache(options.clock, options.completeSince ?? options.clock());
}

class InProcessCache implements Cache {
  readonly #clock: Clock;
  readonly #since: number;
  readonly #entries = new Map<string, Entry>();
  /** Number of the bucket -> the keys that end in it. */
  readonly #buckets = new Map<number, Set<string>>();
  /** The bucket of the last sweep. */
  #swept: number;
  #closed = false;

  constructor(clock: Clock, completeSince: number) {
    this.#clock = clock;
    this.#since = completeSince;
    this.#swept = Math.floor(clock() / BUCKET);
  }

  async addOnce(key: string, ttl: number): Promise<Mark> {
    return { first: this.#add(`once ${key}`, ttl) === 1, completeSince: this.#since };
  }

  async increment(key: string, ttl: number): Promise<number> {
    return this.#add(`count ${key}`, ttl);
  }

  async ping(): Promise<void> {
    this.#refuseWhenClosed();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#entries.clear();
    this.#buckets.clear();
  }

  /** Entries held in memory. */
  size(): number {
    return this.#entries.size;
  }

  /** Adds one to an entry, or makes it with one; the new count. In one turn of the event loop, so nobody comes between. */
  #add(key: string, ttl: number): number {
    this.#refuseWhenClosed();
    const lifetime = wholeLifetime(ttl);
    const now = this.#clock();
    this.#sweep(Math.floor(now / BUCKET));
    const entry = this.#entries.get(key);
    if (entry !== undefined && entry.end > now) {
      entry.count += 1;
      return entry.count;
    }
    if (entry !== undefined) this.#buckets.get(Math.floor(entry.end / BUCKET))?.delete(key);
    const end = now + lifetime;
    this.#entries.set(key, { count: 1, end });
    const number = Math.floor(end / BUCKET);
    const bucket = this.#buckets.get(number);
    if (bucket === undefined) this.#buckets.set(number, new Set([key]));
    else bucket.add(key);
    return 1;
  }

  /** Drops the buckets below `current`. A clock that went back drops nothing: marks must not be lost. */
  #sweep(current: number): void {
    if (current <= this.#swept) return;
    for (const [number, keys] of this.#buckets) {
      if (number >= current) continue;
      for (const key of keys) this.#entries.delete(key);
      this.#buckets.delete(number);
    }
    this.#swept = current;
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw unavailable('redis', new Error('The cache is closed'));
  }
}
