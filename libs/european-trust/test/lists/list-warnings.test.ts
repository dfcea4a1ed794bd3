import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listWarning, listWarnings } from '../../src/lists/list-warnings.ts';

test('a warning has its place and the sentence of its code', () => {
  assert.deepEqual(listWarning('signer_purpose', '/x5c/0'), {
    code: 'signer_purpose',
    pointer: '/x5c/0',
    detail: listWarnings.signer_purpose,
  });
});

test('a value to adopt is a member of its own, and in the sentence', () => {
  const value = 'https://list.example/new';
  assert.deepEqual(listWarning('new_address', '/uri', value), {
    code: 'new_address',
    pointer: '/uri',
    detail: `${listWarnings.new_address}: ${value}`,
    value,
  });
});
