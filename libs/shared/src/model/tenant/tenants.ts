/**
 * Tenants that the management interface makes. The document outlives its tenant: it is the receipt of the erasure, and the id is
 * never given again, because relying parties hold addresses with it.
 */
import type { Collection, StoredDocument } from '../../store/port.ts';

export interface TenantRecord extends StoredDocument {
  /** Id of the tenant. */
  readonly id: string;
  /** For people; gone once the tenant is erased. */
  readonly name?: string;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly life: TenantLife;
  /** Milliseconds: when the job that erases has work; absent where it has none. Indexed. */
  readonly dueAt?: number;
}

/** `since`: when the state began, milliseconds. */
export type TenantLife =
  | { readonly state: 'active'; readonly since: number }
  /** Management and wallets are refused; status lists are served. */
  | { readonly state: 'suspended'; readonly since: number }
  | { readonly state: 'erasing'; readonly since: number; readonly erasure: TenantErasure }
  | { readonly state: 'erased'; readonly since: number; readonly receipt: TenantReceipt };

export type TenantState = TenantLife['state'];

/** Where an erasure stands: what a replica needs that continues it. */
export interface TenantErasure {
  readonly requestedBy: Requester;
  /** Milliseconds: since then no process has admitted a request of the tenant. */
  readonly refusedSince: number;
  /** `keys`: everything else was gone. */
  readonly phase: 'documents' | 'keys';
  /** Documents whose removal was announced and may be incomplete. */
  readonly announced?: AnnouncedRemoval;
  /** Removed documents by collection. */
  readonly removed: Readonly<Record<string, number>>;
  /** SHA-256 over the ids of what was removed, each link over the one before it; base64url. */
  readonly chain: string;
}

/** Who asked: a client, and its tenant. */
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
  /** Documents that relying parties need, by collection; empty where the tenant had issued nothing. */
  readonly kept: Readonly<Record<string, number>>;
  readonly chain: string;
}

export const tenants: Collection<TenantRecord> = {
  name: 'tenants',
  indexes: { newest: { fields: ['createdAt'] }, due: { fields: ['dueAt'] } },
};
