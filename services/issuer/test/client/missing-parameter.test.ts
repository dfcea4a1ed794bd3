import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { missingFacts, missingParameter } from '../../src/client/missing-parameter.ts';

test('a missing parameter is named, with the name of a draft where the wallet sent that', () => {
  assert.deepEqual(missingFacts({}, 'tx_code'), { parameter: 'tx_code' });
  const old = { tx_code: { user_pin: '1234' }, issuer_state: { op_state: 'x' }, other: { user_pin: '1' } };
  assert.deepEqual(missingFacts(old.tx_code, 'tx_code'), { parameter: 'user_pin', presentName: 'tx_code' });
  assert.deepEqual(missingFacts(old.issuer_state, 'issuer_state'), {
    parameter: 'op_state',
    presentName: 'issuer_state',
  });
  assert.deepEqual(missingFacts(old.other, 'code'), { parameter: 'code' });
  const item = { type: 'openid_credential', format: 'vc+sd-jwt', vct: 'pid' };
  const facts = { parameter: 'vct', presentName: 'credential_configuration_id' };
  assert.deepEqual(missingFacts(item, 'credential_configuration_id'), facts);
});

test('the wallet reads which parameter is missing', () => {
  const error = missingParameter({}, 'code');
  assert.equal(error.message, 'code is missing');
  assert.deepEqual(whyOf(error), {
    code: 'invalid_request',
    reason: 'parameter_missing',
    facts: { parameter: 'code' },
  });
});
