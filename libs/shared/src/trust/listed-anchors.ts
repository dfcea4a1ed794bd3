/** Anchors of lists of trusted entities, as services ask for them. What reads the lists is a package of its own. */
import type { X509Certificate } from 'node:crypto';
import { isIssuedBy } from '../crypto/x509.ts';
import type { Facts } from '../kernel/reasons/facts.ts';
import type { CredentialFormat, ListedBy, TrustAnchor, TrustPurpose } from './trust-anchor.ts';

export interface PresentedChain {
  /** What identifies the chain: its certificates as they were presented, as text. */
  readonly key: string;
  /** Leaf first; read where the chain was not presented before. */
  readonly chain: () => readonly X509Certificate[];
  readonly format: CredentialFormat;
  /** The credential's types: each must be one that issuers of the list may issue. */
  readonly types: readonly string[];
  /** Milliseconds; undefined where the credential does not say. */
  readonly issuedAt: number | undefined;
}

/** The anchors to which a chain may lead: a few, whatever the length of the lists. */
export type FindListed = (presented: PresentedChain) => readonly TrustAnchor[];

export interface ListedAnchors {
  /** For credentials that wallets present; undefined where the tenant has no list for them. */
  issuers(tenant: string): Promise<FindListed | undefined>;
  /** All anchors for another purpose: their lists are short. */
  all(tenant: string, purpose: Exclude<TrustPurpose, 'issuers'>): Promise<readonly TrustAnchor[]>;
  /** Whether the tenant has a list of wallet providers, even one that has ended: it then expects attested wallets. */
  expectsAttestedWallets(tenant: string): Promise<boolean>;
  /** Whether a list for this purpose has ended, or was not fetched yet: whom it would name is not known now. */
  isUndecided(tenant: string, purpose: TrustPurpose): Promise<boolean>;
}

/** Certificates under which the status of what anchors certify may be signed: their own, and the revocation services of listed ones. */
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
}: Pick<ListedBy, 'list' | 'sequenceNumber' | 'entity' | 'service' | 'category'>): Facts {
  return { list: `${list}, ${sequenceNumber}`, entity, service, ...(category === undefined ? {} : { category }) };
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

/** The entry under which a certificate counts: the anchor that it is, or that issued it. */
export function entryOf(signer: X509Certificate, anchors: readonly TrustAnchor[]): ListedBy | undefined {
  return anchors.find(({ listed, certificate }) => listed !== undefined && countsUnder(signer, certificate))?.listed;
}

/**
 * The entry under which a status list counts, as facts of a note: that of an anchor, or the revocation service of the entity that
 * decided on the credential. Undefined where an anchor of the operator decided.
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
