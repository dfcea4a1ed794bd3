/** Purge: erases sessions older than SESSION_TTL. Their status entries stay. */

import type { Audit } from '@countersign/shared/audit/record';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { sessions } from '@countersign/shared/model/session/sessions';
import { auditRecords } from '@countersign/shared/model/tenant/audit-record';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { eachDocument } from '@countersign/shared/store/pages';
import { eraseSession, resumeErasure } from './erase-session.ts';
import { PURGE } from './erasure-receipt.ts';

/** Milliseconds after which an open erasure is treated as interrupted. */
const INTERRUPTED_AFTER = 60_000;

/**
 * The job first completes interrupted erasures, of clients and of earlier runs. For up to twice the lifetime it keeps
 * sessions with unsent events or open deliveries, and those whose end is due and not yet recorded: after a long downtime
 * this job may run before the one that ends them, and the backend would never be told.
 */
export function purgeJob(
  platform: Pick<Platform, 'settings' | 'store' | 'clock' | 'log'>,
  receiptLine?: Audit['line'],
): Job {
  const { settings, store, clock, log } = platform;
  const parts = { store, clock, ...(receiptLine === undefined ? {} : { receiptLine }) };
  const lifetime = settings.SESSION_TTL * 1000;
  return {
    name: 'purge',
    exclusive: true,
    every: settings.SESSION_TIDY_UP_INTERVAL * 1000,
    run: async () => {
      const now = clock();
      const stays = (session: SessionDocument): boolean =>
        session.createdAt >= now - 2 * lifetime && isUntold(session, now);
      let count = 0;
      const counted = (erased: boolean): void => {
        if (erased) count += 1;
      };
      const open = { index: 'open', below: now - INTERRUPTED_AFTER };
      await eachDocument(store, overAllTenants(auditRecords), open, async (receipt) =>
        counted(await resumeErasure(parts, receipt, stays)),
      );
      const old = { index: 'age', below: now - lifetime };
      await eachDocument(store, overAllTenants(sessions), old, async (session) => {
        if (!stays(session)) counted(await eraseSession(parts, session, { client: PURGE, stays }));
      });
      if (count > 0) log.info('sessions purged', { service: 'gateway', job: 'purge', count });
    },
  };
}

/** Whether the backend has still to be told about the session. */
function isUntold({ outbox, pendingDeliveries, status, endsAt }: SessionDocument, now: number): boolean {
  const endIsDue = status !== 'expired' && endsAt !== undefined && endsAt <= now;
  return endIsDue || outbox.length > 0 || pendingDeliveries.length > 0;
}
