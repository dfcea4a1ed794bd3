/** Removes counts after a month. */
import { activity } from '@countersign/shared/model/tenant/activity';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { eachDocument } from '@countersign/shared/store/pages';
import { ACTIVITY_FOR } from './overview.ts';

/** Milliseconds. */
const EVERY = 3_600_000;

const allActivity = overAllTenants(activity);

export function activityRetentionJob({ store, clock }: Pick<Platform, 'store' | 'clock'>): Job {
  return {
    name: 'activity-retention',
    exclusive: true,
    every: EVERY,
    run: async () => {
      const below = clock() - ACTIVITY_FOR;
      await eachDocument(store, allActivity, { index: 'age', below }, async (document) => {
        await store.delete(allActivity, document);
      });
    },
  };
}
