import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInProcessCache } from '../../src/cache/in-process.ts';
import type { ProtocolError } from '../../src/kernel/errors.ts';
import { createLog } from '../../src/kernel/log.ts';
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
  it('holds living entries alone', async () => {
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

  it('ends each entry to the millisecond, though memory is swept each second', async () => {
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

  it('refuses, and says so once a minute, while the clock is behind its start', async () => {
    let now = START;
    const lines: string[] = [];
    const log = createLog(
      'info',
      () => now,
      (line) => void lines.push(line),
    );
    const cache = createInProcessCache({ clock: () => now, log });
    now -= 20_000;
    const refused = { code: 'temporarily_unavailable' };
    await assert.rejects(cache.addOnce('a', 10_000), refused);
    now += 19_999;
    await assert.rejects(cache.addOnce('a', 10_000), refused);
    now += 1;
    assert.deepEqual(await cache.addOnce('a', 10_000), { first: true, completeSince: START });
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /"level":"error".*The clock was set back.*"milliseconds":20000/);
  });

  it('loses no mark when the clock is set back', async () => {
    let now = START;
    const cache = createInProcessCache({ clock: () => now, completeSince: 0 });
    await cache.addOnce('a', 10_000);
    now -= 3_600_000;
    assert.equal((await cache.addOnce('a', 10_000)).first, false);
    now += 3_605_000;
    assert.equal((await cache.addOnce('a', 10_000)).first, false);
  });

  it('drops a mark that was made while the clock was set back', async () => {
    let now = START;
    const cache = createInProcessCache({ clock: () => now, completeSince: 0 });
    now -= 60_000;
    await cache.addOnce('a', 1000);
    now += 120_000;
    await cache.addOnce('b', 1000);
    assert.equal(cache.size(), 1);
  });

  it('is complete since its creation: an earlier process may have had marks', async () => {
    const cache = createInProcessCache({ clock: () => START });
    assert.equal((await cache.addOnce('a', 1)).completeSince, START);
  });

  it('refuses a mark beyond the limit, drops none for it, and accepts marks again when some have ended', async () => {
    let now = START;
    const cache = createInProcessCache({ clock: () => now, maxMarks: 3 });
    for (const key of ['a', 'b']) await cache.addOnce(key, 10_000);
    assert.equal(cache.marksUsed(), 2 / 3);
    await cache.addOnce('c', 60_000);
    await assert.rejects(cache.addOnce('d', 60_000), { code: 'temporarily_unavailable' });
    for (const key of ['a', 'b', 'c']) assert.equal((await cache.addOnce(key, 60_000)).first, false);
    // The limit does not apply to counters.
    assert.equal(await cache.increment('count', 1000), 1);
    now += 12_000;
    assert.equal(cache.marksUsed(), 1 / 3);
    assert.equal((await cache.addOnce('d', 60_000)).first, true);
  });

  it('logs once a minute that it refuses marks, and answers with Retry-After', async () => {
    let now = START;
    const lines: string[] = [];
    const log = createLog(
      'info',
      () => now,
      (line) => lines.push(line),
    );
    const cache = createInProcessCache({ clock: () => now, maxMarks: 1, log });
    await cache.addOnce('a', 600_000);
    const refused = async (): Promise<void> => {
      await assert.rejects(cache.addOnce('b', 600_000), (error: ProtocolError) => {
        assert.match(error.options.headers?.['retry-after'] ?? '', /^\d+$/);
        return error.code === 'temporarily_unavailable';
      });
    };
    await refused();
    await refused();
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /"level":"error".*replay cache is full.*"count":1/);
    now += 60_000;
    await refused();
    assert.equal(lines.length, 2);
  });

  it('is unavailable once it is closed, so replay protection fails closed', async () => {
    const cache = createInProcessCache({ clock: () => START });
    await cache.close();
    for (const call of [cache.addOnce('a', 1), cache.increment('a', 1), cache.ping()]) {
      await assert.rejects(call, { code: 'temporarily_unavailable' });
    }
  });
});
