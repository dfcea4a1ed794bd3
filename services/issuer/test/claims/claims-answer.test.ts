import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webhookClaims } from '../../src/claims/claims-answer.ts';

test('claims by configuration id', () => {
  assert.deepEqual(webhookClaims({ a: { b: 1 }, c: {} }), { a: { b: 1 }, c: {} });
  assert.deepEqual(webhookClaims({}), {});
});

test('any other form has no claims', () => {
  for (const answer of [null, [], 'a', 1, { a: 1 }, { a: [] }, { a: null }]) {
    assert.equal(webhookClaims(answer), undefined);
  }
});
