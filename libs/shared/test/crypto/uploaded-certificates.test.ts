import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { MAX_CERTIFICATES, readUploadedCertificates } from '../../src/crypto/uploaded-certificates.ts';
import { notAfter } from '../../src/crypto/x509.ts';
import { makeSigningKey } from './signing-key.ts';

const { anchor } = await makeSigningKey();
const certificate = new X509Certificate(anchor);
const now = notAfter(certificate) - 1000;
const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

test('certificates are read in their order, and those that cannot be read are named', () => {
  const { certificates, findings } = readUploadedCertificates(broken + anchor, now);
  assert.deepEqual([certificates.length, findings], [1, ['Certificate 1 cannot be read']]);
  assert.ok(certificates[0]?.raw.equals(certificate.raw));
});

test('an expired certificate is a finding, and so is what the caller finds', () => {
  const { findings } = readUploadedCertificates(anchor, now + 2000, ({ ca }) => (ca ? ['is a CA'] : []));
  assert.deepEqual(findings, [
    'Certificate 1 is a CA',
    `Certificate 1 expired at ${new Date(notAfter(certificate)).toISOString()}`,
  ]);
});

test('text, a private key and too many certificates are refused', () => {
  const key = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----';
  const said = (pem: string) => readUploadedCertificates(pem, now).findings[0] ?? '';
  assert.match(said('text'), /^must contain a certificate in PEM/);
  assert.match(said(`${anchor}text`), /^must contain only certificates/);
  assert.equal(said(anchor + key), 'must not contain a private key');
  assert.match(said(anchor.repeat(MAX_CERTIFICATES + 1)), /at most 20 are allowed$/);
});
