/** The states of API tenants, cached for at most half a second: after that a suspension applies in every process. */
import type { Clock } from '../kernel/clock.ts';
import { createSharedReads } from '../kernel/shared-reads.ts';
import { type TenantRecord, tenants } from '../model/tenant/tenants.ts';
import type { Store } from '../store/port.ts';

/** Milliseconds for which a process caches tenants and clients. */
export const CACHED_FOR = 500;
/** At most this many are cached. */
export const MAX_CACHED = 10_000;

export interface CachedTenants {
  /** Undefined if no tenant was created with this id through the API: it may be one in files. */
  of(tenant: string): Promise<TenantRecord | undefined>;
  forget(tenant: string): void;
}

export function createCachedTenants({ store, clock }: { readonly store: Store; readonly clock: Clock }): CachedTenants {
  const reads = createSharedReads({
    read: async (id) => ({ record: await store.get(tenants, id) }),
    clock,
    cacheFor: CACHED_FOR,
    most: MAX_CACHED,
  });
  return { of: async (tenant) => (await reads.of(tenant)).record, forget: reads.forget };
}
