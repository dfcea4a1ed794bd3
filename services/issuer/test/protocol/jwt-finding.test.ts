import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JwtError, type JwtReason } from '@countersign/shared/crypto/jwt-error';
import type { Reason } from '@countersign/shared/kernel/reasons/reasons';
import { type JwtFinding, jwtRefusal } from '../../src/protocol/jwt-finding.ts';

const reasons: Readonly<Record<JwtFinding, Reason>> = {
  form: 'client_attestation_format',
  signature: 'client_attestation_signature',
  trust: 'client_attestation_untrusted',
  expired: 'client_attestation_expired',
  early: 'client_attestation_time',
};

const kinds: readonly [finding: JwtReason, kind: JwtFinding][] = [
  ['not_compact', 'form'],
  ['type', 'form'],
  ['claim', 'form'],
  ['signature', 'signature'],
  ['key', 'signature'],
  ['certificate_path', 'trust'],
  ['expired', 'expired'],
  ['not_yet_valid', 'early'],
];

for (const [finding, kind] of kinds) {
  test(`${finding} of a JWT is a finding of the kind ${kind}`, () => {
    assert.equal(jwtRefusal(new JwtError(finding), reasons).reason, reasons[kind]);
  });
}

test('the facts of the error, and those of the caller, as far as the entry has them', () => {
  const error = new JwtError('certificate_path', {
    facts: { subject: 'CN=a', sha256: '00', detail: 'no_anchor', bytes: 5 },
  });
  assert.deepEqual(jwtRefusal(error, reasons, { place: 'trust/wallet-providers' }).facts, {
    ...{ subject: 'CN=a', sha256: '00', detail: 'no_anchor', place: 'trust/wallet-providers' },
  });
  const form = jwtRefusal(new JwtError('not_json'), reasons);
  assert.deepEqual(form.facts, { detail: 'not_json' });
});
