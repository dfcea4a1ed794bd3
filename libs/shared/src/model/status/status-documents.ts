/** Documents of the status service: lists, and one entry document per credential request. */
import type { OwnBits, StatusValue } from '../../crypto/status-bits.ts';
import type { WithOutbox } from '../../outbox/outbox.ts';
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

export interface StatusListDocument extends TenantDocument {
  /** `<tenant>/<n>`. */
  readonly id: string;
  readonly tenant: string;
  /** 1 for the list at the contract's URL, 2 and up for its successors. */
  readonly n: number;
  /** Entries: 2^20. */
  readonly size: number;
  /** Bits of an entry: 2 if credentials can be suspended. Absent: 1, as in documents of earlier versions. */
  readonly bits?: OwnBits;
  /** Key set that signs the list, as it signs the credentials in it; absent: the tenant's keys. */
  readonly keySet?: string;
  /** Positions leased so far: the next block starts here. The list's keyed permutation maps a position to an index. */
  readonly allocated: number;
  /** Starts at 1; raised after status changes, once for all changes written in between. */
  readonly version: number;
  /** A closed list allocates no more indexes (full, or closed after a restore). */
  readonly closed: boolean;
}

/** The status of the credentials of one request: kept forever, and the source of the lists. */
export interface StatusEntryDocument extends WithOutbox {
  /**
   * `<tenant>/<session>/<hash of the credential request>`: the insert-if-absent key, which makes allocation idempotent.
   */
  readonly id: string;
  readonly tenant: string;
  readonly list: number;
  /** One index per credential of the request. */
  readonly indexes: readonly number[];
  readonly session: string;
  /** If credentials may be renewed with a refresh token: the first issuance's session, which may be this one. */
  readonly firstSession?: string;
  readonly configuration: string;
  readonly value: StatusValue;
  /** When `value` was set, milliseconds. */
  readonly changedAt: number;
  /** Id of the list; absent until the first change, so that unchanged entries cost no index key. */
  readonly changedIn?: string;
  /**
   * The last changes, oldest first, each with the id of its event: webhooks report only changes listed here. Absent in
   * entries last changed by an earlier software version.
   */
  readonly changes?: readonly StatusChange[];
  /** Present while the wallet and its keys are checked for revocation: their encrypted status references. */
  readonly chain?: NewChain;
  /** The tenant; present with `chain`, so that the index has only these entries. */
  readonly chainOf?: string;
  /** Present with `chain`: the next check, milliseconds. */
  readonly chainDue?: number;
  /** Present with `changedIn`: about the list's version at the last change; never decreases. */
  readonly seq?: number;
}

export interface StatusChange {
  /** Id of its `status.changed` event. */
  readonly event: string;
  readonly value: StatusValue;
  /** Milliseconds. */
  readonly at: number;
}

export const statusLists: TenantCollection<StatusListDocument> = {
  perTenant: true,
  name: 'statusLists',
  indexes: { list: { fields: ['tenant', 'n'] } },
};

export const statusEntries: TenantCollection<StatusEntryDocument> = {
  perTenant: true,
  name: 'statusEntries',
  indexes: {
    session: { fields: ['session'] },
    changed: { fields: ['changedIn', 'seq'] },
    chained: { fields: ['chainOf', 'chainDue'] },
    outbox: { fields: ['outboxSince'] },
  },
};

/** What an entry is created with. */
export interface NewChain {
  /** Sealed JSON: a list of `ChainedStatus`. */
  readonly sealed: string;
  /** Milliseconds: the credentials have expired by then. */
  readonly until?: number;
}
