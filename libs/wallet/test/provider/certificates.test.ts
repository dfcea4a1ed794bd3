import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import test from 'node:test';
import { newWalletKey } from '../../src/jwt/keys.ts';
import {
  createAuthority,
  createDocumentSigner,
  createIaca,
  createLeaf,
  x5cOf,
} from '../../src/provider/certificates.ts';

const validity = { notBefore: Date.UTC(2030, 0, 1), notAfter: Date.UTC(2031, 0, 1) };

test('a leaf has its host, its key and its times, under a CA', () => {
  const authority = createAuthority('CA of acme', validity);
  const key = newWalletKey();
  const leaf = new X509Certificate(createLeaf(authority, 'issuer.example', validity, key));
  const ca = new X509Certificate(authority.certificate);
  assert.deepEqual([ca.ca, leaf.ca], [true, false]);
  assert.ok(ca.verify(ca.publicKey));
  assert.ok(leaf.verify(ca.publicKey) && leaf.checkIssued(ca));
  assert.equal(leaf.subjectAltName, 'DNS:issuer.example');
  assert.equal(leaf.issuer, 'CN=CA of acme');
  assert.equal(leaf.publicKey.export({ format: 'jwk' }).x, key.publicJwk.x);
  assert.equal(new Date(leaf.validFrom).getTime(), validity.notBefore);
  assert.equal(new Date(leaf.validTo).getTime(), validity.notAfter);
});

test('x5c has the certificate without its lines', () => {
  const { certificate } = createAuthority('CA of acme', validity);
  assert.equal(new X509Certificate(Buffer.from(x5cOf(certificate), 'base64')).subject, 'CN=CA of acme');
});

test('a document signer has the country of its IACA and the usages of driving licences and proofs of age', () => {
  const iaca = createIaca('IACA of acme', 'UT', validity);
  const ca = new X509Certificate(iaca.certificate);
  const leaf = new X509Certificate(createDocumentSigner(iaca, 'Signer', validity, newWalletKey()));
  assert.ok(leaf.checkIssued(ca) && leaf.verify(ca.publicKey));
  assert.deepEqual([ca.subject, leaf.subject], ['C=UT\nCN=IACA of acme', 'C=UT\nCN=Signer']);
  assert.deepEqual([ca.ca, leaf.ca], [true, false]);
  assert.deepEqual([leaf.keyUsage, ca.keyUsage], [['1.0.18013.5.1.2', '1.3.130.2.0.0.1.2'], undefined]);
});
