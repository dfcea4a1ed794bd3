/** Lists of trusted entities that a tenant uses: the last good one of each source, and what the last check of its address found. */
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

/** A publication with the signers' certificates for a list of trusted lists: DER, in base64. */
export interface Journal {
  readonly journal: string;
  readonly signers: readonly string[];
}

/** A list that was accepted. Its bytes are in separate parts. */
export interface AcceptedList {
  /** Hash of the bytes, in hexadecimal. */
  readonly sha256: string;
  /** Hash of the signed content, in hexadecimal: the same with a different signature. */
  readonly content: string;
  readonly bytes: number;
  readonly parts: number;
  /** `LoTEType`, or the type of a list in XML. */
  readonly type: string;
  readonly territory: string;
  readonly operator: string;
  readonly sequenceNumber: number;
  /** Milliseconds, as all times here. */
  readonly issuedAt: number;
  /** Null: the list is closed. */
  readonly nextUpdate: number | null;
  readonly verifiedAt: number;
  readonly signer: {
    readonly sha256: string;
    readonly subject: string;
    readonly by: string;
    /** For a list of lists with pivots: the documents that vouch for each other. */
    readonly path?: readonly { readonly url: string; readonly sequenceNumber: number; readonly sha256: string }[];
  };
  /** Certificates that may sign the next list: DER, in base64. */
  readonly successors: readonly string[];
  /** The previous list's signers, with which this one was verified. */
  readonly acceptedUnder: readonly string[];
  /** A newer publication that the list names, with the signers that its pivot vouches for. */
  readonly newJournal?: Journal;
  /** The publication that the list was verified with, if it replaced the configured one. */
  readonly acceptedJournal?: Journal;
  /**
   * A hash of the source's signers at that time. With other signers the list is verified again, and announced
   * certificates are ignored.
   */
  readonly under: string;
  readonly entries: number;
  readonly skipped: number;
  /** Violated rules that did not refuse it, the first ones, and changes that the operator should adopt. */
  readonly warnings?: readonly {
    /** Absent in documents of an earlier software version. */
    readonly code?: string;
    readonly pointer: string;
    readonly detail: string;
    readonly value?: string;
  }[];
  readonly etag?: string;
  /** An operator has handed it over; absent if it was fetched from its address. */
  readonly loaded?: true;
}

/** Outcome of fetching the list: `stale` could not be fetched, `suspect` was refused. */
export type CheckOutcome = 'none' | 'good' | 'stale' | 'suspect';

export interface ListCheck {
  readonly outcome: CheckOutcome;
  /** 0: none yet. */
  readonly at: number;
  /** When the next check is due. */
  readonly next: number;
  /** In a row. */
  readonly failures: number;
  /** Reason of the last failure. */
  readonly reason?: string;
  readonly findings?: readonly { readonly pointer: string; readonly detail: string }[];
}

/** One certificate that came to a list or left it. */
export interface ListChange {
  readonly entity: string;
  readonly service: string;
  readonly sha256: string;
}

/** What an accepted list changed. */
export interface ListChanges {
  readonly at: number;
  readonly sequenceNumber: number;
  readonly added: readonly ListChange[];
  readonly removed: readonly ListChange[];
  /** Including those that are not listed here. */
  readonly counts: { readonly added: number; readonly removed: number };
  /** An operator has handed the list over. */
  readonly loaded?: true;
}

export interface TrustListDocument extends TenantDocument {
  /** `<tenant>/<hash of the address>`: a source that is removed and configured again is the same. */
  readonly id: string;
  readonly tenant: string;
  readonly url: string;
  /** The highest number ever accepted; 0: no list was. */
  readonly highest: number;
  readonly good?: AcceptedList;
  readonly check: ListCheck;
  /** The newest first. */
  readonly changes: readonly ListChanges[];
}

export const trustLists: TenantCollection<TrustListDocument> = {
  perTenant: true,
  name: 'trustLists',
  indexes: { list: { fields: ['tenant', 'url'] } },
};

/** A part of the bytes of a list: compressed, in base64. Written once. */
export interface TrustListPart extends TenantDocument {
  /** `<id of the list>/<sha256>/<number>` */
  readonly id: string;
  readonly tenant: string;
  readonly list: string;
  readonly data: string;
}

export const trustListParts: TenantCollection<TrustListPart> = {
  perTenant: true,
  name: 'trustListParts',
  indexes: { list: { fields: ['tenant', 'list'] } },
};

/** The document of a source for which nothing was fetched yet. */
export function newTrustList({
  id,
  tenant,
  url,
}: Pick<TrustListDocument, 'id' | 'tenant' | 'url'>): Omit<TrustListDocument, 'rev'> {
  return { id, tenant, url, highest: 0, check: { outcome: 'none', at: 0, next: 0, failures: 0 }, changes: [] };
}
