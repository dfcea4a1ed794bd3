import 'reflect-metadata';
import assert from 'node:assert/strict';
import { webcrypto, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import * as x509 from '@peculiar/x509';
import {
  addressNames,
  authorityKeyIdentifier,
  hasPurpose,
  hasStrongSignature,
  isForTlsServersOnly,
} from '../../src/crypto/certificate-extensions.ts';
import { createAuthority } from '../../src/crypto/certificates.ts';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import { certificateHost } from '../../src/crypto/x509.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { type IntermediateOptions, makeIntermediate } from './intermediate.ts';
import { KEY_NOT_AFTER, KEY_NOT_BEFORE, makeSigningKey } from './signing-key.ts';

test('the authority key identifier is the one that another library reads', async () => {
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
  test(`a signature with ${name} over ${hash} is ${strong ? 'strong' : 'not'}`, async () => {
    x509.cryptoProvider.set(webcrypto);
    const rsa = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), saltLength: 32 };
    const algorithm = { name, hash, ...(name === 'ECDSA' ? { namedCurve: 'P-256' } : rsa) };
    const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;
    const made = await x509.X509CertificateGenerator.createSelfSigned({ keys, signingAlgorithm: algorithm });
    assert.equal(hasStrongSignature(new X509Certificate(Buffer.from(made.rawData))), strong);
  });
}

async function leafWith(options: Partial<IntermediateOptions>): Promise<X509Certificate> {
  const validity = { notBefore: KEY_NOT_BEFORE, notAfter: KEY_NOT_AFTER };
  const keys = generateKeyPair();
  const host = certificateHost('https://issuer.example');
  const certificate = await createAuthority({ ...validity, keys, tenant: 'ca', host, random: systemRandom });
  return makeIntermediate({
    ...validity,
    keys: generateKeyPair(),
    issuer: { certificate, keys },
    ca: false,
    ...options,
  });
}

test('a leaf is for TLS servers only where that is the one purpose that it names', async () => {
  const [server, client, status] = ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2', '1.3.6.1.5.5.7.3.30'];
  for (const [purposes, expected] of [
    [[server], true],
    [[server, status], false],
    [[client], false],
    [['2.5.29.37.0', server], false],
    [['1.0.18013.5.1.2'], false],
  ] as const) {
    assert.equal(isForTlsServersOnly(await leafWith({ purposes })), expected, String(purposes));
  }
  assert.equal(isForTlsServersOnly(await leafWith({})), false);
});

test('the addresses among the names of a certificate', async () => {
  const uri = 'https://issuer.example/tenant?x=1';
  for (const [names, expected] of [
    [[], { uris: [], hosts: false }],
    [[{ type: 'email', value: 'a@issuer.example' }], { uris: [], hosts: false }],
    [[{ type: 'dns', value: 'issuer.example' }], { uris: [], hosts: true }],
    [[{ type: 'ip', value: '127.0.0.1' }], { uris: [], hosts: true }],
    [
      [
        { type: 'email', value: 'a@issuer.example' },
        { type: 'url', value: uri },
      ],
      { uris: [uri], hosts: false },
    ],
  ] as const) {
    assert.deepEqual(addressNames(await leafWith({ names })), expected);
  }
});

test('a purpose is found among those of a certificate, critical or not', async () => {
  // 1.0.18013.5.1.2 and id-kp-clientAuth
  const [documentSigner, clientAuth] = ['28818c5d050102', '2b06010505070302'];
  const keys = generateKeyPair();
  const host = certificateHost('https://root.example');
  const validity = { notBefore: KEY_NOT_BEFORE, notAfter: KEY_NOT_AFTER };
  const certificate = await createAuthority({ ...validity, tenant: 'x', host, random: systemRandom, keys });
  const make = (options: Partial<IntermediateOptions>) =>
    makeIntermediate({ ...validity, keys: generateKeyPair(), issuer: { certificate, keys }, ca: false, ...options });
  for (const purposesCritical of [true, false]) {
    const both = await make({ purposes: ['1.3.6.1.5.5.7.3.2', '1.0.18013.5.1.2'], purposesCritical });
    assert.ok(hasPurpose(both, documentSigner) && hasPurpose(both, clientAuth));
  }
  const one = await make({ purposes: ['1.3.6.1.5.5.7.3.2'] });
  assert.ok(!hasPurpose(one, documentSigner));
  assert.ok(!hasPurpose(await make({}), documentSigner));
});
