import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkRefreshTokenGiven } from '../../src/token/check-refresh-token-given.ts';

test('a refresh without its token is refused', () => {
  assert.deepEqual(checkRefreshTokenGiven({ parameters: { refresh_token: 'x' } }), { refreshToken: 'x' });
  refuses(() => checkRefreshTokenGiven({ parameters: {} }), 'invalid_request');
  refuses(() => checkRefreshTokenGiven({ parameters: { refresh_token: ['x'] } }), 'invalid_request');
});

test('the reason names the parameter', () => {
  const { reason, facts } = whyOf(refuses(() => checkRefreshTokenGiven({ parameters: {} }), 'invalid_request'));
  assert.deepEqual([reason, facts], ['parameter_missing', { parameter: 'refresh_token' }]);
});
