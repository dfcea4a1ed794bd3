/** What the status service keeps: lists, and one entry document per credential request. */
import type { WithOutbox } from '../outbox/outbox.ts';
import type { TenantCollection, TenantDocument } from '../store/port.ts';

export interface StatusListDocument extends TenantDocument {
  /** `<tenant>/<n>`. */
  readonly id: string;
  readonly tenant: string;
  /** 1 for the list at the contract's URL, 2 and up for its successors. */
  readonly n: number;
  /** Entries: 2^20. */
  readonly size: number;
  /** Positions leased so far: the next block begins here. Position -> index by the list's keyed permutation. */
  readonly allocated: number;
  /** 1 at first; raised behind status changes, once for all that were written meanwhile. */
  readonly version: number;
  /** Closed lists hand out no more indexes (full, or closed after a restore). */
  readonly closed: boolean;
}

/** The status of the credentials of one request: kept for ever, and the truth that lists are made of. */
export interface StatusEntryDocument extends WithOutbox {
  /** `<tenant>/<session>/<hash of the credential request>`: the insert-if-absent key that makes allocation idempotent. */
  readonly id: string;
  readonly tenant: string;
  readonly list: number;
  /** One index per credential of the request. */
  readonly indexes: readonly number[];
  readonly session: string;
  readonly configuration: string;
  /** 0 valid, 1 revoked. */
  readonly value: 0 | 1;
  /** When `value` became what it is, milliseconds. */
  readonly changedAt: number;
  /** Id of the list; there once the status was ever changed, so that entries nobody touched cost no index key. */
  readonly changedIn?: string;
  /**
   * The last changes, oldest first, each with the id of its event: a webhook tells of a change that stands here, whatever
   * an event says. Absent in entries that were changed last by a version without it.
   */
  readonly changes?: readonly StatusChange[];
  /** There with `changedIn`: about the list's version at the last change, and never less than before. */
  readonly seq?: number;
}

export interface StatusChange {
  /** Id of its `status.changed` event. */
  readonly event: string;
  readonly value: 0 | 1;
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
    outbox: { fields: ['outboxSince'] },
  },
};
