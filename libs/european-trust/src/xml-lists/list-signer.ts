/** The certificate that signed a list (ETSI TS 119 612, 5.7.1; XAdES, 5.2.2). Pure. */
import type { X509Certificate } from 'node:crypto';
import { hasPurpose } from '@countersign/shared/crypto/certificate-extensions';
import { mayBeUsedFor } from '@countersign/shared/crypto/key-usage';
import { isValidAt } from '@countersign/shared/crypto/x509';
import { ATTRIBUTE, subjectAttributes } from '../registration/certificate-content.ts';
import { certificateDigest } from './algorithms.ts';
import type { XmlList } from './list-value.ts';
import { childrenNamed, descend, onlyChild, textIn, type XmlElement } from './xml-element.ts';
import { XmlListError } from './xml-list-error.ts';

/** Rules that real lists violate and that don't prevent their use. */
export type SignerWarning = 'signer_purpose' | 'signer_name' | 'signer_validity';

/** id-tsl-kp-tslSigning, 0.4.0.2231.3.0, as hexadecimal of the DER. */
const LIST_SIGNING = '0400913703' + '00';
/** Territories whose code differs from the country code in certificates (ETSI TS 119 615, 4.6). */
const COUNTRIES: Readonly<Record<string, string>> = { EL: 'GR', UK: 'GB' };

/**
 * The signed properties must be about the certificate whose key was used.
 * @param properties as signed
 * @throws XmlListError
 */
export function checkCertificateReference(properties: XmlElement, signer: X509Certificate): void {
  const signed = onlyChild(properties, 'xades:SignedSignatureProperties');
  const references = ['xades:SigningCertificateV2', 'xades:SigningCertificate'].flatMap((name) =>
    childrenNamed(signed, name),
  );
  const digests = references
    .flatMap((one) => childrenNamed(one, 'xades:Cert'))
    .map((one) => onlyChild(one, 'xades:CertDigest'));
  const matches = digests.some((digest) => {
    const method = descend(digest, 'ds:DigestMethod')?.attributes.get('Algorithm') ?? '';
    const value = Buffer.from(textIn(onlyChild(digest, 'ds:DigestValue')) ?? '', 'base64');
    return certificateDigest(method, signer.raw)?.equals(value) === true;
  });
  if (references.length !== 1 || !matches) {
    throw new XmlListError('signing_certificate_reference', 'The signature is about another signing certificate');
  }
}

/** @throws XmlListError if the certificate is for something else than signatures */
export function checkSignerCertificate(signer: X509Certificate): void {
  if (signer.ca || !mayBeUsedFor('list', signer)) {
    throw new XmlListError('signer_certificate', "The signer's certificate is not for signatures");
  }
}

/** Warns only: the signer of the real list of lists differs from the standard in purpose and country. */
export function signerWarnings(signer: X509Certificate, list: XmlList): readonly SignerWarning[] {
  const warnings: SignerWarning[] = [];
  if (!hasPurpose(signer, LIST_SIGNING)) warnings.push('signer_purpose');
  if (!isNamedAs(signer, list)) warnings.push('signer_name');
  if (!isValidAt(signer, list.issuedAt)) warnings.push('signer_validity');
  return warnings;
}

function isNamedAs(signer: X509Certificate, { territory, operatorNames }: XmlList): boolean {
  const subject = subjectAttributes(signer);
  const [country] = subject.get(ATTRIBUTE.country) ?? [];
  const [organization = ''] = subject.get(ATTRIBUTE.organization) ?? [];
  const sameCountry = country?.toUpperCase() === (COUNTRIES[territory] ?? territory);
  const plain = (name: string): string => name.normalize('NFC').toLowerCase();
  return sameCountry && operatorNames.some((name) => plain(name) === plain(organization));
}
