/** The hashes that a listed certificate is found by, so that a look-up compares short strings. */
import type { X509Certificate } from 'node:crypto';
import { authorityKeyIdentifier, extensionsOf } from '@countersign/shared/crypto/certificate-extensions';
import { childrenOf, elementsOf, TAG } from '@countersign/shared/crypto/der';
import { sha256 } from '@countersign/shared/crypto/sha256';
import type { ListedCertificate } from './trust-list.ts';

/** 2.5.29.14 */
const SUBJECT_KEY_IDENTIFIER = '551d0e';
/** `[0] EXPLICIT Version` */
const VERSION = 0xa0;
/** RFC 5280, 4.1: serial number, signature, issuer, validity, subject */
const ISSUER = 2;
const SUBJECT = 4;

export function listedCertificate(certificate: X509Certificate): ListedCertificate {
  const keyId = subjectKeyIdentifier(certificate);
  return {
    der: certificate.raw,
    sha256: sha256(certificate.raw).toString('hex'),
    subject: nameOf(certificate, SUBJECT),
    ...(keyId === undefined ? {} : { keyId }),
  };
}

/** What identifies a certificate's issuer. */
export function issuerNames(certificate: X509Certificate): { readonly subject: string; readonly keyId?: string } {
  const keyId = authorityKeyIdentifier(certificate)?.toString('hex');
  return { subject: nameOf(certificate, ISSUER), ...(keyId === undefined ? {} : { keyId }) };
}

/** In hexadecimal (RFC 5280, 4.2.1.2); undefined if the certificate has no such extension. */
export function subjectKeyIdentifier(certificate: X509Certificate): string | undefined {
  const value = extensionsOf(certificate).get(SUBJECT_KEY_IDENTIFIER);
  const [identifier] = (value === undefined ? undefined : elementsOf(value)) ?? [];
  return identifier?.tag === TAG.octetString ? identifier.content.toString('hex') : undefined;
}

/** SHA-256 of a name's content, in hexadecimal. */
function nameOf(certificate: X509Certificate, at: typeof ISSUER | typeof SUBJECT): string {
  const [whole] = elementsOf(certificate.raw) ?? [];
  const [toBeSigned] = childrenOf(whole) ?? [];
  const fields = (childrenOf(toBeSigned) ?? []).filter(({ tag }, index) => index > 0 || tag !== VERSION);
  return sha256(fields[at]?.content ?? Buffer.alloc(0)).toString('hex');
}
