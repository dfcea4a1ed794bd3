/** Ids of the tenants that a folder, clients.json or the environment names. */
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import { createTenantFolders } from '@countersign/shared/kernel/tenant-folders';
import { tenantsByFolder } from '@countersign/shared/kernel/versioned-file';
import type { Settings } from '@countersign/shared/settings/settings';
import { type Clients, isTenantId } from '../authenticate/clients.ts';

/** Sorted. Includes variant A's tenant if its key is set. */
export async function fileTenants({
  platform: { settings },
  clients,
  reserved,
}: {
  readonly platform: { readonly settings: Pick<Settings, 'CONFIG_FOLDER' | 'AUTH_API_KEY'> };
  readonly clients: Clients;
  readonly reserved: ReadonlySet<string>;
}): Promise<readonly string[]> {
  const named = [...(await clients()).values()].map(({ tenant }) => tenant);
  const byFolder = tenantsByFolder(settings.CONFIG_FOLDER).filter(createTenantFolders(settings.CONFIG_FOLDER));
  const found = [...new Set([...byFolder, ...named])];
  const inPaths = found.filter((id) => isTenantId(id, reserved)).sort();
  return settings.AUTH_API_KEY === undefined ? inPaths : [DEFAULT_TENANT, ...inPaths];
}
