/** What the chain of a key that signs for a tenant must be, wherever it comes from. Pure. */
import type { X509Certificate } from 'node:crypto';
import { mayBeUsedFor } from '../crypto/key-usage.ts';
import type { KeyPurpose } from '../crypto/keys.ts';
import { countryOf, isIssuedBy, isSelfSigned, isValidAt } from '../crypto/x509.ts';

/** Certificates, without the anchor. */
const MAX_CHAIN = 4;

/**
 * Why a chain can't be used; undefined if it can.
 * @param chain leaf first
 * @param now milliseconds
 */
export function whyUnusable(chain: readonly X509Certificate[], purpose: KeyPurpose, now: number): string | undefined {
  const [leaf] = chain;
  if (leaf === undefined || chain.length > MAX_CHAIN) return `it must contain 1 to ${MAX_CHAIN} certificates`;
  // HAIP 1.0, 6.1.1: the leaf is not self-signed, the trust anchor is not in x5c
  if (chain.some(isSelfSigned)) return 'it must not contain a self-signed certificate; leave out the trust anchor';
  if (leaf.ca) return 'its first certificate must be the leaf, not a CA';
  if (!chain.every((certificate) => isValidAt(certificate, now))) return 'a certificate in it is not valid now';
  if (!chain.every((certificate, i) => isFollowedByIssuer(certificate, chain[i + 1]))) {
    return 'each certificate must be issued by the one after it';
  }
  return purpose === 'mdoc' ? whyNoDocumentSigner(leaf) : undefined;
}

function isFollowedByIssuer(certificate: X509Certificate, issuer: X509Certificate | undefined): boolean {
  return issuer === undefined || (issuer.ca && isIssuedBy(certificate, issuer));
}

/** ISO/IEC 18013-5, annex B. Only driving licences require its extended key usage. */
function whyNoDocumentSigner(leaf: X509Certificate): string | undefined {
  if (!mayBeUsedFor('mdoc', leaf)) return 'the key usage of its leaf must allow digital signatures';
  const country = countryOf(leaf.subject);
  if (country === undefined) return "its leaf must contain the issuer's country (C)";
  if (countryOf(leaf.issuer) !== country) return 'its leaf must contain the same country (C) as its issuer';
  return undefined;
}
