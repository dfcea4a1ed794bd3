import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import { allAs, reasonOfJwt } from '../../src/client/reason-of-jwt.ts';

const table = { ...allAs('proof_format'), type: 'proof_typ' } as const;

test('a row that differs wins; the others have one reason', () => {
  assert.equal(table.type, 'proof_typ');
  const { type: _, ...others } = table;
  assert.deepEqual(new Set(Object.values(others)), new Set(['proof_format']));
});

test('the facts are those that the reason may have; without a finding of its own the detail is the reason of the error', () => {
  const type = new JwtError('type', { facts: { expected: 'a', received: 'b' } });
  assert.deepEqual(reasonOfJwt(type, table), { reason: 'proof_typ', facts: { expected: 'a', received: 'b' } });
  assert.deepEqual(reasonOfJwt(new JwtError('too_deep'), table), {
    reason: 'proof_format',
    facts: { detail: 'too_deep' },
  });
  const named = new JwtError('not_json', { facts: { detail: 'own' } });
  assert.deepEqual(reasonOfJwt(named, table).facts, { detail: 'own' });
});

test('the caller may add facts, as far as the reason may have them', () => {
  const error = new JwtError('certificate_path', { facts: { subject: 'CN=a', detail: 'no_anchor' } });
  const untrusted = reasonOfJwt(error, allAs('client_attestation_untrusted'), { place: 'trust', bytes: 5 });
  assert.deepEqual(untrusted.facts, { subject: 'CN=a', detail: 'no_anchor', place: 'trust' });
});
