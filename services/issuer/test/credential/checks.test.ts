import assert from 'node:assert/strict';
import { test } from 'node:test';
import { credentialChecks } from '../../src/credential/checks.ts';
import { column } from '../order-of-refusals/mistakes.ts';

test('a check runs once in a column', () => {
  const cells = credentialChecks.rows.flatMap(({ check, columns }) =>
    columns.map((column) => `${check} ${String(column)}`),
  );
  assert.deepEqual(cells.sort(), [...new Set(cells)].sort());
});

test('both endpoints check the token before anything else', () => {
  const token = [
    'checkTokenPlace',
    'checkAuthorizationHeader',
    'checkAccessToken',
    'checkTokenType',
    'checkTokenProof',
  ];
  for (const endpoint of ['credential', 'deferred'])
    assert.deepEqual(column(endpoint).slice(0, token.length), token, endpoint);
});
