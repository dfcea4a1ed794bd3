import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOf, periodStart } from '../../src/parts/period.tsx';

test('a period begins at a midnight of the person, and an unknown one is the default', () => {
  const now = new Date(2026, 2, 3, 15, 30);
  assert.equal(periodStart(1, now), new Date(2026, 2, 3).toISOString());
  assert.equal(periodStart(7, now), new Date(2026, 1, 25).toISOString());
  assert.deepEqual([daysOf('7'), daysOf('30'), daysOf('14'), daysOf(undefined)], [7, 30, 1, 1]);
  assert.deepEqual([daysOf(undefined, 7), daysOf('14', 7)], [7, 7]);
});
