/** Where a credential says that its status stands (Token Status List, 6.2 and 6.3). */
import type { X509Certificate } from 'node:crypto';
import { isIssuedBy } from '@countersign/shared/crypto/x509';
import { type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { CborValue } from '@countersign/shared/mdoc/cbor-value';
import { type ListReference, mdocStatusEntries, statusEntry } from '@countersign/shared/trust/status-reference';
import type { ListedBy, TrustAnchor } from '@countersign/shared/trust/trust-anchor';
import type { CredentialFormat } from '../query/dcql-credential.ts';
import { PresentationError } from '../session/presentation-error.ts';

/** Where the status of a presented credential stands. */
export type StatusReference = ListReference & {
  /** Id of the credential query. */
  readonly credential?: string;
  readonly format: CredentialFormat;
  /** `iss` of the credential; undefined of an mdoc. */
  readonly iss: Json | undefined;
  /** The certificate that signed it. */
  readonly signer: X509Certificate;
  /** Where an entry of a trust list decided on the credential: that entry, and the listed anchors. */
  readonly listed?: ListedSigner;
};

export interface ListedSigner {
  readonly anchors: readonly TrustAnchor[];
  readonly listedBy: ListedBy;
}

/**
 * Reads the claim `status` of a verified credential; undefined where it has none.
 * @throws PresentationError `status_unavailable` where it is of a kind that can't be looked up
 */
export function statusReference(
  claims: JsonObject,
  signer: X509Certificate,
  anchors: readonly X509Certificate[],
): StatusReference | undefined {
  const status = own(claims, 'status');
  if (status === undefined) return undefined;
  const entry = statusEntry(status);
  if (entry === undefined) throw new PresentationError('status_unavailable', { facts: { detail: 'no_status_list' } });
  return { ...entry, format: 'dc+sd-jwt', iss: own(claims, 'iss'), signer, anchors };
}

/**
 * Reads `status` of the mobile security object of a verified mdoc; empty where it has none. All of them must pass.
 * @param revocation certificates of the revocation service that a trust list has for its issuer
 * @throws PresentationError `status_unavailable` where it is of a kind that can't be looked up
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
 * ETSI TS 119 472-1, 6.2.10.1: the authority of the signer's certificate signs for its lists too, and no other trusted one. Where none of
 * the anchors issued the signer, it is trusted as it is, or is under an intermediate of one of them.
 */
function anchorsAbove(signer: X509Certificate, anchors: readonly X509Certificate[]): readonly X509Certificate[] {
  // One anchor alone is what the path led to.
  if (anchors.length < 2) return anchors;
  const above = anchors.filter((anchor) => isIssuedBy(signer, anchor));
  return above.length === 0 ? anchors : above;
}
