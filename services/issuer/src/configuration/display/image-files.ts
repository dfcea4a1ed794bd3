/** Images in a tenant's folder `public`. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { tenantFolder } from '@countersign/shared/kernel/versioned-file';

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Whether the tenant's folder `public` contains a file. Only the name is checked. */
export function imagesOf(configFolder: string, tenant: string): (file: string) => boolean {
  const folder = join(tenantFolder(configFolder, tenant), 'public');
  return (file) => NAME.test(file) && statSync(join(folder, file), { throwIfNoEntry: false })?.isFile() === true;
}

/** The names of these files, sorted. */
export function namesOfImages(configFolder: string, tenant: string): readonly string[] {
  const folder = join(tenantFolder(configFolder, tenant), 'public');
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder).filter(imagesOf(configFolder, tenant)).sort();
}
