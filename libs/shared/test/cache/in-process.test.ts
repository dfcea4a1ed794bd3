import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInProcessCache } from '../../src/cache/in-process.ts';
import { cacheContract } from './contract.ts';

const START = 1_700_000_000_123;

cacheContract('in process', async () => {
  let now = START;
  const cache = createInProcessCache({ clock: () => now });
  return {
    caches: [cache, cache],
    pass: async (milliseconds) => {
      now += milliseconds;
    },
    now: () => now,
    close: () => cache.close(),
  };
});

describe('cache in process', () => {
  it('holds no more than what is alive', async () => {
    let now = START;
    const cache = createInProcessCache({ clock: () => now });
    for (let i = 0; i < 20_000; i += 1) {
      await cache.addOnce(`${i}`, 5000);
      now += 10;
    }
    assert.ok(cache.size() <= 5000 / 10 + 1000 / 10 + 1, `${cache.size()} entries`);
    now += 1_000_000;
    await cache.increment('last', 1);
    assert.equal(cache.size(), 1);
  });

  it('ends each entry to the millisecond, though the memory is tidied by the second', async () => {
    let now = START;
    const cache = createInProcessCache({ clock: () => now });
    await cache.addOnce('a', 10);
    now += 9;
    assert.equal((await cache.addOnce('a', 10)).first, false);
    now += 1;
    assert.equal((await cache.addOnce('a', 5000)).first, true);
    // The bucket of the first mark is dropped now; the second mark of the key must survive it.
    now += 2000;
    await cache.addOnce('b', 10);
    assert.equal((await cache.addOnce('a', 10)).first, false);
  });

  it('loses no mark when the clock goes back', async () => {
    let now = START;
    const cache = createInProcessCache({ clock: () => now });
    await cache.addOnce('a', 10_000);
    now -= 3_600_000;
    assert.equal((await cache.addOnce('a', 10_000)).first, false);
    now += 3_605_000;
    assert.equal((await cache.addOnce('a', 10_000)).first, false);
  });

  it('drops a mark that was made while the clock was back', async () => {
    let now = START;
    const cache = createInProcessCache({ clock: () => now });
    now -= 60_000;
    await cache.addOnce('a', 1000);
    now += 120_000;
    await cache.addOnce('b', 1000);
    assert.equal(cache.size(), 1);
  });

  it('is complete since it was made: an earlier process may have had marks', async () => {
    const cache = createInProcessCache({ clock: () => START });
    assert.equal((await cache.addOnce('a', 1)).completeSince, START);
  });

  it('is unavailable once it is closed: whoever guards against replay fails closed', async () => {
    const cache = createInProcessCache({ clock: () => START });
    await cache.close();
    for (const call of [cache.addOnce('a', 1), cache.increment('a', 1), cache.ping()]) {
      await assert.rejects(call, { code: 'temporarily_unavailable' });
    }
  });
});
