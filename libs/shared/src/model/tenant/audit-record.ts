/**
 * The audit log: which client created, read, revoked or erased what, and when. Ids and outcomes only: never claims,
 * never secrets. A record is written once, except an erasure's, which is written when it starts and when it has ended.
 */

import type { ProtocolError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { unavailable } from '../../kernel/unavailable.ts';
import { ofTenant } from '../../store/of-tenant.ts';
import type { Store, TenantCollection, TenantDocument } from '../../store/port.ts';

export interface AuditDocument extends TenantDocument {
  /** Time and randomness; for an erasure `erasure/<session>`, so that a session has one receipt for any number of erasures. */
  readonly id: string;
  readonly tenant: string;
  /** Milliseconds. */
  readonly at: number;
  /** `<thing>.<what was done>`, such as `session.read`, `offer.made`, `status.changed`, `session.erased`. */
  readonly action: string;
  /** Client id of the bearer token, `api-key`, or the name of the job, such as `purge`, in brackets: `[purge]`. */
  readonly client: string;
  /** Request id of the call; absent for jobs. */
  readonly request?: string;
  readonly session?: string;
  /** Id of the configuration, delivery or list that the action concerned. */
  readonly subject?: string;
  /** Ids, numbers and outcomes, such as `{status: 1, entries: 2}`; for an erasure, the erased documents. */
  readonly data?: JsonObject;
  /** Milliseconds; present while an erasure is in progress, so that another replica can finish it. Indexed. */
  readonly openSince?: number;
}

/** The record of a call before its session is known. */
export type CallRecord = Omit<AuditDocument, 'rev' | 'session' | 'openSince'>;

export const auditRecords: TenantCollection<AuditDocument> = {
  perTenant: true,
  name: 'audit',
  indexes: {
    newest: { fields: ['tenant', 'at'] },
    session: { fields: ['session', 'at'] },
    age: { fields: ['at'] },
    open: { fields: ['openSince'] },
  },
};

/**
 * Inserts a record. If its random id is taken, an earlier insert of this record succeeded, and only its response was
 * lost.
 * @throws ProtocolError `temporarily_unavailable` if the store did not accept it: then the request must fail
 */
export async function insertRecord(store: Store, record: Omit<AuditDocument, 'rev'>): Promise<void> {
  try {
    await ofTenant(store, record.tenant).insert(auditRecords, record);
  } catch (error) {
    throw unwritten(error);
  }
}

/** A record that the store did not accept. */
export function unwritten(error: unknown): ProtocolError {
  return unavailable('audit log', error, 'The audit log cannot be written; check what was done before you retry');
}
