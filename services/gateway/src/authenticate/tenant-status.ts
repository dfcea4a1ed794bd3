/** Whether a tenant is served: always if it comes from files; according to its state if the API created it. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { DEFAULT_TENANT, ID_PATTERN } from '@countersign/shared/kernel/identifiers';
import type { CachedTenants } from '@countersign/shared/runtime/cached-tenants';
import type { TenantExists } from './tenants.ts';

/** `gone`: its erasure has started. */
export type TenantStatus = 'served' | 'suspended' | 'gone';

/** Undefined if there is no such tenant. */
export type TenantStatusOf = (tenant: string) => Promise<TenantStatus | undefined>;

/**
 * @param ofFiles whether a folder or a client in the files declares the tenant: then the API does not decide about it
 */
export function createTenantStatusOf(ofFiles: TenantExists, cachedTenants: Pick<CachedTenants, 'of'>): TenantStatusOf {
  return async (tenant) => {
    if (tenant === DEFAULT_TENANT || (await ofFiles(tenant))) return 'served';
    const life = ID_PATTERN.test(tenant) ? (await cachedTenants.of(tenant))?.life : undefined;
    switch (life?.state) {
      case undefined:
        return undefined;
      case 'active':
        return 'served';
      case 'suspended':
        return 'suspended';
      case 'erasing':
        return 'gone';
      case 'erased':
        // Where nothing was issued there is nothing to serve.
        return Object.keys(life?.receipt.kept ?? {}).length > 0 ? 'gone' : undefined;
      default:
        return life satisfies never;
    }
  };
}

/** Refuses management calls for a tenant that is not served. @throws ProtocolError `forbidden` */
export function checkTenantServed(status: TenantStatus | undefined): void {
  if (status === 'served') return;
  if (status === 'suspended') {
    throw new ProtocolError('forbidden', 'The tenant is suspended', { reason: 'tenant_suspended' });
  }
  throw new ProtocolError('forbidden', 'The tenant is erased', { reason: 'tenant_erased' });
}

/** Seconds after which a wallet may try again. */
const RETRY_AFTER = 300;

/** The error for wallets of a suspended tenant. */
export function suspendedForWallets(): ProtocolError {
  return new ProtocolError('temporarily_unavailable', 'This is not available at the moment', {
    reason: 'tenant_suspended',
    headers: { 'retry-after': String(RETRY_AFTER) },
  });
}
