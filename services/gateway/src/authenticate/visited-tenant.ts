/** A platform administrator at the console may work in another tenant. Each call names it, so that two windows never mix. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { Route } from '../routes/route.ts';
import type { Caller, DistinctHeaders } from './caller.ts';
import type { TenantStatusOf } from './tenant-status.ts';

/** Only with the console's cookie. Backends have a client in each tenant. */
export const TENANT_HEADER = 'x-countersign-tenant';

export interface VisitParts {
  /** Undefined if there is no such tenant. */
  readonly tenantStatusOf: TenantStatusOf;
  /** Whether variant A, the tenant `default`, is on. */
  readonly hasDefault: boolean;
}

/**
 * The caller in the tenant of the header. That tenant's audit log names `platform:` and the client. Calls about the
 * whole installation stay in the caller's own tenant and audit log.
 * @throws ProtocolError `forbidden`, or `not_found` for a tenant that does not exist
 */
export async function visitingCaller(
  caller: Caller,
  headers: DistinctHeaders,
  { platform }: Pick<Route, 'platform'>,
  { tenantStatusOf, hasDefault }: VisitParts,
): Promise<Caller> {
  const named = headers[TENANT_HEADER];
  if (named === undefined) return caller;
  if (!caller.platform) {
    throw new ProtocolError('forbidden', 'This is for administrators of the installation', { reason: 'platform_only' });
  }
  const [tenant = '', ...others] = named;
  if (tenant === caller.tenant && others.length === 0) return caller;
  const exists = tenant === DEFAULT_TENANT ? hasDefault : (await tenantStatusOf(tenant)) !== undefined;
  if (others.length > 0 || !exists) {
    throw new ProtocolError('not_found', 'There is no such tenant', { reason: 'managed_tenant_unknown' });
  }
  if (platform === true) return caller;
  return {
    ...caller,
    tenant,
    variant: tenant === DEFAULT_TENANT ? 'a' : 'b',
    client: `platform:${caller.client}`,
  };
}
