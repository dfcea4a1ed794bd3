import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOf } from '../../src/parts/day.ts';

test('a date is the midnight of the person', () => {
  assert.equal(startOf('2026-01-26'), new Date(2026, 0, 26).toISOString());
  assert.equal(startOf(undefined), undefined);
  assert.equal(startOf('yesterday'), undefined);
});
