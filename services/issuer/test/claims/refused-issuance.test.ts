import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failedIssuance, refusedClaims, refusedIssuance } from '../../src/claims/refused-issuance.ts';
import { given } from '../session/issuance-given.ts';

test('an issuance that failed by its claims says so, any other one that it has ended', () => {
  const reasons = {
    claims_invalid: 'claims_invalid',
    claims_deadline: 'claims_late',
    claims_unavailable: 'claims_refused',
  };
  for (const [failure, reason] of Object.entries(reasons)) {
    assert.deepEqual(failedIssuance('failed', failure), { reason, facts: { state: 'failed' } });
  }
  const declined = { reason: 'issuance_ended', facts: { state: 'failed', detail: 'declined' } };
  assert.deepEqual(failedIssuance('failed', 'declined'), declined);
  const { progress } = given('expired');
  assert.deepEqual(refusedIssuance(progress), { reason: 'issuance_ended', facts: { state: 'expired' } });
});

test('claims that do not fit are named by their path, without the configuration', () => {
  const finding = { pointer: '/pid/address/a~1b', detail: 'is missing' };
  assert.deepEqual(refusedClaims('pid', finding), {
    reason: 'claims_invalid',
    facts: { configurationId: 'pid', paths: ['["address","a/b"]'], detail: 'is missing' },
  });
  assert.deepEqual(refusedClaims('pid', { pointer: '', detail: 'x' }).facts, { configurationId: 'pid', detail: 'x' });
});
