/** Client identifiers of a verifier with a certificate (OpenID4VP 1.0, 5.9.3; HAIP 1.0, 5). */
import { X509Certificate } from 'node:crypto';
import type { SigningKey } from '../crypto/keys.ts';
import { hashOf } from '../crypto/sha256.ts';
import { certificateHost, coversHost } from '../crypto/x509.ts';
import type { Requirements } from '../flow-config/tenant-profile.ts';

/** `x509_hash`: SHA-256 of the leaf in DER. @param leaf element of `x5c` */
export function x509HashClientId(leaf: string): string {
  return `x509_hash:${hashOf(Buffer.from(leaf, 'base64'))}`;
}

/**
 * `x509_san_dns`: the response URI's host, which must be in the leaf.
 * @throws RangeError if it isn't: wallets would refuse every request
 */
export function x509SanDnsClientId(leaf: string, responseUri: string): string {
  const host = certificateHost(responseUri);
  const certificate = new X509Certificate(Buffer.from(leaf, 'base64'));
  if (host.type !== 'dns' || !coversHost(certificate, host)) {
    throw new RangeError("The certificate does not contain the response URI's host");
  }
  return `x509_san_dns:${host.value}`;
}

/** The client identifier of requests signed with this key. */
export function clientIdentifier(
  { clientIdPrefix }: Pick<Requirements, 'clientIdPrefix'>,
  key: SigningKey,
  issuer: string,
): string {
  const [leaf = ''] = key.x5c;
  return clientIdPrefix === 'x509_hash' ? x509HashClientId(leaf) : x509SanDnsClientId(leaf, issuer);
}
