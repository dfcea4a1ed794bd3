import assert from 'node:assert/strict';
import { it } from 'node:test';
import { monthsAfter, parseListTime } from '../../src/lists/list-times.ts';

it('a time of a list has one spelling', () => {
  assert.equal(parseListTime('2028-02-29T23:59:59Z'), Date.UTC(2028, 1, 29, 23, 59, 59));
  for (const text of [
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:00:00z',
    '2200-01-01T00:00:00Z',
  ]) {
    assert.equal(parseListTime(text), undefined, text);
  }
});

it('months later is the same day, or the first of the next month', () => {
  const later = (text: string) => new Date(monthsAfter(Date.parse(text), 6)).toISOString().slice(0, 10);
  assert.deepEqual(
    [later('2026-05-06'), later('2026-08-31'), later('2026-11-30')],
    ['2026-11-06', '2027-03-01', '2027-05-30'],
  );
});
