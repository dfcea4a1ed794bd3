/** Anchors from lists of trusted entities, as services request them. A separate package reads the lists. */
import type { X509Certificate } from 'node:crypto';
import { isIssuedBy } from '../crypto/x509.ts';
import type { Facts } from '../kernel/reasons/facts.ts';
import type { CredentialFormat, ListedBy, PublicBodyStatement, TrustAnchor, TrustPurpose } from './trust-anchor.ts';

export interface PresentedChain {
  /** Identifies the chain: its certificates as presented, as text. */
  readonly key: string;
  /** Leaf first; called if the chain was not presented before. */
  readonly chain: () => readonly X509Certificate[];
  readonly format: CredentialFormat;
  /** The credential's types: each must be one that issuers of the list may issue. */
  readonly types: readonly string[];
  /** Milliseconds; undefined if the credential doesn't have it. */
  readonly issuedAt: number | undefined;
}

/** The possible anchors of a chain: a few, whatever the length of the lists. */
export type FindListed = (presented: PresentedChain) => readonly TrustAnchor[];

export interface ListedAnchors {
  /** For presented credentials; undefined if the tenant has no list for them. */
  issuers(tenant: string): Promise<FindListed | undefined>;
  /** All anchors for another purpose: their lists are short. */
  all(tenant: string, purpose: Exclude<TrustPurpose, 'issuers'>): Promise<readonly TrustAnchor[]>;
  /** Whether the tenant has a list of wallet providers, even an expired one: it then expects attested wallets. */
  expectsAttestedWallets(tenant: string): Promise<boolean>;
  /** Whether a list for this purpose has ended, or was not fetched yet: whom it would name is not known now. */
  isUndecided(tenant: string, purpose: TrustPurpose): Promise<boolean>;
}

/**
 * Certificates that may sign the status of what anchors certify: the anchors' own, and the revocation services of
 * listed ones.
 */
export function statusCertificates(anchors: readonly TrustAnchor[]): readonly X509Certificate[] {
  return anchors.flatMap(({ certificate, listed }) => [certificate, ...(listed?.revocation ?? [])]);
}

/** The entry of a list that decided, as facts of a note. */
export function entryFacts({
  list,
  sequenceNumber,
  entity,
  service,
  category,
  publicBody,
}: Pick<ListedBy, 'list' | 'sequenceNumber' | 'entity' | 'service' | 'category' | 'publicBody'>): Facts {
  return {
    list: `${list}, ${sequenceNumber}`,
    entity,
    service,
    ...(category === undefined ? {} : { category }),
    ...(publicBody === undefined ? {} : statedFacts(publicBody)),
  };
}

function statedFacts({ country, authenticSource, legislation }: PublicBodyStatement): Facts {
  return { legislationCountry: country, authenticSource, legislation };
}

/** By signer and issuer: neither object changes, and a signature check costs more than all other parts of the decision. */
const known = new WeakMap<X509Certificate, WeakMap<X509Certificate, boolean>>();

function countsUnder(signer: X509Certificate, listed: X509Certificate): boolean {
  const ofSigner = known.get(signer) ?? new WeakMap<X509Certificate, boolean>();
  known.set(signer, ofSigner);
  const counts = ofSigner.get(listed) ?? (listed.raw.equals(signer.raw) || isIssuedBy(signer, listed));
  ofSigner.set(listed, counts);
  return counts;
}

/** The entry that makes a certificate trusted: the anchor that equals or issued it. */
export function entryOf(signer: X509Certificate, anchors: readonly TrustAnchor[]): ListedBy | undefined {
  return anchors.find(({ listed, certificate }) => listed !== undefined && countsUnder(signer, certificate))?.listed;
}

/**
 * The entry that makes a status list trusted, as facts of a note: an anchor, or the revocation service of the entity
 * that decided on the credential. Undefined if an operator's anchor decided.
 */
export function statusEntryFacts(
  signer: X509Certificate,
  { anchors, listedBy }: { readonly anchors: readonly TrustAnchor[]; readonly listedBy: ListedBy },
): Facts | undefined {
  const listed = entryOf(signer, anchors);
  if (listed !== undefined) return entryFacts(listed);
  const { revocation, revocationService: service } = listedBy;
  const isRevoker = revocation.some((one) => countsUnder(signer, one));
  return isRevoker && service !== undefined ? entryFacts({ ...listedBy, service }) : undefined;
}
