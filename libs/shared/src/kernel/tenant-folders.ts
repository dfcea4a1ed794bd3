/** Which folders of `tenants/` make a tenant of files. */
import { join } from 'node:path';
import type { FolderEdits } from './folder-edits.ts';
import { createFolderCheck, createFolderReader } from './versioned-file.ts';

/** What an operator adds to a tenant that the interface made: certificates and keys. They make no tenant of files of it. */
const ADDED: ReadonlySet<string> = new Set(['trust', 'keys']);

/**
 * Returns whether the folder of a tenant makes a tenant of files.
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
