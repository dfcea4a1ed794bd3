/** Which trust list entry decided on a credential, and whether it has the category that the credential claims. */
import { X509Certificate } from 'node:crypto';
import { CertificateError } from '@countersign/shared/crypto/certificate-error';
import { verifiedCertificates } from '@countersign/shared/crypto/certificate-path';
import type { KnownKeys } from '@countersign/shared/crypto/known-keys';
import { certificateFacts } from '@countersign/shared/crypto/x509';
import type { AttestationCategory, ListedBy, TrustAnchor } from '@countersign/shared/trust/trust-anchor';
import { refusalWith } from '../session/presentation-error.ts';

/** `category` of SD-JWT VCs and mdocs (ETSI TS 119 472-1, 5.2.2 and 6.2.2); ETSI TS 119 615, 4.12.4, spells the first differently. */
const CATEGORIES: ReadonlyMap<unknown, AttestationCategory> = new Map<unknown, AttestationCategory>([
  ['urn:etsi:esi:eaa:eu:qualified', 'qualified'],
  ['urn:etsi:eaa:eu:qualified', 'qualified'],
  ['urn:etsi:esi:eaa:eu:pub', 'public-body'],
]);

/** Of the element `category` in mdocs (ETSI TS 119 472-1, 6.2.2). */
export const CATEGORY_NAMESPACE = 'org.etsi.01947201.010101';

export interface SignedBy {
  /** DER, leaf first; one of `anchors` has verified it. */
  readonly chain: () => readonly Buffer[];
  readonly signed: 'credential' | 'mdoc';
  /** The credential's `category`, as it is. */
  readonly category: unknown;
  /** All that apply to its type: from lists, and the operator's. */
  readonly anchors: readonly X509Certificate[];
}

interface Following {
  readonly now: number;
  readonly known?: KnownKeys;
}

/**
 * The list entry that verified a chain; undefined if only an operator's anchor is above it. A service with a different
 * category never vouches for the category that a credential claims. An entry's category is left out if the credential
 * claims none.
 * @param listed the chain's possible anchors from lists
 * @throws PresentationError `issuer_trust` if only services with other categories are above it
 */
export function decidingEntry(
  listed: readonly TrustAnchor[],
  { chain, signed, category, anchors }: SignedBy,
  following: Following,
): ListedBy | undefined {
  const claimed = CATEGORIES.get(category);
  // Usually one anchor applies: it is the one that verified the chain.
  const isAbove = (certificate: X509Certificate): boolean =>
    (anchors.length === 1 && anchors[0] === certificate) || leadsTo(certificate, chain(), { ...following, signed });
  if (claimed === undefined) return withoutCategory(listed.find(({ certificate }) => isAbove(certificate))?.listed);
  const fitting = listed.find((one) => one.listed?.category === claimed && isAbove(one.certificate));
  const operators = anchors.filter((one) => !listed.some(({ certificate }) => certificate === one));
  if (fitting !== undefined || operators.some(isAbove)) return fitting?.listed;
  const [leaf] = chain();
  throw refusalWith('issuer_trust', {
    detail: 'category_not_listed',
    received: [claimed],
    ...(leaf === undefined ? {} : certificateFacts(new X509Certificate(leaf))),
  });
}

function withoutCategory(entry: ListedBy | undefined): ListedBy | undefined {
  if (entry?.category === undefined) return entry;
  const { category: _, ...others } = entry;
  return others;
}

function leadsTo(
  anchor: X509Certificate,
  chain: readonly Buffer[],
  { now, known, signed }: Following & Pick<SignedBy, 'signed'>,
): boolean {
  try {
    verifiedCertificates(chain, [anchor], now, signed, known);
    return true;
  } catch (error) {
    if (error instanceof CertificateError) return false;
    throw error;
  }
}
