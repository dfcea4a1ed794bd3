/** Which folders in `tenants/` define a tenant in files. */
import { join } from 'node:path';
import type { FolderEdits } from './folder-edits.ts';
import { createFolderCheck, createFolderReader } from './versioned-file.ts';

/** What an operator adds to an API tenant: certificates and keys. They don't turn it into a tenant in files. */
const ADDED: ReadonlySet<string> = new Set(['trust', 'keys']);

/**
 * Returns whether a tenant's folder defines a tenant in files.
 * @param edits of the configuration folder; without them each call asks the file system
 */
export function createTenantFolders(configFolder: string, edits?: FolderEdits): (tenant: string) => boolean {
  const isFolder = createFolderCheck(edits);
  const names = createFolderReader('', edits);
  return (tenant) => {
    const folder = join(configFolder, 'tenants', tenant);
    if (!isFolder(folder)) return false;
    const inside = names(folder);
    return inside.length === 0 || inside.some((name) => !ADDED.has(name));
  };
}
