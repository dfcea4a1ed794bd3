/** The contract of the cache port: one suite that every adapter passes. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Cache } from '../../src/cache/port.ts';

interface MadeCache {
  /** Two clients of one cache, as two replicas have them; the same one twice where there is but one process. */
  readonly caches: readonly [Cache, Cache];
  /** Lets so many milliseconds pass, for the cache. */
  pass(milliseconds: number): Promise<void>;
  /** The time as the cache knows it, milliseconds since the epoch. */
  now(): number;
  close(): Promise<void>;
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
      assert.equal(await one.addOnce(key, 60_000), true);
      assert.equal(await one.addOnce(key, 60_000), false);
      assert.equal(await two.addOnce(key, 60_000), false);
      assert.equal(await two.addOnce(`${key} `, 60_000), true);
    });

    it('is true for one of 50 who mark a key at the same time', async () => {
      const key = randomUUID();
      const marks = await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 ? one : two).addOnce(key, 60_000)));
      assert.equal(marks.filter(Boolean).length, 1);
    });

    it('forgets a mark at its end, and not before', async () => {
      const key = randomUUID();
      await one.addOnce(key, 300);
      await made.pass(100);
      assert.equal(await one.addOnce(key, 300), false, 'a second try does not lengthen the first mark');
      await made.pass(210);
      assert.equal(await one.addOnce(key, 60_000), true);
      await made.pass(310);
      assert.equal(await one.addOnce(key, 300), false, 'the second mark has its own end');
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

    it('counts from the first increment for the lifetime, then anew', async () => {
      const key = randomUUID();
      assert.equal(await one.increment(key, 300), 1);
      await made.pass(150);
      assert.equal(await one.increment(key, 300), 2);
      await made.pass(160);
      assert.equal(await one.increment(key, 300), 1);
    });

    it('keeps marks and counters of one name apart', async () => {
      const key = randomUUID();
      assert.equal(await one.increment(key, 60_000), 1);
      assert.equal(await one.addOnce(key, 60_000), true);
      assert.equal(await one.increment(key, 60_000), 2);
    });

    it('takes any text as a key', async () => {
      const id = randomUUID();
      for (const key of ['', ' ', 'ä\u0000\n', '__proto__', 'x'.repeat(5000)]) {
        assert.equal(await one.addOnce(`${key}${id}`, 60_000), true);
        assert.equal(await one.addOnce(`${key}${id}`, 60_000), false);
      }
    });

    it('says since when no mark was lost, the same to all', async () => {
      const since = await one.completeSince();
      assert.ok(since <= made.now());
      await made.pass(50);
      assert.equal(await one.completeSince(), since);
      assert.equal(await two.completeSince(), since);
    });

    it('answers a ping', async () => {
      await one.ping();
    });
  });
}
