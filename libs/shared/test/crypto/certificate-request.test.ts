import 'reflect-metadata';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import {
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
} from '@peculiar/x509';
import {
  certificateRequestDer,
  certificateRequestPem,
  createCertificateRequest,
  type RequestedSubject,
} from '../../src/crypto/certificate-request.ts';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import type { KeyPurpose } from '../../src/crypto/keys.ts';
import { MDL_DOCUMENT_SIGNER } from '../../src/crypto/mdoc-certificates.ts';
import { certificateLibrary, spki } from '../../src/crypto/sign-certificate.ts';
import { localSign } from '../../src/crypto/signing-algorithm.ts';

await certificateLibrary();
const { publicKey, privateKey } = generateKeyPair();

const shop: RequestedSubject = {
  country: 'DE',
  organization: 'Example Shop AG',
  organizationIdentifier: 'NTRDE-HRB123456',
  commonName: 'Example Shöp',
  uris: ['https://shop.example/support'],
  emails: ['privacy@shop.example'],
  hosts: ['shop.example'],
};

async function requested(subject: RequestedSubject, purpose: KeyPurpose = 'request'): Promise<Buffer> {
  return createCertificateRequest({ publicKey, sign: localSign(privateKey), subject, purpose });
}

function extensionIn<T extends Extension>(
  { extensions }: Pkcs10CertificateRequest,
  type: new (...given: never[]) => T,
): T | undefined {
  return extensions.find((one): one is T => one instanceof type);
}

test('a request has the key, the name and the contacts, and is signed by the key', async () => {
  const der = await requested(shop);
  const read = new Pkcs10CertificateRequest(der);
  assert.ok(await read.verify());
  assert.ok(Buffer.from(read.publicKey.rawData).equals(spki(publicKey)));
  assert.equal(read.subject, 'C=DE, O=Example Shop AG, 2.5.4.97=NTRDE-HRB123456, CN=Example Shöp');
  assert.deepEqual(extensionIn(read, SubjectAlternativeNameExtension)?.names.toJSON(), [
    { type: 'url', value: 'https://shop.example/support' },
    { type: 'email', value: 'privacy@shop.example' },
    { type: 'dns', value: 'shop.example' },
  ]);
  assert.equal(extensionIn(read, KeyUsagesExtension)?.usages, KeyUsageFlags.digitalSignature);
});

test('a telephone number is an other name of its own type', async () => {
  const request = await requested({ commonName: 'Shop', uris: ['https://shop.example'], telephones: ['+49 30 1234'] });
  const name = '\xa0\x14\x06\x03U\x04\x14\xa0\r\x13\x0b+49 30 1234';
  assert.ok(request.toString('latin1').includes(name));
  const text = execFileSync('openssl', ['req', '-inform', 'DER', '-noout', '-text', '-verify'], { input: request });
  assert.match(text.toString(), /URI:https:\/\/shop\.example, othername/);
  const many = {
    commonName: 'Shop',
    uris: Array.from({ length: 9 }, (_, n) => `https://shop${n}.example/${'a'.repeat(30)}`),
  };
  assert.equal(
    extensionIn(new Pkcs10CertificateRequest(await requested(many)), SubjectAlternativeNameExtension)?.names.items
      .length,
    9,
  );
});

test('the request of a person has the name and the identifier of the person', async () => {
  const person = { country: 'DE', givenName: 'Erika', surname: 'Muster', serialNumber: 'TINDE-1', commonName: 'Erika' };
  const read = new Pkcs10CertificateRequest(await requested(person));
  assert.equal(read.subject, 'C=DE, G=Erika, SN=Muster, 2.5.4.5=TINDE-1, CN=Erika');
  assert.equal(extensionIn(read, SubjectAlternativeNameExtension), undefined);
});

test('a key of mdocs asks for a document signer', async () => {
  const usages = async (purpose: KeyPurpose) =>
    extensionIn(new Pkcs10CertificateRequest(await requested(shop, purpose)), ExtendedKeyUsageExtension)?.usages;
  assert.deepEqual([...((await usages('mdoc')) ?? [])], [MDL_DOCUMENT_SIGNER]);
  assert.equal(await usages('credential'), undefined);
});

test('OpenSSL reads the PEM and verifies the signature', async () => {
  const der = await requested(shop);
  const pem = certificateRequestPem(der);
  assert.ok(certificateRequestDer(pem).equals(der));
  const text = execFileSync('openssl', ['req', '-noout', '-verify', '-subject', '-nameopt', 'RFC2253,utf8,-esc_msb'], {
    input: pem,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  assert.match(text, /CN=Example Shöp,organizationIdentifier=NTRDE-HRB123456,O=Example Shop AG,C=DE/);
});
