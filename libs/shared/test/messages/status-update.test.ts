import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSchema } from '../../src/http/validate.ts';
import { statusUpdateSchema } from '../../src/messages/status-update.ts';

const check = compileSchema(statusUpdateSchema);
const pointers = (body: unknown) => check(body).map((finding) => finding.pointer);

test('a status is 0, 1 or 2, of a session and of one of its configurations', () => {
  for (const status of [0, 1, 2]) assert.deepEqual(check({ sessionId: 's', status }), []);
  assert.deepEqual(check({ sessionId: 's', credentialConfigurationId: 'pid', status: 0 }), []);
  for (const status of [3, -1, '1', true, null, undefined])
    assert.deepEqual(pointers({ sessionId: 's', status }), ['/status']);
  for (const sessionId of ['', 7, undefined]) assert.deepEqual(pointers({ sessionId, status: 1 }), ['/sessionId']);
  assert.deepEqual(pointers({ sessionId: 's', credentialConfigurationId: 7, status: 1 }), [
    '/credentialConfigurationId',
  ]);
});
