/** The job that removes records of refresh tokens that have expired, or that never left the server. */
import { refreshGrants } from '@countersign/shared/model/refresh/refresh-grants';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { eachDocument } from '@countersign/shared/store/pages';

/** Milliseconds between runs. Until then the clock decides, so an ended record is refused. */
const EVERY = 60_000;

/** Every replica runs it; each delete is conditional on the revision that was read. */
export function removeEndedRefreshJob({ store, clock, log }: Pick<Platform, 'store' | 'clock' | 'log'>): Job {
  return {
    name: 'refresh-end',
    every: EVERY,
    run: async () => {
      const due = { index: 'remove', below: clock() } as const;
      const count = await eachDocument(store, overAllTenants(refreshGrants), due, async (record) => {
        await ofTenant(store, record.tenant).delete(refreshGrants, record);
      });
      if (count > 0) log.info('refresh tokens ended', { service: 'issuer', job: 'refresh-end', count });
    },
  };
}
