import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listTimes } from '../../src/trust/list-lifetime.ts';

const NOW = 1_000_000_000;
const seconds = (ttl: number | undefined, exp?: number): number =>
  (listTimes({ ttl, exp }, NOW).keepUntil - NOW) / 1000;

test('a list is kept for its ttl, within bounds, and five minutes without one', () => {
  assert.deepEqual(
    [600, 30, 29, 0.5, 86_400, 86_401, undefined].map((ttl) => seconds(ttl)),
    [600, 30, 30, 30, 86_400, 86_400, 300],
  );
});

test('never past its exp, also where that is before the least ttl', () => {
  assert.equal(seconds(600, NOW / 1000 + 10), 10);
  assert.equal(seconds(undefined, NOW / 1000 + 10), 10);
  assert.equal(seconds(600, NOW / 1000 + 601), 600);
});

test('it still says something for a day, and never past its exp', () => {
  const usable = (exp?: number): number => (listTimes({ ttl: 60, exp }, NOW).usableUntil - NOW) / 1000;
  assert.deepEqual([usable(), usable(NOW / 1000 + 10), usable(NOW / 1000 + 100_000)], [86_400, 10, 86_400]);
});
