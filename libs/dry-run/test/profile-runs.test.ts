import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyNot } from '../src/profile-runs.ts';

test('a profile fails by its refusal; one that must wait for a person does not', () => {
  assert.deepEqual(whyNot({ outcome: 'accepted' }), []);
  assert.deepEqual(whyNot({ outcome: 'stopped' }), []);
  const refusal = {
    step: 'token',
    by: 'server' as const,
    error: 'invalid_grant',
    reason: 'pkce_verifier',
    explanation: 'No verifier.',
  };
  assert.deepEqual(whyNot({ outcome: 'refused', refusal }), ['token (invalid_grant, pkce_verifier): No verifier.']);
  assert.deepEqual(whyNot({ outcome: 'refused', refusal: { by: 'server', step: 'par', description: 'x' } }), [
    'par: x',
  ]);
});
