/** The door to the documents of all tenants, for what belongs to no tenant: sweeps, relays, retention, restores. */
import type { Collection, TenantCollection, TenantDocument } from './port.ts';

/**
 * The collection as a store takes it. An operation of a request never needs it: `ofTenant` gives it the documents of its
 * tenant. The files that may import this function stand in `scripts/tenant-access.mjs`, each with its reason; lint
 * refuses all others.
 */
export function overAllTenants<T extends TenantDocument>(collection: TenantCollection<T>): Collection<T> {
  return collection as unknown as Collection<T>;
}
