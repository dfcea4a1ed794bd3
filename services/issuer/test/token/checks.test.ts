import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenChecks } from '../../src/token/checks.ts';
import { column } from '../order-of-refusals/mistakes.ts';

test('a check runs once in a column', () => {
  const cells = tokenChecks.rows.flatMap(({ check, columns }) => columns.map((column) => `${check} ${String(column)}`));
  assert.deepEqual(cells.sort(), [...new Set(cells)].sort());
});

test('a nonce retry uses up no client assertion', () => {
  for (const name of ['code', 'preAuth', 'refresh']) {
    const own = column(name);
    assert.ok(own.indexOf('checkDpopProof') < own.indexOf('authenticateClient'), name);
    assert.ok(own.includes('checkDpopProof'), name);
  }
});
