/**
 * Erases a session in an order that is safe to interrupt and repeat at any step: opens the receipt, removes the
 * session, erases its trace and the kept responses that link to it, removes its deliveries, closes the receipt. The
 * open receipt, one per session, marks an unfinished erasure. The session is removed before its deliveries: its marks
 * would have them created, and sent, a second time. Status entries stay, so that an issued credential can be revoked.
 * They contain only ids and numbers.
 */

import type { Audit } from '@countersign/shared/audit/record';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { deliveries } from '@countersign/shared/model/delivery/deliveries';
import { endRefresh, type RefreshOf } from '@countersign/shared/model/refresh/end-refresh';
import { type SessionDocument, sessions } from '@countersign/shared/model/session/sessions';
import { type AuditDocument, auditRecords } from '@countersign/shared/model/tenant/audit-record';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant, type TenantStore } from '@countersign/shared/store/of-tenant';
import { eraseAnswers } from './erase-answers.ts';
import { eraseTrace } from './erase-trace.ts';
import {
  closeReceipt,
  erasedOf,
  isOpenReceipt,
  openedReceipt,
  PURGE,
  resumeReceipt,
  takeOverReceipt,
} from './erasure-receipt.ts';

type ErasurePlatform = Pick<Platform, 'store' | 'clock'> & {
  /** Called once with each closed receipt. */
  readonly receiptLine?: Audit['line'];
};

/** A session has few deliveries. */
const PAGE = 100;

export interface ErasedBy {
  /** Client id, or `PURGE`. */
  readonly client: string;
  /** The call's request id. */
  readonly request?: string;
  /** True if the caller erases its renewals. */
  readonly alone?: boolean;
  /** Whether the purge keeps a session; checked in every revision that it would remove. Without it no session stays. */
  readonly stays?: (session: SessionDocument) => boolean;
}

/**
 * Erases a session.
 * @param session as just read
 * @returns false if the session stays: only the purge keeps one, and never one that a client has asked to erase
 */
export async function eraseSession(parts: ErasurePlatform, session: SessionDocument, by: ErasedBy): Promise<boolean> {
  const receipt = await openReceipt(parts, session, by);
  if (receipt === undefined) return true;
  return finish(parts, receipt, session, by);
}

/** Resumes an interrupted erasure. @returns as `eraseSession` */
export async function resumeErasure(
  parts: ErasurePlatform,
  receipt: AuditDocument,
  stays: (session: SessionDocument) => boolean,
): Promise<boolean> {
  const { session: id = '' } = receipt;
  const own = ofTenant(parts.store, receipt.tenant);
  // Undefined: another replica has resumed or closed it.
  const taken = await own.replace(auditRecords, resumeReceipt(receipt, parts.clock()));
  if (taken === undefined) return false;
  return finish(parts, taken, await own.get(sessions, id), { stays });
}

/**
 * Opens a session's receipt. This call writes it, so that no other call can withdraw it.
 * @returns undefined if the session is erased already
 */
async function openReceipt(
  { store, clock }: ErasurePlatform,
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
    // Another call has withdrawn it.
    if (present === undefined) continue;
    // A closed receipt of a session that exists: the session was restored from a backup.
    if (!isOpenReceipt(present) && (await own.get(sessions, session.id)) === undefined) return undefined;
    const taken = await own.replace(auditRecords, takeOverReceipt(present, fresh));
    if (taken !== undefined) return taken;
  }
}

async function finish(
  parts: ErasurePlatform,
  receipt: AuditDocument,
  session: SessionDocument | undefined,
  { stays, alone = false }: Pick<ErasedBy, 'stays' | 'alone'>,
): Promise<boolean> {
  const own = ofTenant(parts.store, receipt.tenant);
  let present = session;
  let data: JsonObject = receipt.data ?? {};
  while (present !== undefined) {
    if (receipt.client === PURGE && stays?.(present) === true) {
      // The session has changed in the meantime, and has an open webhook delivery again.
      await own.delete(auditRecords, receipt);
      return false;
    }
    data = { ...data, ...erasedOf(present) };
    if (await own.delete(sessions, present)) break;
    present = await own.get(sessions, present.id);
  }
  if (receipt.client !== PURGE && !alone) await eraseRenewals(parts, receipt, data);
  await eraseTrace(own, { session: receipt.session ?? '', tenant: receipt.tenant }, parts.clock());
  await eraseAnswers(own, receipt.session ?? '');
  const removed = await removeDeliveries(own, receipt.session ?? '');
  // A resumed erasure has removed some deliveries before.
  const before = typeof data.deliveries === 'number' ? data.deliveries : 0;
  await close(parts, receipt, { ...data, deliveries: Math.max(before, removed) });
  return true;
}

/**
 * What a requested erasure also erases: the session's refresh token, the first session and all sessions that the token
 * started. In this order (docs/explanation/model/refresh.pml) a redemption under way finds no session, and a refresh no
 * record. The purge removes only a session.
 */
async function eraseRenewals(parts: ErasurePlatform, receipt: AuditDocument, data: JsonObject): Promise<void> {
  const { tenant, client, request, session: id = '' } = receipt;
  const own = ofTenant(parts.store, tenant);
  const first = typeof data.firstSession === 'string' ? data.firstSession : id;
  const by = { client, ...(request === undefined ? {} : { request }) };
  const present = first === id ? undefined : await own.get(sessions, first);
  if (present !== undefined) await eraseSession(parts, present, { ...by, alone: true });
  await eraseRenewalsOf(parts, { tenant, session: first }, by);
}

/**
 * Removes the refresh tokens of a first session, then erases the sessions that they started.
 * @returns false if there was neither
 */
export async function eraseRenewalsOf(
  parts: ErasurePlatform,
  { tenant, session }: Pick<RefreshOf, 'tenant' | 'session'>,
  by: ErasedBy,
): Promise<boolean> {
  const own = ofTenant(parts.store, tenant);
  let found = (await endRefresh(parts.store, { tenant, session, now: parts.clock() })) > 0;
  for await (const renewals of own.pages(sessions, { index: 'first', equal: [session], limit: PAGE })) {
    found ||= renewals.length > 0;
    for (const renewal of renewals) await eraseSession(parts, renewal, { ...by, alone: true });
  }
  return found;
}

/** Repeats until no delivery is left: another round finds one that a worker wrote concurrently. */
async function removeDeliveries(own: TenantStore, session: string): Promise<number> {
  let removed = 0;
  for (;;) {
    const found = await own.find(deliveries, { index: 'session', equal: [session], limit: PAGE });
    if (found.documents.length === 0) return removed;
    for (const delivery of found.documents) if (await own.delete(deliveries, delivery)) removed += 1;
  }
}

async function close({ store, receiptLine }: ErasurePlatform, receipt: AuditDocument, data: JsonObject): Promise<void> {
  const own = ofTenant(store, receipt.tenant);
  const closed = await own.takeTransition(auditRecords, receipt.id, (present) => closeReceipt(present, data));
  if (closed?.result === 'closed') await receiptLine?.(closed.document);
}
