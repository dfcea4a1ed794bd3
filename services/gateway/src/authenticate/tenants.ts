/** Tenants from files: they exist through a client that declares them, or through a folder. */
import type { FolderEdits } from '@countersign/shared/kernel/folder-edits';
import { createTenantFolders } from '@countersign/shared/kernel/tenant-folders';
import type { Clients } from './clients.ts';
import { isTenantId } from './clients.ts';

/** True if the tenant exists now, even while it is suspended. `default` is excluded: it has no path. */
export type TenantExists = (id: string) => Promise<boolean>;

export function createTenants(options: {
  readonly configFolder: string;
  readonly clients: Clients;
  readonly reserved: ReadonlySet<string>;
  /** The configuration folder's edits; absent: each call asks the file system. */
  readonly edits?: FolderEdits;
}): TenantExists {
  const { configFolder, clients, reserved } = options;
  const hasFolder = createTenantFolders(configFolder, options.edits);
  return async (id) => {
    if (!isTenantId(id, reserved)) return false;
    if (hasFolder(id)) return true;
    for (const client of (await clients()).values()) if (client.tenant === id) return true;
    return false;
  };
}
