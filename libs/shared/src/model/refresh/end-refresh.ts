/** Events that end refresh tokens early or temporarily: an erasure, a revocation, a suspension. */
import { ofTenant } from '../../store/of-tenant.ts';
import type { Store } from '../../store/port.ts';
import { type RefreshGrantDocument, refreshGrants } from './refresh-grants.ts';

/** An offer results in one record, an attempt that starts again in another. */
const PAGE = 100;

/** The refresh tokens of a first session. */
export interface RefreshOf {
  readonly tenant: string;
  readonly session: string;
  /** Only this configuration is no longer renewed. */
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

/** Suspends the renewals of a first session, or lets them go on. May be repeated. */
export async function suspendRefresh(
  store: Store,
  { tenant, session, configuration, now }: RefreshOf,
  suspended: boolean,
): Promise<void> {
  const own = ofTenant(store, tenant);
  for await (const records of own.pages(refreshGrants, { index: 'session', equal: [session], limit: PAGE })) {
    for (const { id } of records) {
      await own.update(refreshGrants, id, (record) => withSuspended(record, configuration, suspended, now));
    }
  }
}

/** @param configuration undefined: all that the record covers */
export function withSuspended(
  record: RefreshGrantDocument,
  configuration: string | undefined,
  suspended: boolean,
  now: number,
): RefreshGrantDocument {
  const { suspended: before = [], ...rest } = record;
  const named = configuration === undefined ? record.configurationIds : [configuration];
  const others = before.filter((id) => !named.includes(id));
  const after = suspended ? [...others, ...named.filter((id) => record.configurationIds.includes(id))] : others;
  if (after.length === before.length && after.every((id) => before.includes(id))) return record;
  return { ...rest, ...(after.length === 0 ? {} : { suspended: after }), updatedAt: now };
}

/**
 * Removes a configuration whose credentials were revoked, so that it is no longer renewed.
 * @returns undefined if nothing is left, so that the record is removed
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
