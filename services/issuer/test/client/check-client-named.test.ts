import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkClientNamed } from '../../src/client/check-client-named.ts';

test('an anonymous request is refused', () => {
  const client = { clientId: 'wallet', authenticated: false };
  assert.deepEqual(checkClientNamed({ client }), { client });
  refuses(() => checkClientNamed({ client: undefined }), 'invalid_request');
});

test('the reason names the parameter', () => {
  const { reason, facts } = whyOf(refuses(() => checkClientNamed({ client: undefined }), 'invalid_request'));
  assert.deepEqual([reason, facts], ['parameter_missing', { parameter: 'client_id' }]);
});
