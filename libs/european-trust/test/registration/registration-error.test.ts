import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CertificateError } from '@countersign/shared/crypto/certificate-error';
import { RegistrationError, withChainFinding } from '../../src/registration/registration-error.ts';

const finding = {
  reason: 'access_certificate_untrusted',
  document: 'access certificate',
  pointer: '',
  detail: 'No',
} as const;

test('a refused chain becomes the finding, with its facts; other errors are defects and stay', () => {
  const facts = { detail: 'no_anchor' };
  const chain = () => {
    throw new CertificateError('no_anchor');
  };
  assert.throws(
    () => withChainFinding(finding, chain),
    (error) =>
      error instanceof RegistrationError && JSON.stringify(error.findings) === JSON.stringify([{ ...finding, facts }]),
  );
  const defect = () => {
    throw new TypeError('defect');
  };
  assert.throws(() => withChainFinding(finding, defect), TypeError);
  assert.equal(
    withChainFinding(finding, () => 1),
    1,
  );
});
