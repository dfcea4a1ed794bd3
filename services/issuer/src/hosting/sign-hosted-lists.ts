/** Signs hosted lists again when half of the time to their next update has passed, and removes versions that are kept no longer. */
import { signAgain } from '@countersign/european-trust/hosting/hosted-changes';
import { errorFields } from '@countersign/shared/kernel/log-error';
import { type HostedListVersion, hostedLists, superseded } from '@countersign/shared/model/tenant/hosted-lists';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { ofTenant, type TenantStore } from '@countersign/shared/store/of-tenant';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { eachDocument } from '@countersign/shared/store/pages';
import { latestVersion, removeVersion } from './hosted-versions.ts';
import { type HostingPlatform, publishVersion } from './publish-version.ts';

const MINUTE = 60_000;
/** After a failure, for example of an unavailable signer. */
const RETRY = 10 * MINUTE;
const PAGE = 100;

type SigningPlatform = HostingPlatform & Pick<Platform, 'log' | 'metrics'>;

/** A server without such lists does one look-up a minute. */
export function signHostedListsJob(platform: SigningPlatform): Job {
  const below = (): number => platform.clock() + 1;
  return {
    name: 'sign-hosted-lists',
    exclusive: true,
    every: MINUTE,
    isUsed: async () => {
      const { documents } = await platform.store.find(overAllTenants(hostedLists), {
        index: 'due',
        below: below(),
        limit: 1,
      });
      return documents.length > 0;
    },
    run: async () => {
      const query = { index: 'due', below: below() } as const;
      await eachDocument(platform.store, overAllTenants(hostedLists), query, (one) => signIfLatest(platform, one));
    },
  };
}

async function signIfLatest(platform: SigningPlatform, version: HostedListVersion): Promise<void> {
  const { tenant, list } = version;
  const own = ofTenant(platform.store, tenant);
  const last = await latestVersion(own, list);
  if (last === undefined || last.sequenceNumber !== version.sequenceNumber) {
    await own.update(hostedLists, version.id, superseded);
    return;
  }
  try {
    await publishVersion(platform, { tenant, list, change: signAgain });
  } catch (error) {
    // One tenant's list must not keep other tenants' lists from being signed.
    platform.metrics.count('countersign_hosted_list_signatures_total', { outcome: 'failed' });
    platform.log.error('A hosted list was not signed', { tenant, configuration: list, ...errorFields(error) });
    await own.update(hostedLists, version.id, (present) => ({ ...present, due: platform.clock() + RETRY }));
    return;
  }
  platform.metrics.count('countersign_hosted_list_signatures_total', { outcome: 'signed' });
  await own.update(hostedLists, version.id, superseded);
  await removeOld(platform, own, list);
}

/** History is kept as long as the audit log. The current version and the previous one stay. */
async function removeOld({ clock, settings }: SigningPlatform, own: TenantStore, list: string): Promise<void> {
  const last = await latestVersion(own, list);
  if (last === undefined || settings.AUDIT_RETENTION === 0) return;
  const until = clock() - settings.AUDIT_RETENTION * 1000;
  const query = { index: 'list', equal: [list], below: last.sequenceNumber - 1, limit: PAGE } as const;
  for await (const versions of own.pages(hostedLists, query)) {
    for (const version of versions.filter(({ issuedAt }) => issuedAt < until)) await removeVersion(own, version);
  }
}
