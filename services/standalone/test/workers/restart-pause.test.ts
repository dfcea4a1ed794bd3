import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restartPause } from '../../src/workers/restart-pause.ts';

test('each failed start doubles the pause, up to ten seconds', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 9, 2000].map(restartPause);
  assert.deepEqual(pauses, [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000]);
});

test('without a failed start the pause is short', () => {
  assert.equal(restartPause(0), 100);
});
