import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { MAX_CERTIFICATES } from '@countersign/shared/crypto/uploaded-certificates';
import { notAfter } from '@countersign/shared/crypto/x509';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { type Upload, uploadFindings } from '../../src/keys/trust-upload.ts';

const { anchor, x5c } = await makeSigningKey();
const leaf = `-----BEGIN CERTIFICATE-----\n${x5c[0]}\n-----END CERTIFICATE-----\n`;
const end = notAfter(new X509Certificate(anchor));

function findings(upload: Partial<Upload>, now = end - 1000): readonly string[] {
  const found = uploadFindings({ purpose: 'issuers', pem: anchor, limits: {}, ...upload }, now);
  return found.map(({ pointer, detail }) => `${pointer} ${detail}`);
}

test('CA certificates in PEM are accepted, for issuers with limits', () => {
  assert.deepEqual(findings({ pem: `${anchor}\r\n${anchor}` }), []);
  assert.deepEqual(findings({ limits: { vct: ['urn:a'] } }), []);
  assert.deepEqual(findings({ pem: leaf, limits: { doctype: ['d'], pinned: true } }), []);
  assert.deepEqual(findings({ purpose: 'wallet-providers' }), []);
});

test('each certificate that can be no anchor is named', () => {
  assert.deepEqual(findings({ pem: anchor + leaf }), ['/pem Certificate 2 is not a CA certificate']);
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
  assert.deepEqual(findings({ pem: broken + anchor }), ['/pem Certificate 1 cannot be read']);
  const expired = `/pem Certificate 1 expired at ${new Date(end).toISOString()}`;
  assert.deepEqual(findings({}, end + 1), [expired]);
  assert.deepEqual(findings({ pem: leaf + anchor }, end + 1).length, 3, 'all of them');
});

test('anything but certificates is refused, and so are too many', () => {
  assert.deepEqual(findings({ pem: 'text' }), ['/pem must contain a certificate in PEM: -----BEGIN CERTIFICATE-----']);
  assert.deepEqual(findings({ pem: `CA of us\n${anchor}` }), [
    '/pem must contain only certificates in PEM, and no other text',
  ]);
  for (const kind of ['', 'EC ', 'ENCRYPTED ']) {
    const pem = `${anchor}-----BEGIN ${kind}PRIVATE KEY-----\nAAAA\n-----END ${kind}PRIVATE KEY-----`;
    assert.deepEqual(findings({ pem }), ['/pem must not contain a private key'], kind);
  }
  assert.deepEqual(findings({ pem: anchor.repeat(MAX_CERTIFICATES) }), []);
  assert.deepEqual(findings({ pem: anchor.repeat(MAX_CERTIFICATES + 1) }), [
    '/pem contains 21 certificates; at most 20 are allowed',
  ]);
});

test('limits that the file of a folder would not have are refused', () => {
  assert.match(findings({ limits: { pinned: true } }).join(), /^\/pinned /);
  assert.match(findings({ limits: { vct: ['a'], doctype: ['d'], pinned: true } }).join(), /^\/pinned /);
  assert.deepEqual(findings({ purpose: 'wallet-providers', limits: { vct: ['a'] } }), ['/vct limits only issuers']);
});
