import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resourceChecks } from '../../src/checks/resource-checks.ts';
import { column } from './mistakes.ts';

test('every resource endpoint checks the token before anything else', () => {
  const token = [
    'checkTokenPlace',
    'checkAuthorizationHeader',
    'checkAccessToken',
    'checkTokenType',
    'checkTokenProof',
  ];
  for (const endpoint of ['credential', 'deferred', 'notification']) {
    assert.deepEqual(column(endpoint, resourceChecks).slice(0, token.length), token, endpoint);
  }
});
