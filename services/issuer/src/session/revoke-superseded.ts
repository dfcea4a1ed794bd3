/**
 * The job that revokes older credentials whose claims have changed. The refresh token's record lists them before the
 * new credentials are issued, so that a crash loses none. They are revoked once the new ones have left.
 */

import {
  type RefreshGrantDocument,
  refreshGrants,
  type SupersededCredentials,
} from '@countersign/shared/model/refresh/refresh-grants';
import { expiryOf } from '@countersign/shared/model/session/session-expiry';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { eachDocument } from '@countersign/shared/store/pages';
import { issuanceById } from './issuance-session.ts';
import { settleSuperseded } from './refresh-transitions.ts';
import { revokeCredentials } from './revoke-credentials.ts';

/** Milliseconds between runs. */
const EVERY = 60_000;

type Parts = Pick<Platform, 'store' | 'clock' | 'log' | 'call'>;

/** Every replica runs it; a revocation may be repeated. */
export function revokeSupersededJob(platform: Parts): Job {
  const { store, clock, log } = platform;
  return {
    name: 'older-credentials',
    every: EVERY,
    run: async () => {
      let count = 0;
      const pending = { index: 'superseded', below: clock() + 1 } as const;
      await eachDocument(store, overAllTenants(refreshGrants), pending, async (record) => {
        for (const older of record.superseded ?? []) if (await settle(platform, record, older)) count += 1;
      });
      if (count > 0) log.info('older credentials revoked', { service: 'issuer', job: 'older-credentials', count });
    },
  };
}

/** @returns whether the older credentials were revoked */
async function settle(platform: Parts, record: RefreshGrantDocument, older: SupersededCredentials): Promise<boolean> {
  const { tenant } = record;
  const newer = await issuanceById(platform, tenant, older.by);
  const left = newer?.issuance.credentials.some(({ configurationId }) => configurationId === older.configurationId);
  // The new ones may still arrive.
  if (left !== true && newer !== undefined && expiryOf(newer) !== undefined) return false;
  if (left === true) {
    const { session, configurationId: configuration } = older;
    await revokeCredentials(platform, 'older-credentials', { tenant, session, configuration, renewals: 'continue' });
  }
  await ofTenant(platform.store, tenant).update(refreshGrants, record.id, (present) =>
    settleSuperseded(present, older, left === true),
  );
  return left === true;
}
