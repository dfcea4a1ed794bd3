/** Tenants of files: they exist by a client that names them, or by a folder. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clients } from './clients.ts';
import { isTenantId } from './clients.ts';

/** True where the tenant exists now, also while it is suspended. `default` does not count: it has no path. */
export type TenantExists = (id: string) => Promise<boolean>;

export function createTenants(options: {
  readonly configFolder: string;
  readonly clients: Clients;
  readonly reserved: ReadonlySet<string>;
}): TenantExists {
  const { configFolder, clients, reserved } = options;
  return async (id) => {
    if (!isTenantId(id, reserved)) return false;
    if (await isFolder(join(configFolder, 'tenants', id))) return true;
    for (const client of (await clients()).values()) if (client.tenant === id) return true;
    return false;
  };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
