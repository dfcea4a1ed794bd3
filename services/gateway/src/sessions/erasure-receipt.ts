/**
 * The receipt of an erased session, `open -> closed`, in the audit log. An open one records an erasure that was
 * interrupted. Pure; times in milliseconds.
 */
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import type { AuditDocument } from '@countersign/shared/model/tenant/audit-record';
import type { Transition } from '@countersign/shared/store/update-document';

/** The client in the purge's receipts. */
export const PURGE = '[purge]';

const PARTS = ['issuance', 'presentation', 'claims', 'webhooks'] as const;

export interface ReceiptStart {
  /** Client id, or `PURGE`. */
  readonly client: string;
  /** The call's request id. */
  readonly request?: string;
  /** Number of deliveries that the session has now. */
  readonly deliveries: number;
  readonly now: number;
}

/** The open receipt of a session, to be inserted. */
export function openedReceipt(
  session: SessionDocument,
  { client, request, deliveries, now }: ReceiptStart,
): Omit<AuditDocument, 'rev'> {
  return {
    id: `erasure/${session.id}`,
    tenant: session.tenant,
    at: now,
    action: 'session.erased',
    client,
    ...(request === undefined ? {} : { request }),
    session: session.id,
    data: { ...erasedOf(session), deliveries },
    openSince: now,
  };
}

export function isOpenReceipt({ openSince }: AuditDocument): boolean {
  return openSince !== undefined;
}

/**
 * Another call takes over an existing receipt. The receipt keeps the client that requested the erasure, even if another
 * call finishes it. A closed receipt, of a session that a restore brought back, is opened again.
 */
export function takeOverReceipt(present: AuditDocument, fresh: Omit<AuditDocument, 'rev'>): AuditDocument {
  const { client, request, at, rev } = present;
  if (!isOpenReceipt(present) || client === PURGE) return { ...fresh, rev };
  return { ...fresh, client, at, ...(request === undefined ? {} : { request }), rev };
}

/** Another replica resumes an interrupted erasure. */
export function resumeReceipt(receipt: AuditDocument, now: number): AuditDocument {
  return { ...receipt, openSince: now };
}

/** The erasure has ended. @returns result: whether this call has closed it */
export function closeReceipt(
  receipt: AuditDocument,
  data: JsonObject,
): Transition<AuditDocument, 'closed' | 'was_closed'> {
  const { openSince: _, ...rest } = receipt;
  return isOpenReceipt(receipt)
    ? { document: { ...rest, data }, result: 'closed' }
    : { document: receipt, result: 'was_closed' };
}

/** What an erased session contained, and the number of its undelivered webhooks. */
export function erasedOf(session: SessionDocument): JsonObject {
  const undelivered = session.pendingDeliveries.length;
  const { firstSession } = session;
  return {
    parts: PARTS.filter((part) => session[part] !== undefined),
    ...(firstSession === undefined ? {} : { firstSession }),
    ...(undelivered === 0 ? {} : { undelivered }),
  };
}
