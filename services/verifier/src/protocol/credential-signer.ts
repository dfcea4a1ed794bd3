/** Who signed a credential: the leaf of its chain, and whether it may sign under the `iss` that the credential names. */
import type { X509Certificate } from 'node:crypto';
import { certificateHost, coversHost } from '@countersign/shared/crypto/x509';
import type { Json } from '@countersign/shared/kernel/json';
import { addressNames } from './certificate-extensions.ts';
import { PresentationError } from './presentation-error.ts';

/** What a backend gets about the signer. */
export interface CredentialSigner {
  /** Distinguished names on one line, as `openssl x509 -nameopt RFC2253` escapes them, the first part first. */
  readonly subject: string;
  readonly issuer: string;
  /** SHA-256 of the certificate, as `openssl x509 -fingerprint -sha256` prints it. */
  readonly fingerprint: string;
}

/**
 * SD-JWT VC, 7.3: with `x5c` the leaf is the issuer, so it must not sign under the name of another one. A leaf that is made
 * out to addresses (SAN URI, DNS or IP) signs for these alone: a URI must equal `iss`, a host must be that of `iss`. A leaf
 * without such names is bound to none, and a credential without `iss` names none.
 * @throws PresentationError `issuer_name`
 */
export function checkIssuerName(leaf: X509Certificate, iss: Json | undefined): void {
  if (iss === undefined) return;
  const { uris, hosts } = addressNames(leaf);
  if (uris.length === 0 && !hosts) return;
  if (typeof iss === 'string' && (uris.includes(iss) || isAtHostOf(leaf, iss))) return;
  throw new PresentationError('issuer_name');
}

function isAtHostOf(leaf: X509Certificate, iss: string): boolean {
  if (!URL.canParse(iss)) return false;
  const { origin } = new URL(iss);
  // What parsers read in different ways, such as a user name before the host, is the address of nothing.
  const isPlain = iss.toLowerCase().startsWith(origin) && ['', '/', '?', '#'].includes(iss.charAt(origin.length));
  return /^https?:/.test(origin) && isPlain && coversHost(leaf, certificateHost(iss));
}

export function signerOf({ subject, issuer, fingerprint256 }: X509Certificate): CredentialSigner {
  return { subject: onOneLine(subject), issuer: onOneLine(issuer), fingerprint: fingerprint256 };
}

/** node:crypto writes one part a line, commas and line ends inside of a part escaped. An empty name is undefined there. */
function onOneLine(name: string | undefined): string {
  return (name ?? '').split('\n').join(', ');
}
