import { wholeLifetime } from './lifetime.ts';

/**
 * Width of a bucket, milliseconds. An expired entry is ignored immediately, and leaves memory at most this much later.
 */
const BUCKET = 1000;

interface Entry<V> {
  readonly value: V;
  /** Milliseconds since the epoch. */
  readonly end: number;
}

/**
 * A map whose entries expire. Names are kept in buckets by the second of their expiry, and the first call of each
 * second drops the expired buckets, so that memory is bounded by the living entries. No timer.
 */
export class ExpiringEntries<V> {
  readonly #entries = new Map<string, Entry<V>>();
  /**
   * Number of the bucket -> the names that expire in it, including names that were later set again with a later expiry.
   */
  readonly #buckets = new Map<number, string[]>();
  /** The bucket of the last sweep. */
  #swept: number;

  /** @param now milliseconds since the epoch, as in every method */
  constructor(now: number) {
    this.#swept = bucketOf(now);
  }

  /** Number of entries in memory, including those that expired in this second. */
  size(now: number): number {
    this.#sweep(bucketOf(now));
    return this.#entries.size;
  }

  /** The value of the living entry with that name. */
  get(name: string, now: number): V | undefined {
    this.#sweep(bucketOf(now));
    const entry = this.#entries.get(name);
    return entry !== undefined && entry.end > now ? entry.value : undefined;
  }

  /** Replaces the value of a living entry; its expiry stays. */
  replace(name: string, value: V): void {
    const entry = this.#entries.get(name);
    if (entry !== undefined) this.#entries.set(name, { value, end: entry.end });
  }

  /**
   * Adds an entry, or replaces an expired one.
   * @param lifetime milliseconds
   * @throws RangeError if the lifetime is not a positive number
   */
  set(name: string, value: V, now: number, lifetime: number): void {
    const end = now + wholeLifetime(lifetime);
    this.#entries.set(name, { value, end });
    const number = bucketOf(end);
    const bucket = this.#buckets.get(number);
    if (bucket === undefined) this.#buckets.set(number, [name]);
    else bucket.push(name);
  }

  clear(): void {
    this.#entries.clear();
    this.#buckets.clear();
  }

  /** Drops the buckets below `current`. A clock that is set back drops nothing: marks must not be lost. */
  #sweep(current: number): void {
    if (current <= this.#swept) return;
    for (const [number, names] of this.#buckets) {
      if (number >= current) continue;
      for (const name of names) {
        const entry = this.#entries.get(name);
        // An entry that was set again has a later expiry.
        if (entry !== undefined && bucketOf(entry.end) <= number) this.#entries.delete(name);
      }
      this.#buckets.delete(number);
    }
    this.#swept = current;
  }
}

function bucketOf(time: number): number {
  return Math.floor(time / BUCKET);
}
