import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkCodeGiven } from '../../src/token/check-code-given.ts';

test('a token request without its code is refused', () => {
  assert.deepEqual(checkCodeGiven({ parameters: { code: 'x' } }), { code: 'x' });
  refuses(() => checkCodeGiven({ parameters: {} }), 'invalid_request');
  refuses(() => checkCodeGiven({ parameters: { code: ['x'] } }), 'invalid_request');
});

test('the reason names the parameter', () => {
  const { reason, facts } = whyOf(refuses(() => checkCodeGiven({ parameters: {} }), 'invalid_request'));
  assert.deepEqual([reason, facts], ['parameter_missing', { parameter: 'code' }]);
});
