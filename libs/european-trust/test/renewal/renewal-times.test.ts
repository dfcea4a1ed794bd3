import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isRenewalDue, pauseAfter } from '../../src/renewal/renewal-times.ts';

const DAY = 86_400_000;

it('is due 30 days before the end, or after two thirds of a short life', () => {
  const due = (life: number, left: number): boolean =>
    isRenewalDue({ notBefore: 0, notAfter: life * DAY }, (life - left) * DAY);
  assert.deepEqual([due(365, 31), due(365, 30), due(9, 4), due(9, 3)], [false, true, false, true]);
});

it('waits ten minutes, twice as long after each further failure, and at most twelve hours', () => {
  assert.deepEqual([pauseAfter(1), pauseAfter(2), pauseAfter(1000)], [600_000, 1_200_000, 43_200_000]);
});
