import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkPreAuthorizedCodeGiven } from '../../src/protocol/check-pre-authorized-code-given.ts';

test('a token request without its code is refused', () => {
  assert.deepEqual(checkPreAuthorizedCodeGiven({ parameters: { 'pre-authorized_code': 'x' } }), { code: 'x' });
  refuses(() => checkPreAuthorizedCodeGiven({ parameters: {} }), 'invalid_request');
  refuses(() => checkPreAuthorizedCodeGiven({ parameters: { 'pre-authorized_code': ['x'] } }), 'invalid_request');
});
