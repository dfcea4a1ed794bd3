/** The `x5c` header, followed to a trust anchor (RFC 7515, 4.1.6; RFC 5280, 6). */
import { X509Certificate } from 'node:crypto';
import type { Json } from '../json.ts';
import { JwtError } from './jwt-error.ts';
import { isIssuedBy, isSelfSigned, isValidAt } from './x509.ts';

/** Most certificates in `x5c`. */
const MAX_PATH = 4;

/**
 * Follows a chain from its leaf to one of the anchors: names, signatures, CA flags, validity of every certificate.
 * Path length constraints, name constraints and revocation of certificates are not looked at.
 * @param x5c the header's value
 * @param anchors CA certificates
 * @param now milliseconds
 * @returns the leaf
 * @throws JwtError `certificate_path`
 */
export function verifyCertificatePath(
  x5c: Json | undefined,
  anchors: readonly X509Certificate[],
  now: number,
): X509Certificate {
  const path = parsePath(x5c);
  const [leaf] = path;
  // HAIP 1.0, 6.1.1: the signing certificate is not self-signed
  if (leaf === undefined || leaf.ca || isSelfSigned(leaf)) refuse();
  if (!path.every((certificate) => isValidAt(certificate, now))) refuse();
  for (const [i, certificate] of path.entries()) {
    const candidates = path[i + 1] === undefined ? anchors : path.slice(i + 1, i + 2);
    const issued = (issuer: X509Certificate): boolean =>
      issuer.ca && isValidAt(issuer, now) && isIssuedBy(certificate, issuer);
    if (!candidates.some(issued)) refuse();
  }
  return leaf;
}

function parsePath(x5c: Json | undefined): readonly X509Certificate[] {
  if (!Array.isArray(x5c) || x5c.length === 0 || x5c.length > MAX_PATH) refuse();
  return x5c.map(parseElement);
}

/** Standard base64 of one DER certificate, and nothing else. */
function parseElement(element: Json): X509Certificate {
  const der = typeof element === 'string' ? Buffer.from(element, 'base64') : undefined;
  if (der === undefined || der.toString('base64') !== element) refuse();
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(der);
  } catch {
    refuse();
  }
  if (certificate.raw.length !== der.length) refuse();
  return certificate;
}

function refuse(): never {
  throw new JwtError('certificate_path');
}
