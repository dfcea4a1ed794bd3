/** The contract of the cache port: one suite that every adapter passes. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Cache } from '../../src/cache/port.ts';

interface MadeCache {
  /** Two clients of one cache, as in two replicas; the same client twice if the cache lives in one process. */
  readonly caches: readonly [Cache, Cache];
  /** Lets the milliseconds pass, from the view of the cache. */
  pass(milliseconds: number): Promise<void>;
  /** The cache's time, milliseconds since the epoch. */
  now(): number;
  close(): Promise<void>;
}

/** Milliseconds that a cache of several replicas may add, because their clocks differ. */
const CLOCKS_APART = 2000;

async function first(cache: Cache, key: string, ttl = 60_000): Promise<boolean> {
  return (await cache.addOnce(key, ttl)).first;
}

/** Runs the contract against what `make` opens. */
export function cacheContract(name: string, make: () => Promise<MadeCache>): void {
  describe(`cache contract: ${name}`, () => {
    let made: MadeCache;
    let one: Cache;
    let two: Cache;
    before(async () => {
      made = await make();
      [one, two] = made.caches;
    });
    after(() => made.close());

    it('marks a key once, whichever replica asks', async () => {
      const key = randomUUID();
      assert.equal(await first(one, key), true);
      assert.equal(await first(one, key), false);
      assert.equal(await first(two, key), false);
      assert.equal(await first(two, `${key} `), true);
    });

    it('returns first to exactly one of 50 concurrent callers', async () => {
      const key = randomUUID();
      const marks = await Promise.all(Array.from({ length: 50 }, (_, i) => first(i % 2 ? one : two, key)));
      assert.equal(marks.filter(Boolean).length, 1);
    });

    it('keeps a mark until its end, and drops it then', async () => {
      const key = randomUUID();
      await one.addOnce(key, 300);
      await made.pass(100);
      assert.equal(await first(one, key, 300), false, 'a second try does not lengthen the first mark');
      await made.pass(210);
      assert.equal(await first(one, key, 60_000), true);
      await made.pass(310);
      assert.equal(await first(one, key, 300), false, 'the second mark has its own end');
    });

    it('counts every increment, from whichever replica', async () => {
      const key = randomUUID();
      const counts = await Promise.all(
        Array.from({ length: 50 }, (_, i) => (i % 2 ? one : two).increment(key, 60_000)),
      );
      assert.deepEqual(
        counts.sort((a, b) => a - b),
        Array.from({ length: 50 }, (_, i) => i + 1),
      );
    });

    it('counts for the lifetime from the first increment, then starts again', async () => {
      const key = randomUUID();
      assert.equal(await one.increment(key, 300), 1);
      await made.pass(150);
      assert.equal(await one.increment(key, 300), 2);
      await made.pass(160);
      assert.equal(await one.increment(key, 300), 1);
    });

    it('takes one from a counter that lives, whose end stays, and from no other', async () => {
      const key = randomUUID();
      assert.equal(await one.decrement(key), 0);
      assert.equal(await one.increment(key, 300), 1);
      assert.equal(await two.increment(key, 300), 2);
      await made.pass(150);
      assert.equal(await two.decrement(key), 1);
      assert.equal(await one.increment(key, 300), 2);
      await made.pass(160);
      assert.equal(await one.decrement(key), 0);
      assert.equal(await one.increment(key, 300), 1);
    });

    it('keeps marks and counters of one name apart', async () => {
      const key = randomUUID();
      assert.equal(await one.increment(key, 60_000), 1);
      assert.equal(await first(one, key), true);
      assert.equal(await one.increment(key, 60_000), 2);
    });

    it('takes any text as a key', async () => {
      const id = randomUUID();
      for (const key of ['', ' ', 'ä\u0000\n', '__proto__', 'x'.repeat(5000)]) {
        assert.equal(await first(one, `${key}${id}`), true);
        assert.equal(await first(two, `${key}${id}`), false);
      }
    });

    it('returns the time since when no mark was lost, the same to all', async () => {
      const key = randomUUID();
      const since = (await one.addOnce(key, 60_000)).completeSince;
      assert.ok(since <= made.now() + CLOCKS_APART);
      await made.pass(50);
      assert.equal((await one.addOnce(key, 60_000)).completeSince, since);
      assert.equal((await two.addOnce(randomUUID(), 60_000)).completeSince, since);
    });

    it('refuses lifetimes that are not positive numbers', async () => {
      const key = randomUUID();
      for (const ttl of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
        await assert.rejects(one.addOnce(key, ttl), RangeError);
        await assert.rejects(one.increment(key, ttl), RangeError);
      }
      assert.equal(await first(one, key, 0.5), true);
    });

    it('answers a ping', async () => {
      await one.ping();
    });
  });
}
