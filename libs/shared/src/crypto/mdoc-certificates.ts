/** Certificates of mdoc issuers (ISO/IEC 18013-5, annex B): the IACA of a tenant, document signers under it, and its revocation list. */
import type { KeyObject } from 'node:crypto';
import type { Random } from '../kernel/random.ts';
import type { Validity } from './certificates.ts';
import {
  type CertificateSigner,
  certificateLibrary,
  distinguishedName,
  makeCertificate,
  spki,
} from './sign-certificate.ts';

/** ISO/IEC 18013-5, annex B: the extended key usage of a signer of mobile driving licences. */
export const MDL_DOCUMENT_SIGNER = '1.0.18013.5.1.2';

/** EU age verification profile, annex A: the extended key usage of a signer of proofs of age. */
export const AGE_DOCUMENT_SIGNER = '1.3.130.2.0.0.1.2';

/** 2.5.29.18, 2.5.29.31: the extensions that a document signer's certificate copies from its IACA. */
const COPIED = ['2.5.29.18', '2.5.29.31'];

interface MdocCertificateOptions extends Validity {
  readonly tenant: string;
  /** Host of the issuer's address, for names. */
  readonly host: string;
  readonly random: Random;
}

export interface IssuingAuthorityOptions extends MdocCertificateOptions {
  readonly keys: { readonly publicKey: KeyObject } & CertificateSigner;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Address of the issuer (issuerAltName). */
  readonly issuerUrl: string;
  /** Its revocation list's address. */
  readonly revocationListUrl: string;
}

export interface DocumentSignerOptions extends MdocCertificateOptions {
  /** The key that the certificate is for. */
  readonly publicKey: KeyObject;
  /** IACA certificate, PEM, and how it signs. Its country is also the document signer's. */
  readonly authority: { readonly certificate: string } & CertificateSigner;
  /** Extended key usages. Default: a signer of driving licences */
  readonly purposes?: readonly string[];
}

/** Creates a tenant's IACA certificate, PEM. The caller keeps its life below 20 years. */
export async function createIssuingAuthority(options: IssuingAuthorityOptions): Promise<string> {
  const x509 = await certificateLibrary();
  const publicKey = spki(options.keys.publicKey);
  const { country, host, tenant } = options;
  const subject = distinguishedName({ country, organization: host, commonName: `IACA of ${tenant}` });
  const { notBefore, notAfter, random } = options;
  const contents = {
    notBefore,
    notAfter,
    random,
    publicKey,
    subject,
    issuer: subject,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      new x509.IssuerAlternativeNameExtension([{ type: 'url', value: options.issuerUrl }]),
      new x509.CRLDistributionPointsExtension([options.revocationListUrl]),
    ],
  };
  return makeCertificate(contents, options.keys);
}

/** Creates a document signer's certificate, PEM. The caller keeps its lifetime at or below 457 days. */
export async function createDocumentSigner(options: DocumentSignerOptions): Promise<string> {
  const x509 = await certificateLibrary();
  const publicKey = spki(options.publicKey);
  const authority = new x509.X509Certificate(options.authority.certificate);
  const [country] = authority.subjectName.getField('C');
  if (country === undefined) throw new Error('An IACA certificate must contain its country');
  const { notBefore, notAfter, random } = options;
  const contents = {
    notBefore,
    notAfter,
    random,
    publicKey,
    subject: distinguishedName({ country, organization: options.tenant, commonName: options.host }),
    issuer: authority.subjectName,
    extensions: [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([...(options.purposes ?? [MDL_DOCUMENT_SIGNER])], true),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      ...authority.extensions.filter(({ type }) => COPIED.includes(type)),
    ],
  };
  return makeCertificate(contents, options.authority);
}
