import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nextAttempt, pausesOf } from '../../src/delivery/schedule.ts';

const pauses = pausesOf(['0', '5', '30']);
const schedule = { pauses, end: 1_000_000 };

test('each attempt follows its pause; after the last one the delivery is exhausted', () => {
  assert.deepEqual(nextAttempt(schedule, { made: 0, now: 100, chance: 0.5 }), { at: 100 });
  assert.deepEqual(nextAttempt(schedule, { made: 1, now: 100, chance: 0.5 }), { at: 5100 });
  assert.deepEqual(nextAttempt(schedule, { made: 2, now: 100, chance: 0.5 }), { at: 30_100 });
  assert.deepEqual(nextAttempt(schedule, { made: 3, now: 100, chance: 0.5 }), { dead: 'exhausted' });
});

test('a pause is up to a fifth shorter or longer', () => {
  assert.deepEqual(nextAttempt(schedule, { made: 1, now: 0, chance: 0 }), { at: 4000 });
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (chance) => {
      const next = nextAttempt(schedule, { made: 2, now: 0, chance });
      assert.ok('at' in next && next.at >= 24_000 && next.at <= 36_000);
    }),
  );
});

test('the longer of the pause of the target and that of the schedule is kept', () => {
  assert.deepEqual(nextAttempt(schedule, { made: 1, now: 0, chance: 0.5, atLeast: 60_000 }), { at: 60_000 });
  assert.deepEqual(nextAttempt(schedule, { made: 2, now: 0, chance: 0.5, atLeast: 1000 }), { at: 30_000 });
});

test('no attempt after the end', () => {
  assert.deepEqual(nextAttempt(schedule, { made: 1, now: 994_999, chance: 0.5 }), { at: 999_999 });
  assert.deepEqual(nextAttempt(schedule, { made: 1, now: 995_000, chance: 0.5 }), { dead: 'expired' });
});
