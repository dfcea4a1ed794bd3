import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnusableRevocation } from '../../src/revocation/unusable.ts';

test('what says nothing about a certificate is an error whose message is the reason', () => {
  const error = new UnusableRevocation('no_next_update');
  assert.ok(error instanceof Error);
  assert.deepEqual(
    [error.name, error.reason, error.message],
    ['UnusableRevocation', 'no_next_update', 'no_next_update'],
  );
});
