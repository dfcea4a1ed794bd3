import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkChallengeIssuerState } from '../../src/authorize/check-challenge-issuer-state.ts';

test('a first challenge has an issuer_state', () => {
  checkChallengeIssuerState({ parameters: { issuer_state: 'x' } });
  refuses(() => checkChallengeIssuerState({ parameters: {} }), 'invalid_request');
  refuses(() => checkChallengeIssuerState({ parameters: { issuer_state: '' } }), 'invalid_request');
});

test('the reason names the parameter, and that of a draft', () => {
  const why = (parameters: JsonObject) =>
    whyOf(refuses(() => checkChallengeIssuerState({ parameters }), 'invalid_request'));
  const [code, reason] = ['invalid_request', 'issuer_state_missing'];
  assert.deepEqual(why({}), { code, reason, facts: { parameter: 'issuer_state' } });
  const facts = { parameter: 'op_state', presentName: 'issuer_state' };
  assert.deepEqual(why({ op_state: 'x' }), { code, reason, facts });
});
