import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkClientId } from '../../src/client/check-client-id.ts';

test('a request names its client', () => {
  assert.deepEqual(checkClientId({ parameters: { client_id: 'wallet' } }), { clientId: 'wallet' });
  refuses(() => checkClientId({ parameters: {} }), 'invalid_request');
  refuses(() => checkClientId({ parameters: { client_id: '' } }), 'invalid_request');
});

test('the reason names the parameter', () => {
  const { reason, facts } = whyOf(refuses(() => checkClientId({ parameters: {} }), 'invalid_request'));
  assert.deepEqual([reason, facts], ['parameter_missing', { parameter: 'client_id' }]);
});
