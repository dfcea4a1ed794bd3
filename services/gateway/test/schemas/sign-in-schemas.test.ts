import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSchema } from '@countersign/shared/http/validate';
import { tokenRequestSchema } from '../../src/schemas/sign-in-schemas.ts';

test('a login takes strings only', () => {
  const login = compileSchema(tokenRequestSchema);
  assert.deepEqual(login({ client_id: 'root', client_secret: 's' }), []);
  for (const wrong of [{ $ne: null }, [], ['root'], 5, null, '', undefined]) {
    assert.ok(login({ client_id: wrong, client_secret: 's' }).length > 0);
  }
});
