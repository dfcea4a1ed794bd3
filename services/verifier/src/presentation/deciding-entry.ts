/** Which trust list entry decided on a credential, and whether it may vouch for what the credential claims. */
import { X509Certificate } from 'node:crypto';
import { PUBLIC_BODY_CATEGORY, publicBodyStatement } from '@countersign/european-trust/lists/public-body-statement';
import { CertificateError } from '@countersign/shared/crypto/certificate-error';
import { verifiedCertificates } from '@countersign/shared/crypto/certificate-path';
import type { KnownKeys } from '@countersign/shared/crypto/known-keys';
import { certificateFacts } from '@countersign/shared/crypto/x509';
import type { Reports } from '@countersign/shared/http/reports';
import { reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { AttestationCategory, ListedBy, TrustAnchor } from '@countersign/shared/trust/trust-anchor';
import { verifierReasons } from '../reasons.ts';
import { refusalWith } from '../session/presentation-error.ts';
import type { ClaimedCountry } from './claimed-countries.ts';
import { type Obstacle, obstacleOf, type Vouched } from './entry-rules.ts';

/** `category` of SD-JWT VCs and mdocs (ETSI TS 119 472-1, 5.2.2 and 6.2.2); ETSI TS 119 615, 4.12.4, spells the first differently. */
const CATEGORIES: ReadonlyMap<unknown, AttestationCategory> = new Map<unknown, AttestationCategory>([
  ['urn:etsi:esi:eaa:eu:qualified', 'qualified'],
  ['urn:etsi:eaa:eu:qualified', 'qualified'],
  [PUBLIC_BODY_CATEGORY, 'public-body'],
]);

export interface SignedBy {
  /** Id of the credential query. */
  readonly credential: string;
  /** DER, leaf first; one of `anchors` has verified it. */
  readonly chain: () => readonly Buffer[];
  readonly signed: 'credential' | 'mdoc';
  /** The credential's `category`, as it is. */
  readonly category: unknown;
  /** The issuing countries that it claims. */
  readonly countries: () => readonly ClaimedCountry[];
  /** All that apply to its type: from lists, and the operator's. */
  readonly anchors: readonly X509Certificate[];
}

interface Following {
  readonly now: number;
  readonly known?: KnownKeys;
  readonly needsPublicBodyStatement?: boolean;
  readonly reports: Pick<Reports, 'notes'>;
}

/**
 * The list entry that verified a chain, and may vouch for the credential; undefined if only an operator's anchor is
 * above it. An entry's category is left out if the credential claims none.
 * @param listed the chain's possible anchors from lists
 * @throws PresentationError if only entries that may not vouch for it are above it
 */
export function decidingEntry(
  listed: readonly TrustAnchor[],
  signedBy: SignedBy,
  following: Following,
): ListedBy | undefined {
  const { chain, signed, anchors } = signedBy;
  // Usually one anchor applies: the one that verified the chain.
  const isAbove = (certificate: X509Certificate): boolean =>
    (anchors.length === 1 && anchors[0] === certificate) || leadsTo(certificate, chain(), { ...following, signed });
  const vouched: Vouched = {
    category: CATEGORIES.get(signedBy.category),
    countries: signedBy.countries,
    statement: () => publicBodyStatement(leafOf(signedBy)),
    needsStatement: following.needsPublicBodyStatement === true,
  };
  let refused: Obstacle | undefined;
  for (const { listed: entry, certificate } of listed) {
    if (entry === undefined || !isAbove(certificate)) continue;
    const obstacle = obstacleOf(entry, vouched);
    if (obstacle === undefined) return shown(entry, vouched, { signedBy, following });
    refused ??= obstacle;
  }
  const operators = anchors.filter((one) => !listed.some(({ certificate }) => certificate === one));
  if (refused === undefined || operators.some(isAbove)) return undefined;
  throw refusalWith(refused.reason, { ...refused.facts, ...certificateFacts(leafOf(signedBy)) });
}

/** What the caller shows of an entry. A public body without a readable statement is noted. */
function shown(
  entry: ListedBy,
  { category: claimed, statement }: Vouched,
  { signedBy, following }: { readonly signedBy: SignedBy; readonly following: Following },
): ListedBy {
  const named = claimed === undefined ? withoutCategory(entry) : entry;
  if (entry.category !== 'public-body') return named;
  const publicBody = statement();
  if (typeof publicBody !== 'string') return { ...named, publicBody };
  const facts = { credential: signedBy.credential, detail: publicBody, ...certificateFacts(leafOf(signedBy)) };
  following.reports.notes.push(reasoned(verifierReasons, 'public_body_statement', facts));
  return named;
}

/** The chain was verified, so it has a leaf. */
function leafOf({ chain }: SignedBy): X509Certificate {
  const [leaf] = chain();
  return new X509Certificate(leaf ?? Buffer.alloc(0));
}

function withoutCategory(entry: ListedBy): ListedBy {
  if (entry.category === undefined) return entry;
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
