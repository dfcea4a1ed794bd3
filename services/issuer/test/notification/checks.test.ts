import assert from 'node:assert/strict';
import { test } from 'node:test';
import { column } from '../order-of-refusals/mistakes.ts';

test('the token is checked before anything else', () => {
  const token = [
    'checkTokenPlace',
    'checkAuthorizationHeader',
    'checkAccessToken',
    'checkTokenType',
    'checkTokenProof',
  ];
  for (const endpoint of ['notification']) assert.deepEqual(column(endpoint).slice(0, token.length), token, endpoint);
});
