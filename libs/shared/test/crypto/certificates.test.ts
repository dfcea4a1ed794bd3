import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { before, test } from 'node:test';
import { createAuthority, createLeaf } from '../../src/crypto/certificates.ts';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import {
  certificateHost,
  countryOf,
  coversHost,
  isIssuedBy,
  isSelfSigned,
  isValidAt,
  notAfter,
  pemCertificates,
} from '../../src/crypto/x509.ts';
import { systemRandom } from '../../src/kernel/random.ts';

const now = Date.UTC(2030, 0, 1);
const end = Date.UTC(2031, 0, 1);
const authorityKeys = generateKeyPair();
const leafKeys = generateKeyPair();
const common = { notBefore: now, notAfter: end, tenant: 'acme', random: systemRandom };

async function makeLeaf(url: string, authority: string): Promise<X509Certificate> {
  const { privateKey } = authorityKeys;
  const pem = await createLeaf({
    ...common,
    host: certificateHost(url),
    publicKey: leafKeys.publicKey,
    authority: { certificate: authority, privateKey },
  });
  return new X509Certificate(pem);
}

let authorityPem = '';
let authority: X509Certificate;
let leaf: X509Certificate;
before(async () => {
  const host = certificateHost('https://issuer.example');
  authorityPem = await createAuthority({ ...common, keys: authorityKeys, host });
  authority = new X509Certificate(authorityPem);
  leaf = await makeLeaf('https://issuer.example', authorityPem);
});

test('node verifies the chain of leaf and CA', () => {
  assert.ok(authority.ca && isSelfSigned(authority) && isIssuedBy(authority, authority));
  assert.ok(!leaf.ca && !isSelfSigned(leaf) && isIssuedBy(leaf, authority));
  assert.ok(!isIssuedBy(authority, leaf));
  assert.ok(leaf.checkPrivateKey(leafKeys.privateKey));
});

test('another CA of the same name has not issued the leaf', async () => {
  const host = certificateHost('https://issuer.example');
  const other = new X509Certificate(await createAuthority({ ...common, keys: generateKeyPair(), host }));
  assert.equal(other.subject, authority.subject);
  assert.ok(!isIssuedBy(leaf, other));
});

test('the leaf names host, tenant, key usage and both key identifiers', () => {
  assert.equal(leaf.subject, 'O=acme\nCN=issuer.example');
  assert.equal(leaf.subjectAltName, 'DNS:issuer.example');
  // 2.5.29.15 key usage (critical, digitalSignature), .14 SKI, .35 AKI
  for (const der of ['0603551d0f0101ff040403020780', '0603551d0e', '0603551d23']) {
    assert.ok(leaf.raw.toString('hex').includes(der), der);
  }
  assert.match(leaf.serialNumber, /^[4-7][0-9A-F]{31}$/);
});

test('hosts: names, addresses, ports', async () => {
  const cases: [url: string, san: string][] = [
    ['https://a.example:8443/x', 'DNS:a.example'],
    ['http://localhost:3000', 'DNS:localhost'],
    ['http://127.0.0.1:3000', 'IP Address:127.0.0.1'],
    ['http://[::1]:3000', 'IP Address:0:0:0:0:0:0:0:1'],
  ];
  for (const [url, san] of cases) {
    const made = await makeLeaf(url, authorityPem);
    assert.equal(made.subjectAltName, san);
    assert.ok(coversHost(made, certificateHost(url)), url);
    assert.ok(!coversHost(made, certificateHost('https://other.example')));
  }
});

test('long names are cut to what RFC 5280 allows, in the subject alone', async () => {
  const url = `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example`;
  const made = await makeLeaf(url, authorityPem);
  assert.ok(coversHost(made, certificateHost(url)));
  assert.equal(made.subject.split('CN=')[1]?.length, 64);
});

test('validity is that of the options, to the second', () => {
  assert.equal(notAfter(leaf), end);
  assert.ok(isValidAt(leaf, now) && isValidAt(leaf, end));
  assert.ok(!isValidAt(leaf, now - 1) && !isValidAt(leaf, end + 1));
});

test('all certificates of a PEM text are read', () => {
  const [first, second, none] = pemCertificates(`${leaf}\ntext between\n${authorityPem}`);
  assert.equal(first?.fingerprint256, leaf.fingerprint256);
  assert.equal(second?.fingerprint256, authority.fingerprint256);
  assert.equal(none, undefined);
  assert.deepEqual(pemCertificates('nothing'), []);
  assert.throws(() => pemCertificates('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'));
});

test('the country of a name: one, in capital letters', () => {
  assert.equal(countryOf('C=DE\nO=x\nCN=y'), 'DE');
  assert.equal(countryOf('O=x\nC=de'), 'DE');
  for (const none of ['', 'O=C=DE', 'CN=x', 'C=DE\nC=FR']) assert.equal(countryOf(none), undefined, none);
});
