import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restartPause } from '../../src/workers/restart-pause.ts';

test('a worker that ends quickly waits twice as long each time, ten seconds at most', () => {
  const pauses: number[] = [];
  let quick = 0;
  for (let end = 0; end < 10; end += 1) {
    const next = restartPause(quick, 1000);
    pauses.push(next.pause);
    quick = next.quick;
  }
  assert.deepEqual(pauses, [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000]);
});

test('one that ran for half a minute is started at once, and begins anew', () => {
  assert.deepEqual(restartPause(7, 30_000), { pause: 0, quick: 0 });
  assert.deepEqual(restartPause(7, 29_999), { pause: 10_000, quick: 8 });
});
