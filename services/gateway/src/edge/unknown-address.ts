/** Addresses that no route has, and paths of tenants that do not exist: one response for all, and a reason for each. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { TenantExists } from '../authenticate/tenants.ts';
import { askedMetadata, metadataFacts, possibleTenants, shownSegment } from '../request/metadata-path.ts';
import { notFound } from '../request/parameters.ts';
import type { Exchange } from './answer.ts';

type Asking = Pick<Exchange, 'request' | 'tenant'>;

/**
 * The error for a path without a route. If it looks like a well-known address, its facts contain the right one. The
 * exchange then belongs to the tenant in the path.
 * @param prefix segments of PUBLIC_URL's path
 */
export async function unknownAddress(
  exchange: Asking,
  prefix: readonly string[],
  tenantExists: TenantExists,
): Promise<ProtocolError> {
  const asked = askedMetadata(exchange.request.url ?? '', prefix);
  if (asked === undefined) return notFound();
  const tenant = await firstTenant(possibleTenants(asked), tenantExists);
  if (tenant !== undefined) exchange.tenant = tenant;
  return refusedAs({ reason: 'metadata_path', facts: metadataFacts(asked, prefix, tenant) });
}

/**
 * The error for the path of a tenant that does not exist. @param askedPath the path's pattern, which may contain
 * references
 */
export function unknownTenant(askedPath: string, tenant: string): ProtocolError {
  // The tenant of variant A has no path.
  const right = tenant === DEFAULT_TENANT ? { rightPath: askedPath.replace('/{tenantId}', '') } : {};
  return refusedAs({ reason: 'tenant_unknown', facts: { received: shownSegment(tenant), askedPath, ...right } });
}

async function firstTenant(candidates: readonly string[], tenantExists: TenantExists): Promise<string | undefined> {
  for (const candidate of candidates) if (await tenantExists(candidate)) return candidate;
  return undefined;
}

function refusedAs(why: Reasoned): ProtocolError {
  const { code, message } = notFound();
  return new ProtocolError(code, message, why);
}
