/**
 * Tenants created through the management API. The document outlives its tenant. It is the receipt of the erasure, and
 * the id is never reused, because relying parties know addresses with it.
 */
import type { Collection, StoredDocument } from '../../store/port.ts';

export interface TenantRecord extends StoredDocument {
  /** Id of the tenant. */
  readonly id: string;
  /** Display name; removed once the tenant is erased. */
  readonly name?: string;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly life: TenantLife;
  /** Milliseconds: when the erasing job has work; absent if it has no work. Indexed. */
  readonly dueAt?: number;
}

/** `since`: the start of the state, milliseconds. */
export type TenantLife =
  | { readonly state: 'active'; readonly since: number }
  /** Management and wallets are refused; status lists are served. */
  | { readonly state: 'suspended'; readonly since: number }
  | { readonly state: 'erasing'; readonly since: number; readonly erasure: TenantErasure }
  | { readonly state: 'erased'; readonly since: number; readonly receipt: TenantReceipt };

export type TenantState = TenantLife['state'];

/** The progress of an erasure: what a replica needs to continue it. */
export interface TenantErasure {
  readonly requestedBy: Requester;
  /** Milliseconds. After this time no process has admitted a request of the tenant. */
  readonly refusedSince: number;
  /** `keys`: everything else was removed. */
  readonly phase: 'documents' | 'keys';
  /** Documents whose removal was announced and may be incomplete. */
  readonly announced?: AnnouncedRemoval;
  /** Removed documents by collection. */
  readonly removed: Readonly<Record<string, number>>;
  /** SHA-256 over the ids of removed documents, each link over the previous one; base64url. */
  readonly chain: string;
}

/** Who requested it: a client, and its tenant. */
export interface Requester {
  readonly client: string;
  readonly tenant: string;
  /** Request id of the call. */
  readonly request?: string;
}

export interface AnnouncedRemoval {
  readonly collection: string;
  readonly ids: readonly string[];
}

/** The proof of an erasure. */
export interface TenantReceipt {
  readonly requestedBy: Requester;
  /** Milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly removed: TenantErasure['removed'];
  /** Documents that relying parties need, by collection; empty if the tenant had issued nothing. */
  readonly kept: Readonly<Record<string, number>>;
  readonly chain: string;
}

export const tenants: Collection<TenantRecord> = {
  name: 'tenants',
  indexes: { newest: { fields: ['createdAt'] }, due: { fields: ['dueAt'] } },
};
