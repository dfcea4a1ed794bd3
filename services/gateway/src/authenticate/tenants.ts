/** Tenants of files: they exist by a client that names them, or by a folder. */
import { join } from 'node:path';
import type { FolderEdits } from '@countersign/shared/kernel/folder-edits';
import { createFolderCheck, createFolderReader } from '@countersign/shared/kernel/versioned-file';
import type { Clients } from './clients.ts';
import { isTenantId } from './clients.ts';

/** True where the tenant exists now, also while it is suspended. `default` does not count: it has no path. */
export type TenantExists = (id: string) => Promise<boolean>;

/** What an operator adds to a tenant that the interface made: certificates and keys. They make no tenant of files of it. */
const ADDED: ReadonlySet<string> = new Set(['trust', 'keys']);

/** Whether a folder of `tenants/` makes a tenant of files. @param names of what it holds */
function makesTenant(names: readonly string[]): boolean {
  return names.length === 0 || names.some((name) => !ADDED.has(name));
}

/** Returns whether the folder of a tenant makes a tenant of files. @param edits as those of `createTenants` */
export function createTenantFolders(configFolder: string, edits?: FolderEdits): (id: string) => boolean {
  const isFolder = createFolderCheck(edits);
  const names = createFolderReader('', edits);
  return (id) => {
    const folder = join(configFolder, 'tenants', id);
    return isFolder(folder) && makesTenant(names(folder));
  };
}

export function createTenants(options: {
  readonly configFolder: string;
  readonly clients: Clients;
  readonly reserved: ReadonlySet<string>;
  /** Of the configuration folder; absent: each call asks the file system. */
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
