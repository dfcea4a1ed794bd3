/** Erases the kept responses that link to a session. */

import { idempotentCalls } from '@countersign/shared/model/tenant/idempotent-calls';
import type { TenantStore } from '@countersign/shared/store/of-tenant';
import { eraseCall } from '../idempotency/call-transitions.ts';

/** A session has few. */
const PAGE = 100;

/** Called after the session is removed, so that a call under way does not find it. May be repeated at any time. */
export async function eraseAnswers(own: TenantStore, session: string): Promise<void> {
  for (;;) {
    const found = await own.find(idempotentCalls, { index: 'session', equal: [session], limit: PAGE });
    if (found.documents.length === 0) return;
    for (const call of found.documents) await own.update(idempotentCalls, call.id, eraseCall, call);
  }
}
