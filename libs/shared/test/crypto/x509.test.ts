/** Reading certificates. */
import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import {
  certificateFacts,
  certificateHost,
  coversHost,
  hasKnownKey,
  isIssuedBy,
  isSelfSigned,
  isValidAt,
  notAfter,
  pemCertificates,
  x5cElement,
} from '../../src/crypto/x509.ts';
import { makeSigningKey } from './signing-key.ts';

const key = await makeSigningKey();
const leaf = new X509Certificate(Buffer.from(key.x5c[0] ?? '', 'base64'));
const authority = new X509Certificate(key.anchor);
const stranger = new X509Certificate((await makeSigningKey()).anchor);

test('the host of a URL is a name or an address, without port and brackets', () => {
  assert.deepEqual(certificateHost('https://issuer.example:8443/x'), { type: 'dns', value: 'issuer.example' });
  assert.deepEqual(certificateHost('https://127.0.0.1/'), { type: 'ip', value: '127.0.0.1' });
  assert.deepEqual(certificateHost('https://[::1]:1/'), { type: 'ip', value: '::1' });
});

test('a leaf is issued by its own authority, which alone is self-signed', () => {
  assert.deepEqual([isIssuedBy(leaf, authority), isIssuedBy(leaf, stranger)], [true, false]);
  assert.equal(isIssuedBy(authority, leaf), false);
  assert.deepEqual([isSelfSigned(authority), isSelfSigned(leaf)], [true, false]);
  assert.equal(hasKnownKey(leaf), true);
});

test('a certificate is valid from its first to its last second', () => {
  const [from, to] = [Date.parse(leaf.validFrom), notAfter(leaf)];
  assert.deepEqual([isValidAt(leaf, from), isValidAt(leaf, to)], [true, true]);
  assert.deepEqual([isValidAt(leaf, from - 1), isValidAt(leaf, to + 1)], [false, false]);
});

test('a name is covered by an alternative name, never by the common name alone', () => {
  assert.equal(coversHost(authority, { type: 'dns', value: 'anything.example' }), false);
  const own = /DNS:([^,\s]+)/.exec(leaf.subjectAltName ?? '')?.[1] ?? assert.fail('no name');
  assert.equal(coversHost(leaf, { type: 'dns', value: own }), true);
  assert.equal(coversHost(leaf, { type: 'dns', value: `${own}.evil.example` }), false);
  assert.equal(coversHost(leaf, { type: 'ip', value: '127.0.0.1' }), false);
});

test('a PEM text is read as its certificates in order; one that can not be read is an error', () => {
  const pem = `text\n${leaf}\n${authority}`;
  assert.deepEqual(pemCertificates(pem).map(x5cElement), [key.x5c[0], x5cElement(authority)]);
  assert.deepEqual(pemCertificates('nothing'), []);
  assert.throws(() => pemCertificates('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'));
});

test('the facts of a certificate are its subject in one line and its SHA-256', () => {
  const { subject, sha256 } = certificateFacts(leaf);
  assert.equal(subject, leaf.subject.replaceAll('\n', ', '));
  assert.equal(sha256, createHash('sha256').update(leaf.raw).digest('hex'));
});
