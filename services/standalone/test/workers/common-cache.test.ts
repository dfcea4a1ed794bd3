/** Marks and counters of the primary, used by several workers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import type { Cache } from '@countersign/shared/cache/port';
import { answerCacheAsks, createWorkersCache, type WorkersCache } from '../../src/workers/common-cache.ts';
import type { CacheAsk } from '../../src/workers/messages.ts';

const NOW = 1_700_000_000_000;

interface World {
  readonly cache: WorkersCache;
  readonly sent: (readonly CacheAsk[])[];
}

/** A worker of this primary; its messages are JSON, as on the channel. */
function workerOf(primary: Cache): World {
  const sent: (readonly CacheAsk[])[] = [];
  const cache = createWorkersCache((asks) => {
    sent.push(asks);
    void answerCacheAsks(primary, JSON.parse(JSON.stringify(asks)) as readonly CacheAsk[]).then((answers) =>
      cache.answered(JSON.parse(JSON.stringify(answers))),
    );
  });
  return { cache, sent };
}

function primaryCache(options: { readonly maxMarks?: number } = {}): Cache {
  return createInProcessCache({ clock: () => NOW, ...options });
}

describe('the cache of the workers', () => {
  it('of all workers that mark one value at once, one is the first', async () => {
    const primary = primaryCache();
    const workers = [workerOf(primary), workerOf(primary), workerOf(primary)];
    for (let round = 0; round < 20; round += 1) {
      const marks = await Promise.all(
        Array.from({ length: 30 }, (_, i) => workers[i % 3]?.cache.addOnce(`proof ${round}`, 60_000)),
      );
      assert.equal(marks.filter((mark) => mark?.first).length, 1);
      assert.ok(
        marks.every((mark) => mark?.completeSince === NOW),
        'since when marks are complete comes with the mark',
      );
    }
  });

  it('counters are those of all workers together', async () => {
    const primary = primaryCache();
    const [one, two] = [workerOf(primary), workerOf(primary)];
    const counts = await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 ? one : two).cache.increment('key', 60_000)),
    );
    assert.deepEqual(
      counts.sort((a, b) => a - b),
      Array.from({ length: 40 }, (_, i) => i + 1),
    );
  });

  it('calls of one turn share a message, and the answers find them', async () => {
    const { cache, sent } = workerOf(primaryCache());
    const answers = await Promise.all([
      cache.increment('a', 1000),
      cache.increment('b', 1000),
      cache.addOnce('a', 0.5),
    ]);
    assert.deepEqual(answers, [1, 1, { first: true, completeSince: NOW }]);
    assert.deepEqual(
      sent.map((asks) => asks.length),
      [3],
    );
    assert.equal(sent[0]?.[2]?.[3], 1, 'a lifetime is rounded up');
  });

  it('a lifetime that is none is refused here', async () => {
    const { cache, sent } = workerOf(primaryCache());
    for (const ttl of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      await assert.rejects(cache.addOnce('a', ttl), RangeError);
      await assert.rejects(cache.increment('a', ttl), RangeError);
    }
    assert.deepEqual(sent, []);
  });

  it('a full cache refuses marks of every worker with 503', async () => {
    const primary = primaryCache({ maxMarks: 1 });
    const [one, two] = [workerOf(primary), workerOf(primary)];
    await one.cache.addOnce('a', 60_000);
    await assert.rejects(two.cache.addOnce('b', 60_000), { code: 'temporarily_unavailable' });
    assert.equal((await two.cache.addOnce('a', 60_000)).first, false, 'a known mark has its place');
  });

  it('without an answer of the primary a mark is refused, and a late answer is too late', async () => {
    let asked: readonly CacheAsk[] = [];
    const cache = createWorkersCache((asks) => {
      asked = asks;
    }, 5);
    // The timer of the cache keeps no process alive.
    const alive = sleep(5000, undefined, { signal: AbortSignal.timeout(4000) }).catch(() => undefined);
    await assert.rejects(cache.addOnce('a', 60_000), { code: 'temporarily_unavailable' });
    cache.answered([[asked[0]?.[0] ?? 0, { first: true, completeSince: 0 }]]);
    await cache.close();
    void alive;
  });

  it('after its close it refuses what waits and what comes', async () => {
    const cache = createWorkersCache(() => undefined);
    await cache.ping();
    const waiting = assert.rejects(cache.addOnce('a', 60_000), { code: 'temporarily_unavailable' });
    await cache.close();
    await waiting;
    await assert.rejects(cache.addOnce('b', 60_000), { code: 'temporarily_unavailable' });
    await assert.rejects(cache.ping(), { code: 'temporarily_unavailable' });
  });
});
