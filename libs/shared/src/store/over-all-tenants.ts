/** Access to all tenants' documents, for work that isn't a tenant's: sweeps, relays, retention, restores. */
import type { Collection, TenantCollection, TenantDocument } from './port.ts';

/**
 * The collection in the form that a store accepts. Operations of requests use `ofTenant` instead.
 * `scripts/tenant-access.mjs` lists the files that may import this function, each with its reason; lint refuses all
 * others.
 */
export function overAllTenants<T extends TenantDocument>(collection: TenantCollection<T>): Collection<T> {
  return collection as unknown as Collection<T>;
}
