import 'reflect-metadata';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as x509 from '@peculiar/x509';
import { checkCertificateReference, checkSignerCertificate, signerWarnings } from '../../src/xml-lists/list-signer.ts';
import { readList } from '../../src/xml-lists/read-list.ts';
import { readVerified } from '../../src/xml-lists/scan.ts';
import { keyOf } from '../registration/deterministic-keys.ts';
import { makeTestAuthority, makeTestCertificate, USAGE } from '../registration/made-certificates.ts';
import { listContent } from './list-content.ts';
import { ISSUED, makeSigner, rooted, signatureOver } from './made-list.ts';
import { refusesAs } from './refused-list.ts';

const signer = (await makeSigner('Signer')).certificate;
const other = await makeSigner('Other');
const validity = { notBefore: ISSUED - 1000, notAfter: ISSUED + 1000 };
const list = (territory = 'DE', issued = '2026-10-01T00:00:00Z') =>
  readList(readVerified(rooted(listContent({ territory, issued }))), { versions: [6] });
const signed = /<xades:SignedProperties.*<\/xades:SignedProperties>/.exec(signatureOver('', other))?.[0] ?? '';

it('must be the certificate that the properties are about, once', () => {
  checkCertificateReference(readVerified(signed), other.certificate);
  refusesAs('signing_certificate_reference', () => checkCertificateReference(readVerified(signed), signer));
  const again = /<xades:SigningCertificateV2>.*<\/xades:SigningCertificateV2>/.exec(signed)?.[0] ?? '';
  for (const instead of ['', again + again]) {
    const properties = readVerified(signed.replace(again, instead));
    refusesAs('signing_certificate_reference', () => checkCertificateReference(properties, other.certificate));
  }
});

it('must not be an authority, nor for encryption only', async () => {
  checkSignerCertificate(signer);
  const { certificate } = await makeTestAuthority('CA', validity);
  refusesAs('signer_certificate', () => checkSignerCertificate(certificate));
});

it('should have the purpose, the name and the validity that the standard asks for', async () => {
  const made = (purpose: string, country: string) =>
    makeTestCertificate({
      subject: [
        ['C', country],
        ['O', 'Operator'],
      ],
      key: keyOf('Purpose'),
      usage: USAGE.digitalSignature,
      extensions: [new x509.ExtendedKeyUsageExtension([purpose])],
      ...validity,
    });
  const { certificate } = await made('0.4.0.2231.3.0', 'GR');
  assert.deepEqual(signerWarnings(certificate, list('EL')), []);
  assert.deepEqual(signerWarnings(certificate, list('DE')), ['signer_name']);
  assert.deepEqual(signerWarnings(certificate, list('EL', '2026-10-02T00:00:00Z')), ['signer_validity']);
  const mail = await made('1.3.6.1.5.5.7.3.4', 'gr');
  assert.deepEqual(signerWarnings(mail.certificate, list('EL')), ['signer_purpose']);
});
