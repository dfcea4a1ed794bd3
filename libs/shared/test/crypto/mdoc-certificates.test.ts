import assert from 'node:assert/strict';
import 'reflect-metadata';
import { sign as signWith, X509Certificate } from 'node:crypto';
import { before, test } from 'node:test';
import { X509Certificate as Readable } from '@peculiar/x509';
import { issuerAddresses, pathLengthConstraint } from '../../src/crypto/certificate-extensions.ts';
import { createAuthority } from '../../src/crypto/certificates.ts';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import {
  createDocumentSigner,
  createIssuingAuthority,
  MDL_DOCUMENT_SIGNER,
} from '../../src/crypto/mdoc-certificates.ts';
import { verifyCertificatePath } from '../../src/crypto/x5c.ts';
import { certificateHost, countryOf, isIssuedBy, isSelfSigned, x5cElement } from '../../src/crypto/x509.ts';
import { systemRandom } from '../../src/kernel/random.ts';

const now = Date.UTC(2030, 0, 1);
const end = Date.UTC(2031, 0, 1);
const authorityKeys = generateKeyPair();
const signerKeys = generateKeyPair();
const common = { notBefore: now, notAfter: end, tenant: 'acme', host: 'issuer.example', random: systemRandom };
const addresses = {
  issuerUrl: 'https://issuer.example/acme',
  revocationListUrl: 'https://issuer.example/acme/iaca/1/crl',
};

let authorityPem = '';
let authority: X509Certificate;
let signer: X509Certificate;
before(async () => {
  authorityPem = await createIssuingAuthority({ ...common, ...addresses, country: 'DE', keys: authorityKeys });
  authority = new X509Certificate(authorityPem);
  const by = { certificate: authorityPem, privateKey: authorityKeys.privateKey };
  signer = new X509Certificate(
    await createDocumentSigner({ ...common, publicKey: signerKeys.publicKey, authority: by }),
  );
});

/** Identifiers of the critical and of the other extensions, sorted. */
function extensions(certificate: X509Certificate): readonly (readonly string[])[] {
  const all = Array.from(new Readable(certificate.raw).extensions);
  return [true, false].map((critical) =>
    all
      .filter((one) => one.critical === critical)
      .map(({ type }) => type)
      .sort(),
  );
}

test('the IACA is a CA of its country, of which nothing but signers may follow', () => {
  assert.equal(authority.subject, 'C=DE\nO=issuer.example\nCN=IACA of acme');
  assert.ok(authority.ca && isSelfSigned(authority));
  assert.equal(pathLengthConstraint(authority), 0);
  assert.deepEqual(extensions(authority), [
    ['2.5.29.15', '2.5.29.19'],
    ['2.5.29.14', '2.5.29.18', '2.5.29.31'],
  ]);
  // keyCertSign and cRLSign, nothing else (RFC 5280, 4.2.1.3)
  assert.ok(authority.raw.toString('hex').includes('0603551d0f0101ff040403020106'));
  assert.deepEqual(issuerAddresses(authority), [addresses.issuerUrl]);
  assert.ok(authority.raw.includes(addresses.revocationListUrl));
});

test('the country is a PrintableString (RFC 5280, appendix A)', () => {
  for (const certificate of [authority, signer])
    assert.ok(certificate.raw.includes(Buffer.from('060355040613024445', 'hex')));
});

test('the document signer has the country of its IACA, and what annex B demands', () => {
  assert.equal(signer.subject, 'C=DE\nO=acme\nCN=issuer.example');
  assert.equal(countryOf(signer.issuer), countryOf(signer.subject));
  assert.ok(!signer.ca && isIssuedBy(signer, authority));
  assert.deepEqual(extensions(signer), [
    ['2.5.29.15', '2.5.29.37'],
    ['2.5.29.14', '2.5.29.18', '2.5.29.31', '2.5.29.35'],
  ]);
  assert.ok(signer.raw.toString('hex').includes('0603551d0f0101ff040403020780'), 'digitalSignature alone');
  assert.deepEqual(signer.keyUsage, [MDL_DOCUMENT_SIGNER]);
  assert.deepEqual(issuerAddresses(signer), [addresses.issuerUrl]);
  assert.ok(signer.raw.includes(addresses.revocationListUrl));
  assert.ok(signer.checkPrivateKey(signerKeys.privateKey));
});

test('the path from a document signer leads to its IACA', () => {
  assert.equal(verifyCertificatePath([x5cElement(signer)], [authority], now).fingerprint256, signer.fingerprint256);
});

test('a CA without a country certifies no document signer', async () => {
  const host = certificateHost('https://issuer.example');
  const certificate = await createAuthority({ ...common, host, keys: authorityKeys });
  const by = { certificate, privateKey: authorityKeys.privateKey };
  const made = createDocumentSigner({ ...common, publicKey: signerKeys.publicKey, authority: by });
  await assert.rejects(made, /must contain its country/);
});

test('a key outside the process signs through its own signatures', async () => {
  const asked: Buffer[] = [];
  const sign = async (input: Buffer): Promise<Buffer> => {
    asked.push(input);
    return signWith('sha256', input, { key: authorityKeys.privateKey, dsaEncoding: 'ieee-p1363' });
  };
  const keys = { publicKey: authorityKeys.publicKey, sign };
  const made = new X509Certificate(await createIssuingAuthority({ ...common, ...addresses, country: 'FR', keys }));
  assert.ok(made.verify(authorityKeys.publicKey));
  assert.equal(asked.length, 1);
});
