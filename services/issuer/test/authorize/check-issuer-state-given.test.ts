import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkIssuerStateGiven } from '../../src/authorize/check-issuer-state-given.ts';

test('a request without an offer is denied', () => {
  assert.deepEqual(checkIssuerStateGiven({ parameters: { issuer_state: 'x' } }), { issuerState: 'x' });
  refuses(() => checkIssuerStateGiven({ parameters: {} }), 'access_denied');
  refuses(() => checkIssuerStateGiven({ parameters: { issuer_state: 5 } }), 'invalid_request');
});

test('the reason names the parameter, and that of a draft', () => {
  const why = (parameters: JsonObject) => whyOf(refuses(() => checkIssuerStateGiven({ parameters }), 'access_denied'));
  const [code, reason] = ['access_denied', 'issuer_state_missing'];
  assert.deepEqual(why({}), { code, reason, facts: { parameter: 'issuer_state' } });
  const facts = { parameter: 'op_state', presentName: 'issuer_state' };
  assert.deepEqual(why({ op_state: 'x' }), { code, reason, facts });
});
