import assert from 'node:assert/strict';
import { it } from 'node:test';
import { issuerNames, listedCertificate, subjectKeyIdentifier } from '../../src/lists/certificate-names.ts';
import { keyOf } from '../registration/deterministic-keys.ts';
import { makeTestAuthority, makeTestCertificate } from '../registration/made-certificates.ts';
import { VALIDITY } from '../registration/registrar.ts';

it('an issuer is found from a certificate by the identifier of its key, and by its name', async () => {
  const authority = await makeTestAuthority('CA', VALIDITY);
  const other = await makeTestAuthority('other CA', VALIDITY);
  const leaf = await makeTestCertificate({
    subject: [['CN', 'leaf']],
    key: keyOf('leaf'),
    issuer: authority,
    ...VALIDITY,
  });
  const { keyId, subject, sha256 } = listedCertificate(authority.certificate);
  assert.deepEqual(issuerNames(leaf.certificate), { keyId, subject });
  assert.notEqual(listedCertificate(other.certificate).subject, subject);
  assert.equal(sha256, authority.certificate.fingerprint256.replaceAll(':', '').toLowerCase());
  assert.equal(subjectKeyIdentifier(authority.certificate), keyId);
});
