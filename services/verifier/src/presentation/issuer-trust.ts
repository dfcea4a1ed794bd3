/** Trust anchors, each bound to the credential types that may be issued under it. */
import type { X509Certificate } from 'node:crypto';
import { isIssuedBy } from '@countersign/shared/crypto/x509';
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import type { TrustAnchor } from '@countersign/shared/trust/trust-anchor';
import { refusalWith } from '../session/presentation-error.ts';

/**
 * The anchors that apply to a credential. An additional name of a type (`aka_vcts`) doesn't make an issuer authorised
 * for it (SD-JWT VC, 7.7): the anchor must allow every type that matters.
 * @param types the credential's `vct`, and the type that matched the query
 * @param more facts for a refusal
 * @throws PresentationError `issuer_trust` if no anchor applies
 */
export function anchorsFor(
  anchors: readonly TrustAnchor[],
  types: readonly string[],
  further: () => Facts = () => ({}),
): readonly X509Certificate[] {
  const allowed = anchors.filter(({ vcts }) => vcts === 'any' || types.every((type) => vcts.includes(type)));
  return certificatesFor(allowed, { anchors, types, further });
}

interface Considered {
  readonly anchors: readonly TrustAnchor[];
  readonly types: readonly string[];
  readonly further: () => Facts;
}

function certificatesFor(
  allowed: readonly TrustAnchor[],
  { anchors, types, further }: Considered,
): readonly X509Certificate[] {
  // A pinned certificate certifies nothing else.
  if (allowed.length > 0) return allowed.filter(({ pinned }) => pinned !== true).map(({ certificate }) => certificate);
  const detail = anchors.length === 0 ? 'no_anchors' : 'type_not_allowed';
  throw refusalWith('issuer_trust', { detail, received: types, count: anchors.length, ...further() });
}

/**
 * The anchors that apply to an mdoc.
 * @param doctype the document's, which the issuer signed and the query requests
 * @param more facts for a refusal
 * @throws PresentationError `issuer_trust` if no anchor applies
 */
export function anchorsForDoctype(
  anchors: readonly TrustAnchor[],
  doctype: string,
  further: () => Facts = () => ({}),
): readonly X509Certificate[] {
  const allowed = anchors.filter((anchor) => countsFor(anchor, doctype));
  return certificatesFor(allowed, { anchors, types: [doctype], further });
}

/** The certificates of directly trusted signers of a document type. */
export function pinnedForDoctype(anchors: readonly TrustAnchor[], doctype: string): readonly X509Certificate[] {
  const found = anchors.filter((anchor) => anchor.pinned === true && countsFor(anchor, doctype));
  return found.map(({ certificate }) => certificate);
}

function countsFor({ doctypes }: TrustAnchor, doctype: string): boolean {
  return doctypes === 'any' || doctypes.includes(doctype);
}

/** The chain with the anchors that issued its last certificate: any of them may be the requested authority. */
export function withAnchors(
  path: readonly X509Certificate[],
  anchors: readonly X509Certificate[],
): readonly X509Certificate[] {
  const last = path.at(-1);
  return last === undefined ? path : [...path, ...anchors.filter((anchor) => isIssuedBy(last, anchor))];
}

/** Certificates to check for revocation: a verified path, and the anchor that issued its last certificate. */
export interface FollowedChain {
  readonly path: readonly X509Certificate[];
  readonly anchor: X509Certificate;
}

/**
 * The anchor itself is not looked up, nor a signer that is trusted directly, nor the tenant's own signers, which are
 * revoked through their status.
 * @param path verified, leaf first
 */
export function followedChain(
  path: readonly X509Certificate[],
  anchors: readonly X509Certificate[],
  trusted: readonly TrustAnchor[],
): FollowedChain | undefined {
  const last = path.at(-1);
  // The path was verified: a signature decides only if several anchors have the issuer's name.
  const named = last === undefined ? [] : anchors.filter((one) => one.ca && last.checkIssued(one));
  const anchor = named.length === 1 ? named[0] : named.find((one) => last !== undefined && isIssuedBy(last, one));
  if (anchor === undefined) return undefined;
  const isOwn = trusted.some(({ certificate, own }) => own === true && certificate === anchor);
  return isOwn ? undefined : { path, anchor };
}
