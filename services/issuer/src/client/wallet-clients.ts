/**
 * A tenant's registered wallets, from the first of: its `wallets.json`, the clients written through the API, the root
 * folder's file.
 */
import { join } from 'node:path';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { createFileReader, tenantFolder } from '@countersign/shared/kernel/versioned-file';
import type { Platform } from '@countersign/shared/runtime/service';
import type { StoredWallets } from './stored-wallets.ts';
import { parseRegistrations, type WalletClients } from './wallet-registrations.ts';

const FILE = 'wallets.json';

/** The source of a tenant's registrations; `installation`: the file of the root folder. */
export type WalletsSource = 'file' | 'api' | 'installation' | 'none';

export interface RegisteredWallets {
  /**
   * The tenant's current clients. With a broken file every client is refused. Returns the same object while nothing
   * changes.
   */
  of(tenant: string): Promise<WalletClients>;
  /** The same as written. */
  written(tenant: string): Promise<{ readonly source: WalletsSource; readonly registrations: JsonObject }>;
  /** Whether the tenant has its own file, which takes precedence over the stored clients. */
  hasFile(tenant: string): boolean;
}

const NOTHING = { source: 'none', registrations: {}, clients: parseRegistrations({}) } as const;

export function createWalletClients(
  { settings: { CONFIG_FOLDER }, log, edits }: Pick<Platform, 'settings' | 'log' | 'edits'>,
  stored: Pick<StoredWallets, 'of' | 'now'>,
): RegisteredWallets {
  const reader = createFileReader((text) => {
    const registrations = parseJson(text);
    const clients = parseRegistrations(registrations);
    return { registrations: isObject(registrations) ? registrations : {}, clients };
  }, edits);
  const inFolder = (tenant: string, folder: string, source: WalletsSource) => {
    const content = reader.read(join(folder, FILE));
    if (content === undefined) return undefined;
    if (content.ok) return { source, ...content.value };
    log.error('wallets.json is broken, so no wallet is served', { tenant, file: join(folder, FILE) });
    throw new ProtocolError('server_error', 'The wallet clients are not configured correctly', {
      cause: content.error,
      reason: 'clients_broken',
      facts: { place: FILE },
    });
  };
  const find = async (tenant: string, read: StoredWallets['of']) => {
    const own = inFolder(tenant, tenantFolder(CONFIG_FOLDER, tenant), 'file');
    if (own !== undefined) return own;
    const written = await read(tenant);
    if (written !== undefined) return { source: 'api', ...written } as const;
    return inFolder(tenant, CONFIG_FOLDER, 'installation') ?? NOTHING;
  };
  return {
    of: async (tenant) => (await find(tenant, stored.of)).clients,
    written: async (tenant) => {
      // A client that another process has just written is visible here.
      const { source, registrations } = await find(tenant, stored.now);
      return { source, registrations };
    },
    hasFile: (tenant) => reader.read(join(tenantFolder(CONFIG_FOLDER, tenant), FILE)) !== undefined,
  };
}
