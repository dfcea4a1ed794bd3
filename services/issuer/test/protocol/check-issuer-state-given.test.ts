import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkIssuerStateGiven } from '../../src/protocol/check-issuer-state-given.ts';

test('a request without an offer is denied', () => {
  assert.deepEqual(checkIssuerStateGiven({ parameters: { issuer_state: 'x' } }), { issuerState: 'x' });
  refuses(() => checkIssuerStateGiven({ parameters: {} }), 'access_denied');
  refuses(() => checkIssuerStateGiven({ parameters: { issuer_state: 5 } }), 'invalid_request');
});
