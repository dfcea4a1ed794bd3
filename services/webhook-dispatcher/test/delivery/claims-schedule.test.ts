import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsPauses } from '../../src/delivery/claims-schedule.ts';

test('four attempts fit into the wait, and the others last until the deadline', () => {
  const pauses = claimsPauses(5000, 600_000);
  assert.deepEqual(pauses.slice(0, 8), [0, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000]);
  assert.ok(pauses.slice(0, 4).reduce((sum, pause) => sum + pause, 0) < 5000);
  assert.ok(pauses.reduce((sum, pause) => sum + pause, 0) >= 600_000);
});

test('a deadline that is near or past still has attempts', () => {
  for (const time of [0, -5000, 1000]) assert.ok(claimsPauses(5000, time).length >= 4);
});
