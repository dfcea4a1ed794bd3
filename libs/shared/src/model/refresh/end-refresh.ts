/** The end of refresh tokens before their time: an erasure or a revocation removes their records. */
import { ofTenant } from '../../store/of-tenant.ts';
import type { Store } from '../../store/port.ts';
import { type RefreshGrantDocument, refreshGrants } from './refresh-grants.ts';

/** An offer leads to one record, an attempt that was begun again to another. */
const PAGE = 100;

/** The refresh tokens of a first session. */
export interface RefreshOf {
  readonly tenant: string;
  readonly session: string;
  /** Only this configuration is not renewed any more. */
  readonly configuration?: string;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Ends the refresh tokens of a first session, or their renewal of one configuration. May be repeated.
 * @returns the number of removed records
 */
export async function endRefresh(store: Store, { tenant, session, configuration, now }: RefreshOf): Promise<number> {
  const own = ofTenant(store, tenant);
  const end = (record: RefreshGrantDocument): RefreshGrantDocument | undefined =>
    configuration === undefined ? undefined : withoutConfiguration(record, configuration, now);
  let removed = 0;
  for await (const records of own.pages(refreshGrants, { index: 'session', equal: [session], limit: PAGE })) {
    for (const record of records) {
      let present: RefreshGrantDocument | undefined = record;
      while (present !== undefined) {
        const next = end(present);
        if (next === present) break;
        if (next === undefined && (await own.delete(refreshGrants, present))) removed += 1;
        else if (next !== undefined && (await own.replace(refreshGrants, next)) !== undefined) break;
        present = await own.get(refreshGrants, record.id);
      }
    }
  }
  return removed;
}

/**
 * The credentials of a configuration were revoked: it is not renewed any more.
 * @returns undefined where nothing is left, so that the record is removed
 */
export function withoutConfiguration(
  record: RefreshGrantDocument,
  configurationId: string,
  now: number,
): RefreshGrantDocument | undefined {
  const configurationIds = record.configurationIds.filter((id) => id !== configurationId);
  if (configurationIds.length === record.configurationIds.length) return record;
  return configurationIds.length === 0 ? undefined : { ...record, configurationIds, updatedAt: now };
}
