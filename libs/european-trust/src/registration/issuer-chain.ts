/** From the signer of a registration certificate to its provider (ETSI TS 119 475, 5.2.1; ETSI TS 119 602, annex G). */
import type { X509Certificate } from 'node:crypto';
import { verifiedCertificates } from '@countersign/shared/crypto/certificate-path';
import { hasKnownKey, isIssuedBy } from '@countersign/shared/crypto/x509';
import type { RegistrationProvider } from './anchors.ts';
import { withChainFinding } from './registration-error.ts';

/**
 * The chain may include the anchor; only a listed anchor is accepted. Revocation services and access certificate
 * authorities are not among the anchors.
 * @param now milliseconds
 * @returns the path's certificates, leaf first, without the anchor
 * @throws RegistrationError
 */
export function followIssuerChain(
  chain: readonly X509Certificate[],
  providers: readonly RegistrationProvider[],
  now: number,
): readonly X509Certificate[] {
  const anchors = providers.flatMap(({ issuance }) => issuance.certificates);
  const sent = withoutAnchor(chain, anchors).map(({ raw }) => raw);
  return withChainFinding(
    {
      reason: 'registration_certificate_untrusted',
      document: 'header',
      pointer: '/x5c',
      detail: 'The chain does not end at a trusted registration certificate provider',
    },
    () => verifiedCertificates(sent, anchors, now, 'attestation'),
  );
}

/**
 * The anchors for a certificate's status: its own chain's, and the revocation service of its provider.
 * @param path as followed
 */
export function statusAnchors(
  path: readonly X509Certificate[],
  providers: readonly RegistrationProvider[],
): readonly X509Certificate[] {
  const top = path.at(-1);
  const own = providers.flatMap(({ issuance, revocation }) => {
    const issuers = issuance.certificates.filter((anchor) => top !== undefined && anchors(anchor, top));
    return issuers.length === 0 ? [] : [...issuers, ...revocation.certificates];
  });
  return [...path.slice(1), ...own];
}

/** A certificate that isn't a CA anchors only its own key. */
function anchors(anchor: X509Certificate, top: X509Certificate): boolean {
  if (!hasKnownKey(anchor)) return false;
  return anchor.ca ? isIssuedBy(top, anchor) : anchor.publicKey.equals(top.publicKey);
}

/** The chain up to the first listed anchor, which need not be self-signed. The leaf stays. */
function withoutAnchor(
  chain: readonly X509Certificate[],
  listed: readonly X509Certificate[],
): readonly X509Certificate[] {
  const at = chain.findIndex((one, index) => index > 0 && listed.some(({ raw }) => raw.equals(one.raw)));
  return at === -1 ? chain : chain.slice(0, at);
}
