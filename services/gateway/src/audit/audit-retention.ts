/** Removes audit records after AUDIT_RETENTION. An erasure's record stays until the erasure has ended. */

import { auditRecords } from '@countersign/shared/model/tenant/audit-record';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { pages } from '@countersign/shared/store/pages';

/** Milliseconds. */
const EVERY = 3_600_000;
const PAGE = 500;

const records = overAllTenants(auditRecords);

/** The job; with AUDIT_RETENTION=0 it removes nothing. */
export function auditRetentionJob(platform: Pick<Platform, 'settings' | 'store' | 'clock' | 'log'>): Job {
  const { settings, store, clock, log } = platform;
  return {
    name: 'audit-retention',
    exclusive: true,
    every: EVERY,
    run: async () => {
      if (settings.AUDIT_RETENTION === 0) return;
      const below = clock() - settings.AUDIT_RETENTION * 1000;
      let count = 0;
      for await (const documents of pages(store, records, { index: 'age', below, limit: PAGE })) {
        const over = documents.filter(({ openSince }) => openSince === undefined);
        // In parallel, so that they share a commit; conditional, so that the record of an erasure that restarts stays.
        const gone = await Promise.all(over.map((record) => store.delete(records, record)));
        count += gone.filter(Boolean).length;
      }
      if (count > 0) log.info('audit records removed', { service: 'gateway', job: 'audit-retention', count });
    },
  };
}
