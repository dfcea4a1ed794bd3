/**
 * Lists of trusted entities that a tenant publishes. Each version is a document that is inserted once, under its
 * number: of two writers with one number the store accepts one, so numbers rise by one, and the last version is the
 * list.
 */
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

/** What caused a version: a call, or the server before the previous version expired. */
export type HostedChange =
  | { readonly kind: 'created' | 'changed' | 'closed' | 'signed' }
  | { readonly kind: 'entity-written' | 'entity-removed'; readonly entity: string };

export interface HostedListVersion extends TenantDocument {
  /** `<tenant>/<list>/<number>` */
  readonly id: string;
  readonly tenant: string;
  /** Its name in addresses. */
  readonly list: string;
  readonly sequenceNumber: number;
  /** Rises with each change of the content, not with a new signature: what a change refers to. */
  readonly revision: number;
  /** `LoTEType`. */
  readonly type: string;
  readonly change: HostedChange;
  /** Id of the management client; absent: the server. */
  readonly by?: string;
  /** Milliseconds, as all times here. */
  readonly issuedAt: number;
  /** Null: the list is closed. */
  readonly nextUpdate: number | null;
  /** When the next version is due; never for a closed list. Absent: there is a later version. */
  readonly due?: number;
  /** Lowest number of the next version, because after a restore relying parties may know higher ones. */
  readonly leastNext?: number;
  readonly entities: number;
  /** Thumbprint of the signing key. */
  readonly kid: string;
  /** Hash of the signed bytes, in hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
  /** Where content and signed list are: the name of their parts, and how many there are. */
  readonly stored: string;
  readonly parts: number;
}

/** A closed list's `due`. */
export const NEVER_DUE = Number.MAX_SAFE_INTEGER;

export const hostedLists: TenantCollection<HostedListVersion> = {
  perTenant: true,
  name: 'hostedLists',
  indexes: {
    list: { fields: ['tenant', 'list', 'sequenceNumber'] },
    due: { fields: ['due'] },
  },
};

export function hostedVersionId({
  tenant,
  list,
  sequenceNumber,
}: Pick<HostedListVersion, 'tenant' | 'list' | 'sequenceNumber'>): string {
  return `${tenant}/${list}/${sequenceNumber}`;
}

/** After a restore: the next version is due, above every number that relying parties may know. Pure. */
export function afterRestore(version: HostedListVersion, leastNext: number, now: number): HostedListVersion {
  return { ...version, due: now, leastNext: Math.max(version.leastNext ?? 0, leastNext) };
}

/** A version with a successor. Pure. */
export function superseded(version: HostedListVersion): HostedListVersion {
  const { due: _, ...others } = version;
  return others;
}
