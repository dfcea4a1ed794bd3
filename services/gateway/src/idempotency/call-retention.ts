/** Removes the calls whose key was first used 24 hours ago. */

import { idempotentCalls } from '@countersign/shared/model/tenant/idempotent-calls';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { eachDocument } from '@countersign/shared/store/pages';
import { KEPT_FOR } from './call-transitions.ts';

/** Milliseconds. */
const EVERY = 300_000;

const calls = overAllTenants(idempotentCalls);

/** The job. */
export function callRetentionJob({ store, clock, log }: Pick<Platform, 'store' | 'clock' | 'log'>): Job {
  return {
    name: 'call-retention',
    exclusive: true,
    every: EVERY,
    run: async () => {
      let count = 0;
      await eachDocument(store, calls, { index: 'age', below: clock() - KEPT_FOR }, async (document) => {
        if (await store.delete(calls, document)) count += 1;
      });
      if (count > 0) log.info('kept responses removed', { service: 'gateway', job: 'call-retention', count });
    },
  };
}
