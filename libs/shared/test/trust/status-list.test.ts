import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStatusBits } from '../../src/trust/status-list.ts';

test('a list has one, two, four or eight bits an entry', () => {
  for (const bits of [1, 2, 4, 8]) assert.equal(isStatusBits(bits), true);
  for (const bits of [0, 3, 16, -1, 1n, '1', null, undefined]) assert.equal(isStatusBits(bits), false);
});
