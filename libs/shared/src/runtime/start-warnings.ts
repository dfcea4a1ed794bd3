/** Problems of a start that settings don't show: missing folders, addresses that don't match. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Settings } from '../settings/settings.ts';

/** Warnings that don't stop the start of a process that serves wallets and backends. */
export function publicServerWarnings(settings: Settings): readonly string[] {
  return [...publicPortWarnings(settings), ...configFolderWarnings(settings)];
}

/** A folder that can't be read. Configurations may come only through the API, so a missing folder is not an error. */
export function configFolderWarnings({ CONFIG_FOLDER }: Pick<Settings, 'CONFIG_FOLDER'>): readonly string[] {
  const folder = resolve(CONFIG_FOLDER);
  try {
    readdirSync(folder);
    return [];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const why =
      code === 'ENOENT'
        ? 'does not exist'
        : code === 'ENOTDIR'
          ? 'is a file, not a folder'
          : `cannot be read by this process's user (${code})`;
    return [
      `CONFIG_FOLDER ${folder} ${why}: this server has no configurations from files. Create it, or correct the path`,
    ];
  }
}

/** Without TLS and without a proxy, clients connect to this process, so PUBLIC_URL needs the port that it listens on. */
function publicPortWarnings({ PUBLIC_URL, PORT, TRUST_PROXY }: Settings): readonly string[] {
  const { protocol, port } = new URL(PUBLIC_URL);
  const given = port === '' ? 80 : Number(port);
  if (protocol !== 'http:' || PORT === 0 || given === PORT || TRUST_PROXY.length > 0) return [];
  return [
    `PUBLIC_URL ${PUBLIC_URL} has port ${given}, but this server listens on PORT ${PORT}: wallets and browsers will not reach it unless a proxy or a container forwards the port`,
  ];
}
