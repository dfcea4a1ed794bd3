/**
 * Erases users' stored data, by the erasure of sessions that backends use. It can be interrupted and repeated at any
 * point: the remaining documents are found again.
 */
import { STATUS } from '@countersign/shared/crypto/status-bits';
import { type OperationRequest, onBehalfOf } from '@countersign/shared/http/message';
import { isObject } from '@countersign/shared/kernel/json';
import { orderedId } from '@countersign/shared/kernel/ordered-id';
import { type LoginsDocument, logins } from '@countersign/shared/model/login/logins';
import { refreshGrants } from '@countersign/shared/model/refresh/refresh-grants';
import { type SessionDocument, sessions } from '@countersign/shared/model/session/sessions';
import { ofTenant, type TenantStore } from '@countersign/shared/store/of-tenant';
import { eraseRenewalsOf, eraseSession } from '../sessions/erase-session.ts';
import { canRevoke } from './held.ts';
import { PERSON, type RightsParts } from './rights-parts.ts';

export interface ErasedAbout {
  readonly sessions: number;
  readonly renewals: number;
  readonly logins: number;
  /** Sessions whose credentials were revoked. */
  readonly revoked: number;
}

export interface Erasing {
  readonly cause: OperationRequest;
  readonly people: readonly string[];
  /** Issued credentials are revoked too. */
  readonly revoke: boolean;
}

const PAGE = 100;

/** @returns the signed receipt, and what was erased */
export async function erasePerson(parts: RightsParts, erasing: Erasing) {
  const { cause } = erasing;
  const erased = { sessions: 0, renewals: 0, logins: 0, revoked: 0 };
  for (const person of erasing.people) await eraseAbout(parts, erasing, person, erased);
  const id = orderedId(parts.clock(), parts.random);
  await parts.audit.record({
    tenant: cause.tenant,
    action: 'rights.erased',
    client: PERSON,
    request: cause.id,
    subject: id,
    data: erased,
  });
  const body = { jti: id, erased };
  const reply = await parts.call('issuer.receipt.sign', onBehalfOf(cause, { method: 'POST', body, encoding: 'json' }));
  const receipt = isObject(reply.body) ? reply.body.receipt : undefined;
  if (typeof receipt !== 'string') throw new Error('The issuer signed no receipt');
  return { erased: erased as ErasedAbout, receipt };
}

async function eraseAbout(
  parts: RightsParts,
  erasing: Erasing,
  person: string,
  erased: { -readonly [K in keyof ErasedAbout]: number },
): Promise<void> {
  const { cause, revoke } = erasing;
  const { tenant } = cause;
  const own = ofTenant(parts.store, tenant);
  const query = { index: 'person', equal: [person], limit: PAGE } as const;
  const by = { client: PERSON, request: cause.id };
  const erasure = { ...parts, receiptLine: parts.audit.line };
  // The erasure of a first session removes its permissions to renew, so they are counted before.
  const renewed: string[] = [];
  for await (const found of own.pages(refreshGrants, query)) renewed.push(...found.map(({ session }) => session));
  erased.renewals += renewed.length;
  for await (const found of own.pages(sessions, query)) {
    for (const session of found) {
      if (revoke && (await revokeIssued(parts, cause, session))) erased.revoked += 1;
      // The first session's erasure may have removed it.
      if ((await own.get(sessions, session.id)) !== undefined) await eraseSession(erasure, session, by);
      erased.sessions += 1;
    }
  }
  for (const session of renewed) await eraseRenewalsOf(erasure, { tenant, session }, by);
  for await (const found of own.pages(logins, query)) {
    for (const login of found) await removeLogin(own, login);
    erased.logins += found.length;
  }
}

async function removeLogin(own: TenantStore, login: LoginsDocument): Promise<void> {
  for (let present: LoginsDocument | undefined = login; present !== undefined; ) {
    if (await own.delete(logins, present)) return;
    present = await own.get(logins, login.id);
  }
}

/** @returns whether credentials were revoked */
async function revokeIssued(parts: RightsParts, cause: OperationRequest, session: SessionDocument): Promise<boolean> {
  if (session.issuance === undefined || !(await canRevoke(parts.store, session))) return false;
  const body = { sessionId: session.id, status: STATUS.revoked, reason: 'holder_request' };
  const asked = { method: 'POST', body, encoding: 'json' } as const;
  const { body: entries } = await parts.call('status.update', onBehalfOf(cause, asked));
  const count = Array.isArray(entries) ? entries.length : 0;
  await parts.audit.record({
    tenant: cause.tenant,
    action: 'status.changed',
    client: PERSON,
    request: cause.id,
    session: session.id,
    data: { status: STATUS.revoked, reason: 'holder_request', entries: count },
  });
  return true;
}
