import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import {
  certificateLibrary,
  certificatePem,
  distinguishedName,
  provisionalKey,
  SIGNATURE,
  serialNumber,
  signedBy,
  spki,
} from '../../src/crypto/sign-certificate.ts';

test('names are in order, cut to 64 characters, with a country where there is one', () => {
  const organization = 'o'.repeat(70);
  assert.deepEqual(distinguishedName({ organization, commonName: 'c' }), [{ O: ['o'.repeat(64)] }, { CN: ['c'] }]);
  const named = distinguishedName({ country: 'DE', organization: 'o', commonName: 'c'.repeat(70) });
  assert.deepEqual(named, [{ C: ['DE'] }, { O: ['o'] }, { CN: ['c'.repeat(64)] }]);
});

test('serial numbers are positive, and never shorter than 16 octets', () => {
  assert.equal(
    serialNumber((length) => Buffer.alloc(length, 0xff)),
    `7f${'ff'.repeat(15)}`,
  );
  assert.equal(
    serialNumber((length) => Buffer.alloc(length)),
    `40${'00'.repeat(15)}`,
  );
});

test('what the library made carries the signature of the signer, not that of the provisional key', async () => {
  const x509 = await certificateLibrary();
  const keys = generateKeyPair();
  const made = await x509.X509CertificateGenerator.create({
    serialNumber: '41',
    subject: distinguishedName({ organization: 'o', commonName: 'c' }),
    issuer: distinguishedName({ organization: 'o', commonName: 'c' }),
    publicKey: spki(keys.publicKey),
    signingKey: await provisionalKey(),
    signingAlgorithm: SIGNATURE,
  });
  assert.equal(new X509Certificate(Buffer.from(made.rawData)).verify(keys.publicKey), false);
  const pem = certificatePem(await signedBy(keys, made.rawData));
  assert.match(pem, /^-----BEGIN CERTIFICATE-----\n[\w+/=\n]+\n-----END CERTIFICATE-----$/);
  assert.ok(new X509Certificate(pem).verify(keys.publicKey));
});
