/**
 * Erasure of a session, in an order that may be broken off at any line and gone through again: the receipt is opened,
 * the session goes, its deliveries go, the receipt is closed. An open receipt is what remembers the rest; there is one a
 * session. The session goes before its deliveries: while it is there its marks would have them made anew, and told twice.
 * Status entries stay, so that a credential which left can be revoked; they hold ids and numbers.
 */

import type { Audit } from '@countersign/shared/audit/record';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type AuditDocument, auditRecords } from '@countersign/shared/model/audit-record';
import { deliveries } from '@countersign/shared/model/deliveries';
import {
  closeReceipt,
  erasedOf,
  isOpenReceipt,
  openedReceipt,
  PURGE,
  resumeReceipt,
  takeOverReceipt,
} from '@countersign/shared/model/erasure-receipt';
import { type SessionDocument, sessions } from '@countersign/shared/model/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant, type TenantStore } from '@countersign/shared/store/of-tenant';

type Parts = Pick<Platform, 'store' | 'clock'> & {
  /** Called with a receipt that was closed, once. */
  readonly receiptLine?: Audit['line'];
};

/** A session has few deliveries. */
const PAGE = 100;

export interface ErasedBy {
  /** Client id, or `PURGE`. */
  readonly client: string;
  /** Request id of the call. */
  readonly request?: string;
  /** Looked at in every revision that the purge would take; without it nothing stays. */
  readonly stays?: (session: SessionDocument) => boolean;
}

/**
 * Erases a session.
 * @param session read just now
 * @returns false where it stays: only the purge leaves one, and what somebody has asked to erase never
 */
export async function eraseSession(parts: Parts, session: SessionDocument, by: ErasedBy): Promise<boolean> {
  const receipt = await openReceipt(parts, session, by);
  if (receipt === undefined) return true;
  return finish(parts, receipt, session, by.stays);
}

/** Goes on with an erasure that was broken off. @returns as `eraseSession` */
export async function resumeErasure(
  parts: Parts,
  receipt: AuditDocument,
  stays: (session: SessionDocument) => boolean,
): Promise<boolean> {
  const { session: id = '' } = receipt;
  const own = ofTenant(parts.store, receipt.tenant);
  // Undefined: another replica works on it, or has closed it.
  const taken = await own.replace(auditRecords, resumeReceipt(receipt, parts.clock()));
  if (taken === undefined) return false;
  return finish(parts, taken, await own.get(sessions, id), stays);
}

/**
 * The open receipt of a session, written by this call, so that no other call can withdraw it.
 * @returns undefined where the session is erased already
 */
async function openReceipt(
  { store, clock }: Parts,
  session: SessionDocument,
  { client, request }: ErasedBy,
): Promise<AuditDocument | undefined> {
  const now = clock();
  const own = ofTenant(store, session.tenant);
  const found = await own.find(deliveries, { index: 'session', equal: [session.id], limit: PAGE });
  const fresh = openedReceipt(session, {
    client,
    ...(request === undefined ? {} : { request }),
    deliveries: found.documents.length,
    now,
  });
  for (;;) {
    const inserted = await own.insert(auditRecords, fresh);
    if (inserted !== undefined) return inserted;
    const present = await own.get(auditRecords, fresh.id);
    // Withdrawn since.
    if (present === undefined) continue;
    // Closed, and the session is there all the same: it came back with a backup.
    if (!isOpenReceipt(present) && (await own.get(sessions, session.id)) === undefined) return undefined;
    const taken = await own.replace(auditRecords, takeOverReceipt(present, fresh));
    if (taken !== undefined) return taken;
  }
}

async function finish(
  parts: Parts,
  receipt: AuditDocument,
  session: SessionDocument | undefined,
  stays: ErasedBy['stays'],
): Promise<boolean> {
  const own = ofTenant(parts.store, receipt.tenant);
  let present = session;
  let data: JsonObject = receipt.data ?? {};
  while (present !== undefined) {
    if (receipt.client === PURGE && stays?.(present) === true) {
      // Written since, and it has a webhook to deliver again.
      await own.delete(auditRecords, receipt);
      return false;
    }
    data = { ...data, ...erasedOf(present) };
    if (await own.delete(sessions, present)) break;
    present = await own.get(sessions, present.id);
  }
  const removed = await removeDeliveries(own, receipt.session ?? '');
  // Of an erasure that goes on, some went before.
  const known = typeof data.deliveries === 'number' ? data.deliveries : 0;
  await close(parts, receipt, { ...data, deliveries: Math.max(known, removed) });
  return true;
}

/** Until there is none: one that a worker has written meanwhile is found again. */
async function removeDeliveries(own: TenantStore, session: string): Promise<number> {
  let removed = 0;
  for (;;) {
    const found = await own.find(deliveries, { index: 'session', equal: [session], limit: PAGE });
    if (found.documents.length === 0) return removed;
    for (const delivery of found.documents) if (await own.delete(deliveries, delivery)) removed += 1;
  }
}

async function close({ store, receiptLine }: Parts, receipt: AuditDocument, data: JsonObject): Promise<void> {
  const own = ofTenant(store, receipt.tenant);
  const closed = await own.takeTransition(auditRecords, receipt.id, (present) => closeReceipt(present, data));
  if (closed?.result === 'closed') await receiptLine?.(closed.document);
}
