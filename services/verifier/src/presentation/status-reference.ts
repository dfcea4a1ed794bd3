/** Where a credential's status is published (Token Status List, 6.2 and 6.3). */
import type { X509Certificate } from 'node:crypto';
import { isIssuedBy } from '@countersign/shared/crypto/x509';
import { type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { CborValue } from '@countersign/shared/mdoc/cbor-value';
import { type ListReference, mdocStatusEntries, statusEntry } from '@countersign/shared/trust/status-reference';
import type { ListedBy, TrustAnchor } from '@countersign/shared/trust/trust-anchor';
import type { CredentialFormat } from '../query/dcql-credential.ts';
import { PresentationError } from '../session/presentation-error.ts';

/** Where a presented credential's status is published. */
export type StatusReference = ListReference & {
  /** Id of the credential query. */
  readonly credential?: string;
  readonly format: CredentialFormat;
  /** The credential's `iss`; undefined for an mdoc. */
  readonly iss: Json | undefined;
  /** The certificate that signed it. */
  readonly signer: X509Certificate;
  /** The trust list entry that decided on the credential, and the listed anchors. Absent if no list decided. */
  readonly listed?: ListedSigner;
};

export interface ListedSigner {
  readonly anchors: readonly TrustAnchor[];
  readonly listedBy: ListedBy;
}

interface DecidedSigner {
  /** The certificate that signed the credential. */
  readonly certificate: X509Certificate;
  readonly anchors: readonly X509Certificate[];
  /** Anchors that come from trust lists, and the entry that decided. */
  readonly listed: readonly TrustAnchor[];
  readonly listedBy: ListedBy | undefined;
}

/**
 * Reads a verified credential's `status` claim; undefined if it has none.
 * @throws PresentationError `status_unavailable` for a kind of status that can't be looked up
 */
export function statusReference(
  claims: JsonObject,
  { certificate: signer, anchors: issuing, listed, listedBy }: DecidedSigner,
): StatusReference | undefined {
  const status = own(claims, 'status');
  if (status === undefined) return undefined;
  const entry = statusEntry(status);
  if (entry === undefined) throw new PresentationError('status_unavailable', { facts: { detail: 'no_status_list' } });
  const anchors = [...issuing, ...(listedBy?.revocation ?? [])];
  const decided = listedBy === undefined ? {} : { listed: { anchors: listed, listedBy } };
  return { ...entry, format: 'dc+sd-jwt', iss: own(claims, 'iss'), signer, anchors, ...decided };
}

/**
 * Reads `status` from a verified mdoc's mobile security object; empty if it has none. All of them must pass.
 * @param revocation the revocation service's certificates, from the trust list entry of its issuer
 * @throws PresentationError `status_unavailable` for a kind of status that can't be looked up
 */
export function mdocStatusReferences(
  status: CborValue,
  signer: X509Certificate,
  anchors: readonly X509Certificate[],
  revocation: readonly X509Certificate[] = [],
): readonly StatusReference[] {
  if (status === undefined) return [];
  const entries = mdocStatusEntries(status);
  if (entries === undefined) throw new PresentationError('status_unavailable', { facts: { detail: 'no_status_list' } });
  const allowed = [...anchorsAbove(signer, anchors), ...revocation];
  const common = { format: 'mso_mdoc', iss: undefined, signer, anchors: allowed } as const;
  return entries.map((entry) => ('id' in entry ? { ...entry, ...common } : { ...entry, preferred: 'cwt', ...common }));
}

/**
 * ETSI TS 119 472-1, 6.2.10.1: the authority of the signer's certificate also signs for its lists, but no other trusted
 * authority. If none of the anchors issued the signer, it is trusted directly, or is under an anchor's intermediate.
 */
function anchorsAbove(signer: X509Certificate, anchors: readonly X509Certificate[]): readonly X509Certificate[] {
  // With a single anchor, the path ends there.
  if (anchors.length < 2) return anchors;
  const above = anchors.filter((anchor) => isIssuedBy(signer, anchor));
  return above.length === 0 ? anchors : above;
}
