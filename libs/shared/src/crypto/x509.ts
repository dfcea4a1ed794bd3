/** Reading certificates (RFC 5280), only with node:crypto. */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

/** Host of the public address, in the form of a subject alternative name. */
export interface CertificateHost {
  readonly type: 'dns' | 'ip';
  readonly value: string;
}

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The host that a certificate for the URL must name. */
export function certificateHost(url: string): CertificateHost {
  const value = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return { type: isIP(value) === 0 ? 'dns' : 'ip', value };
}

/** True if one of the certificate's subject alternative names covers the host; the common name is ignored. */
export function coversHost(certificate: X509Certificate, host: CertificateHost): boolean {
  if (host.type === 'ip') return certificate.checkIP(host.value) !== undefined;
  return certificate.checkHost(host.value, { subject: 'never' }) !== undefined;
}

/**
 * All certificates of a PEM text, in its order.
 * @throws Error if a block can't be read
 */
export function pemCertificates(text: string): readonly X509Certificate[] {
  return (text.match(PEM_BLOCK) ?? []).map((block) => new X509Certificate(block));
}

/** End of the validity, milliseconds. */
export function notAfter(certificate: X509Certificate): number {
  return Date.parse(certificate.validTo);
}

/** @param now milliseconds */
export function isValidAt(certificate: X509Certificate, now: number): boolean {
  return Date.parse(certificate.validFrom) <= now && now <= notAfter(certificate);
}

/** True if the names match, the issuer's key usage allows it, and the issuer's key created the signature. */
export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

/** False for a key type that node does not support: reading the key would throw. */
export function hasKnownKey(certificate: X509Certificate): boolean {
  try {
    return certificate.publicKey.type === 'public';
  } catch {
    return false;
  }
}

export function isSelfSigned(certificate: X509Certificate): boolean {
  return certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey);
}

/**
 * The country of a name (RFC 5280, appendix A), in capital letters; undefined without a country, or with several.
 * @param name subject or issuer of a certificate, as node writes it: one attribute per line
 */
export function countryOf(name: string): string | undefined {
  const countries = name.split('\n').filter((attribute) => attribute.startsWith('C='));
  return countries.length === 1 ? countries[0]?.slice(2).toUpperCase() : undefined;
}

/** An element of `x5c` (RFC 7515, 4.1.6): standard base64 of the DER. */
export function x5cElement(certificate: X509Certificate): string {
  return certificate.raw.toString('base64');
}

/** Subject and SHA-256 of a certificate, as facts of a refusal. */
export function certificateFacts(certificate: X509Certificate): { readonly subject: string; readonly sha256: string } {
  const subject = certificate.subject ?? '';
  return {
    // Node writes one attribute a line.
    subject: subject.split('\n').join(', '),
    sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
  };
}
