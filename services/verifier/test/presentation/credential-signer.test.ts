import assert from 'node:assert/strict';
import type { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { createAuthority } from '@countersign/shared/crypto/certificates';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { certificateFacts, certificateHost } from '@countersign/shared/crypto/x509';
import type { Json } from '@countersign/shared/kernel/json';
import { systemRandom } from '@countersign/shared/kernel/random';
import { type IntermediateOptions, makeIntermediate } from '@countersign/shared/test/crypto/intermediate';
import { KEY_NOT_AFTER, KEY_NOT_BEFORE } from '@countersign/shared/test/crypto/signing-key';
import type { IssuerNames } from '@countersign/shared/trust/trust-anchor';
import { checkIssuerName, signerOf } from '../../src/presentation/credential-signer.ts';
import { refuses, refusesWith } from './refuses.ts';

const validity = { notBefore: KEY_NOT_BEFORE, notAfter: KEY_NOT_AFTER };
const caKeys = generateKeyPair();
const ca = await createAuthority({
  ...validity,
  keys: caKeys,
  tenant: 'a, b',
  host: certificateHost('https://ca.example'),
  random: systemRandom,
});

async function leaf(names: IntermediateOptions['names'] = [], subject = 'CN=leaf'): Promise<X509Certificate> {
  const issuer = { certificate: ca, keys: caKeys };
  return makeIntermediate({ ...validity, keys: generateKeyPair(), issuer, ca: false, names, subject });
}

const dns = await leaf([{ type: 'dns', value: 'issuer-b.example' }]);
const uri = await leaf([{ type: 'url', value: 'https://issuer-b.example/tenant' }]);
const both = await leaf([
  { type: 'url', value: 'urn:example:issuer-b' },
  { type: 'dns', value: 'issuer-b.example' },
]);
const wildcard = await leaf([{ type: 'dns', value: '*.example.org' }]);
const address = await leaf([{ type: 'ip', value: '127.0.0.1' }]);
const person = await leaf([{ type: 'email', value: 'pid@issuer-b.example' }]);
const nameless = await leaf();

const fits: readonly [what: string, certificate: X509Certificate, iss: Json | undefined][] = [
  ['the host of iss', dns, 'https://issuer-b.example'],
  ['the host of iss, with a path', dns, 'https://issuer-b.example/tenant'],
  ['the host of iss, with a port and capitals', dns, 'https://Issuer-B.example:8443/x'],
  ['the host of iss in development', dns, 'http://issuer-b.example?x'],
  ['the very URI', uri, 'https://issuer-b.example/tenant'],
  ['one of two kinds of names: the URI', both, 'urn:example:issuer-b'],
  ['one of two kinds of names: the host', both, 'https://issuer-b.example/a'],
  ['a wildcard', wildcard, 'https://pid.example.org'],
  ['an IP address', address, 'http://127.0.0.1:3000'],
  ['no iss', dns, undefined],
  ['a certificate that names a mailbox alone', person, 'https://issuer-a.example'],
  ['a certificate without names', nameless, 'https://issuer-a.example'],
];

for (const [what, certificate, iss] of fits) {
  test(`may sign: ${what}`, () => {
    // A certificate without addresses may sign for any issuer, and the backend is notified.
    assert.equal(checkIssuerName(certificate, iss), certificate !== person && certificate !== nameless);
  });
}

const A = 'https://issuer-a.example';
const ruled: readonly [what: string, certificate: X509Certificate, rules: readonly IssuerNames[], bound: boolean][] = [
  ['any name, which nothing binds', dns, ['any'], false],
  ['a listed name', dns, [['https://x.example', A]], true],
  ['a listed name, under a certificate without names', nameless, [[A]], true],
  ['a name that one of two anchors lists', dns, ['certificate', [A]], true],
  ['a name that one of two anchors lets pass', dns, [['https://x.example'], 'any'], false],
];

for (const [what, certificate, rules, bound] of ruled) {
  test(`may sign, by the anchor: ${what}`, () => assert.equal(checkIssuerName(certificate, A, rules), bound));
}

test('any name: one of the certificate is bound to it', () => {
  assert.equal(checkIssuerName(dns, 'https://issuer-b.example', ['any']), true);
});

test('a list is exact: no other name counts, neither of the certificate nor of one without names', () => {
  for (const certificate of [dns, nameless]) {
    refuses(() => checkIssuerName(certificate, 'https://issuer-b.example', [[A]]), 'issuer_name');
    refuses(() => checkIssuerName(certificate, `${A}/`, [[A]]), 'issuer_name');
    refuses(() => checkIssuerName(certificate, A, []), 'issuer_name');
  }
});

const others: readonly [what: string, certificate: X509Certificate, iss: Json][] = [
  ['another host', dns, 'https://issuer-a.example'],
  ['a host that begins alike', dns, 'https://issuer-b.example.org'],
  ['a host below', dns, 'https://a.issuer-b.example'],
  ['another URI at the host of the named one', uri, 'https://issuer-b.example'],
  ['the named URI and more', uri, 'https://issuer-b.example/tenant/x'],
  ['a wildcard over two levels', wildcard, 'https://a.b.example.org'],
  ['another address', address, 'http://127.0.0.2:3000'],
  ['a name where an address stands', address, 'http://localhost'],
  ['another scheme', dns, 'ftp://issuer-b.example'],
  ['no URL', dns, 'issuer-b.example'],
  ['a URN', dns, 'urn:issuer-b.example'],
  ['the host as a user name', dns, 'https://issuer-b.example@issuer-a.example'],
  ['the host behind a user name', dns, 'https://issuer-a.example@issuer-b.example'],
  ['backslashes', dns, 'https:\\\\issuer-b.example\\x'],
  ['blanks before it', dns, ' https://issuer-b.example'],
  ['a text that is empty', dns, ''],
  ['a number', dns, 7],
];

for (const [what, certificate, iss] of others) {
  test(`may not sign: ${what}`, () => refuses(() => checkIssuerName(certificate, iss), 'issuer_name'));
}

test('the backend gets subject, issuer and fingerprint, on one line each', async () => {
  const certificate = await leaf([], 'C=DE, O=Issuer\\, B, CN=leaf');
  const signer = signerOf(certificate);
  assert.equal(signer.subject, 'C=DE, O=Issuer\\, B, CN=leaf');
  assert.equal(signer.issuer, 'O=ca.example, CN=CA of a\\, b');
  assert.equal(signer.fingerprint, certificate.fingerprint256);
  assert.match(signer.fingerprint, /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  const odd = signerOf(await leaf([], 'CN=a\\0Ab'));
  assert.ok(!odd.subject.includes('\n'));
});

test('facts of a refusal: the names of the certificate, its fingerprint, and iss without its query', () => {
  refusesWith(() => checkIssuerName(both, 'https://other.example/x?secret=1'), 'issuer_name', {
    expectedAny: ['URI:urn:example:issuer-b', 'DNS:issuer-b.example'],
    received: 'https://other.example/x',
    ...certificateFacts(both),
  });
});
