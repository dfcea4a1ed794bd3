/** The chain in the `x5c` header of a JWT (RFC 7515, 4.1.6). */
import type { X509Certificate } from 'node:crypto';
import { type Json, type JsonObject, own } from '../kernel/json.ts';
import { leafThumbprint } from './certificate-chain.ts';
import { CertificateError } from './certificate-error.ts';
import { checkLength, verifyCertificateChain } from './certificate-path.ts';
import { JwtError } from './jwt-error.ts';
import type { Signed } from './key-usage.ts';
import type { KnownKeys } from './known-keys.ts';
import { x5cElement } from './x509.ts';

/**
 * Follows the chain of an `x5c` header. See `verifyCertificateChain`.
 * @param x5c the header's value
 * @param signed what the leaf's key signs
 * @throws JwtError `certificate_path`
 */
export function verifyCertificatePath(
  x5c: Json | undefined,
  anchors: readonly X509Certificate[],
  now: number,
  signed: Signed = 'credential',
  known?: KnownKeys,
): X509Certificate {
  try {
    return verifyCertificateChain(readX5c(x5c), anchors, now, signed, known);
  } catch (error) {
    throw error instanceof CertificateError ? refused(error) : error;
  }
}

/**
 * @throws JwtError `certificate_path` if `x5c` contains one of the anchors itself: HAIP 1.0, 4.4.1 and 4.5.1, forbids
 *   it
 */
export function checkAnchorNotSent(x5c: Json | undefined, anchors: readonly X509Certificate[]): void {
  const sent = Array.isArray(x5c) ? anchors.find((anchor) => x5c.includes(x5cElement(anchor))) : undefined;
  if (sent !== undefined) throw refused(new CertificateError('anchor_in_chain', sent));
}

/**
 * RFC 7515, 4.1.8: `x5t#S256` identifies the certificate in the header. `x5u` is not read: nothing is fetched from an
 * address in a header.
 * @throws JwtError `type` if it identifies a different one
 */
export function checkThumbprint(header: JsonObject): void {
  const [named, x5c] = [own(header, 'x5t#S256'), own(header, 'x5c')];
  if (named === undefined) return;
  const [leaf] = Array.isArray(x5c) ? x5c : [];
  if (typeof leaf === 'string' && named === leafThumbprint([leaf])) return;
  throw new JwtError('type', { facts: { parameter: 'x5t#S256', detail: 'other_certificate' } });
}

/** Standard base64 of DER, and nothing else. */
function readX5c(x5c: Json | undefined): readonly Buffer[] {
  if (!Array.isArray(x5c)) throw new CertificateError('missing');
  checkLength(x5c.length);
  return x5c.map((element: Json) => {
    const der = typeof element === 'string' ? Buffer.from(element, 'base64') : undefined;
    if (der === undefined || der.toString('base64') !== element) throw new CertificateError('no_certificate');
    return der;
  });
}

function refused(cause: CertificateError): JwtError {
  return new JwtError('certificate_path', { cause, facts: cause.facts });
}
