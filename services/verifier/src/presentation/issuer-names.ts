/** What a signer's anchors allow as issuer names. */

import type { X509Certificate } from 'node:crypto';
import { CertificateError } from '@countersign/shared/crypto/certificate-error';
import { verifiedCertificates } from '@countersign/shared/crypto/certificate-path';
import type { KnownKeys } from '@countersign/shared/crypto/known-keys';
import type { IssuerNames, TrustAnchor } from '@countersign/shared/trust/trust-anchor';
import type { PresentationContext } from './presentation-context.ts';

/**
 * The issuer names that the chain's anchors allow. An anchor's `names` overrides the configuration's `issuerName`. The
 * default is `certificate` in every profile: trusting a CA doesn't mean that each of its customers may sign as any
 * other.
 * @param chainOf the credential's chain, leaf first; parsing it costs more than a signature check
 * @param counting certificates of the anchors that apply to its type
 */
export function namesAllowed(
  chainOf: () => readonly X509Certificate[],
  counting: readonly X509Certificate[],
  { anchors, issuerName, ownIssuer, now, known }: PresentationContext,
): readonly IssuerNames[] {
  const otherwise = issuerName ?? 'certificate';
  const candidates = anchors.filter(({ certificate }) => counting.includes(certificate));
  // Most tenants set nothing: then it does not matter which anchor it was.
  if (!candidates.some((anchor) => anchor.names !== undefined || isOwnLeaf(anchor))) return [otherwise];
  const chain = chainOf();
  const above = candidates.filter((anchor) => isAbove(anchor, { chain, now, known }));
  return above.flatMap((anchor) => [
    anchor.names ?? otherwise,
    ...(isOwnLeaf(anchor) && ownIssuer !== undefined ? [[ownIssuer]] : []),
  ]);
}

/** The certificate of the operator's own key, which may name contacts instead of the host. */
function isOwnLeaf({ own, certificate }: TrustAnchor): boolean {
  return own === true && !certificate.ca;
}

interface FollowedChain {
  readonly chain: readonly X509Certificate[];
  readonly now: number;
  readonly known: KnownKeys | undefined;
}

/** Whether the chain was verified under this anchor. */
export function isAbove(
  { certificate }: Pick<TrustAnchor, 'certificate'>,
  { chain, now, known }: FollowedChain,
): boolean {
  const [leaf, last] = [chain.at(0), chain.at(-1)];
  // Following a path costs more than this comparison.
  const fits = certificate.ca ? last?.issuer === certificate.subject : leaf?.publicKey.equals(certificate.publicKey);
  if (fits !== true) return false;
  const ders = chain.map(({ raw }) => raw);
  try {
    verifiedCertificates(ders, [certificate], now, 'credential', known);
    return true;
  } catch (error) {
    if (error instanceof CertificateError) return false;
    throw error;
  }
}
