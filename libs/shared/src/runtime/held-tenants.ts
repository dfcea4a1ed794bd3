/** The states of tenants that the interface has made, held for at most half a second: a suspension holds in every process by then. */
import type { Clock } from '../kernel/clock.ts';
import { createSharedReads } from '../kernel/shared-reads.ts';
import { type TenantRecord, tenants } from '../model/tenants.ts';
import type { Store } from '../store/port.ts';

/** Milliseconds for which a process holds what it has read of tenants and clients. */
export const HELD_FOR = 500;
/** At most this many are held. */
export const MAX_HELD = 10_000;

export interface HeldTenants {
  /** Undefined where the interface has made no tenant of this id: it may be one of the files. */
  of(tenant: string): Promise<TenantRecord | undefined>;
  forget(tenant: string): void;
}

export function createHeldTenants({ store, clock }: { readonly store: Store; readonly clock: Clock }): HeldTenants {
  const reads = createSharedReads({
    read: async (id) => ({ record: await store.get(tenants, id) }),
    clock,
    hold: HELD_FOR,
    most: MAX_HELD,
  });
  return { of: async (tenant) => (await reads.of(tenant)).record, forget: reads.forget };
}
