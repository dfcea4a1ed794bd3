import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formToken, hasFormToken } from '../../src/login/form-token.ts';

const key = Buffer.alloc(32, 1);

test('the token of a login belongs to that login and that tenant, and nothing else is taken for it', () => {
  const token = formToken(key, 'uid');
  assert.match(token, /^[\w-]{43}$/);
  assert.ok(hasFormToken(key, 'uid', { token }));
  assert.ok(!hasFormToken(key, 'other', { token }));
  assert.ok(!hasFormToken(Buffer.alloc(32, 2), 'uid', { token }));
  for (const form of [undefined, null, {}, [], { token: '' }, { token: 'uid' }, { token: [token] }, token]) {
    assert.ok(!hasFormToken(key, 'uid', form), JSON.stringify(form));
  }
});
