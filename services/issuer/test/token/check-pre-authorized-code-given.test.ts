import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkPreAuthorizedCodeGiven } from '../../src/token/check-pre-authorized-code-given.ts';

test('a token request without its code is refused', () => {
  assert.deepEqual(checkPreAuthorizedCodeGiven({ parameters: { 'pre-authorized_code': 'x' } }), { code: 'x' });
  refuses(() => checkPreAuthorizedCodeGiven({ parameters: {} }), 'invalid_request');
  refuses(() => checkPreAuthorizedCodeGiven({ parameters: { 'pre-authorized_code': ['x'] } }), 'invalid_request');
});

test('the reason names the parameter', () => {
  const { reason, facts } = whyOf(refuses(() => checkPreAuthorizedCodeGiven({ parameters: {} }), 'invalid_request'));
  assert.deepEqual([reason, facts], ['parameter_missing', { parameter: 'pre-authorized_code' }]);
});
