import 'reflect-metadata';
import assert from 'node:assert/strict';
import { webcrypto, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import * as x509 from '@peculiar/x509';
import { authorityKeyIdentifier, hasStrongSignature } from '../../src/crypto/certificate-extensions.ts';
import { makeSigningKey } from './signing-key.ts';

test('the authority key identifier is the one that the other reader finds', async () => {
  const { x5c } = await makeSigningKey();
  const der = Buffer.from(x5c[0] ?? '', 'base64');
  const other = new x509.X509Certificate(der).getExtension(x509.AuthorityKeyIdentifierExtension)?.keyId;
  assert.ok(other !== undefined);
  assert.equal(authorityKeyIdentifier(new X509Certificate(der))?.toString('hex'), other);
});

test('a certificate without one has none', async () => {
  const { anchor } = await makeSigningKey();
  assert.equal(authorityKeyIdentifier(new X509Certificate(anchor)), undefined);
});

const algorithms: readonly [name: string, hash: string, strong: boolean][] = [
  ['ECDSA', 'SHA-1', false],
  ['ECDSA', 'SHA-256', true],
  ['ECDSA', 'SHA-512', true],
  ['RSASSA-PKCS1-v1_5', 'SHA-1', false],
  ['RSASSA-PKCS1-v1_5', 'SHA-256', true],
  ['RSASSA-PKCS1-v1_5', 'SHA-384', true],
  ['RSA-PSS', 'SHA-1', false],
  ['RSA-PSS', 'SHA-256', true],
  ['RSA-PSS', 'SHA-512', true],
];

for (const [name, hash, strong] of algorithms) {
  test(`a signature with ${name} over ${hash} is ${strong ? 'strong' : 'none'}`, async () => {
    x509.cryptoProvider.set(webcrypto);
    const rsa = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), saltLength: 32 };
    const algorithm = { name, hash, ...(name === 'ECDSA' ? { namedCurve: 'P-256' } : rsa) };
    const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;
    const made = await x509.X509CertificateGenerator.createSelfSigned({ keys, signingAlgorithm: algorithm });
    assert.equal(hasStrongSignature(new X509Certificate(Buffer.from(made.rawData))), strong);
  });
}
