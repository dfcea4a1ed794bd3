import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import {
  certificatePem,
  distinguishedName,
  makeCertificate,
  serialNumber,
  spki,
} from '../../src/crypto/sign-certificate.ts';
import { localSign } from '../../src/crypto/signing-algorithm.ts';
import { systemRandom } from '../../src/kernel/random.ts';

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

test('a certificate carries the signature of its signer, not that of the provisional key of the library', async () => {
  const { privateKey, publicKey } = generateKeyPair();
  const name = distinguishedName({ organization: 'o', commonName: 'c' });
  const contents = {
    subject: name,
    issuer: name,
    notBefore: 0,
    notAfter: 1000,
    random: systemRandom,
    extensions: [],
    publicKey: spki(publicKey),
  };
  const asked: Buffer[] = [];
  const local = localSign(privateKey);
  const sign = (input: Buffer): Promise<Buffer> => {
    asked.push(input);
    return local(input);
  };
  for (const signer of [{ privateKey }, { sign }]) {
    const pem = await makeCertificate(contents, signer);
    assert.match(pem, /^-----BEGIN CERTIFICATE-----\n[\w+/=\n]+\n-----END CERTIFICATE-----$/);
    const made = new X509Certificate(pem);
    assert.ok(made.verify(publicKey));
    assert.equal(Date.parse(made.validTo), 1000);
    assert.equal(certificatePem(made.raw), pem);
  }
  assert.equal(asked.length, 1);
});
