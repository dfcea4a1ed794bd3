import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { chainUrl, leafThumbprint, pemChain } from '../../src/crypto/certificate-chain.ts';
import { pemCertificates, x5cElement } from '../../src/crypto/x509.ts';
import { makeSigningKey } from './signing-key.ts';

const { x5c } = await makeSigningKey();

test('the thumbprint is that of the leaf as other libraries compute it', () => {
  const { fingerprint256 } = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'));
  assert.equal(
    Buffer.from(leafThumbprint(x5c), 'base64url').toString('hex'),
    fingerprint256.replaceAll(':', '').toLowerCase(),
  );
  assert.equal(
    chainUrl('https://h.example/t', x5c),
    `https://h.example/t/.well-known/certificate-chains/${leafThumbprint(x5c)}`,
  );
});

test('a chain in PEM is read as the certificates it was made of', () => {
  const chain = [x5c[0] ?? '', x5c[0] ?? ''];
  assert.deepEqual(pemCertificates(pemChain(chain)).map(x5cElement), chain);
});
