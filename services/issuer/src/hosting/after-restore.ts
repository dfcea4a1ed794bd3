/**
 * Published lists after a restore: relying parties may know higher numbers than the backup, and refuse lower ones. The
 * next version has a number above all that were used after the backup, and is signed as soon as the services start.
 */
import { afterRestore, hostedLists } from '@countersign/shared/model/tenant/hosted-lists';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { eachDocument } from '@countersign/shared/store/pages';
import { latestVersion } from './hosted-versions.ts';

/**
 * The time in units of this many milliseconds. A list changes less often, so a number after a restore is above all
 * earlier ones, including numbers after another restore of the same backup.
 */
const NUMBER_EVERY = 10_000;

/** No service may run during this. May be repeated. @returns how many lists there are */
export async function raiseListNumbers({ store, clock }: Pick<Platform, 'store' | 'clock'>): Promise<number> {
  const now = clock();
  const leastNext = Math.ceil(now / NUMBER_EVERY);
  const raised = new Set<string>();
  // The last version of each list has a due date, so the index finds it.
  await eachDocument(store, overAllTenants(hostedLists), { index: 'due' }, async ({ tenant, list }) => {
    const own = ofTenant(store, tenant);
    const last = await latestVersion(own, list);
    if (last === undefined || raised.has(last.id)) return;
    raised.add(last.id);
    await own.update(hostedLists, last.id, (version) => afterRestore(version, leastNext, now));
  });
  return raised.size;
}
