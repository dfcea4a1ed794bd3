/** What a command opens, also while the server runs: the store (embedded, or MongoDB where it is set) and the vaults. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@countersign/shared/clock';
import { masterKeys } from '@countersign/shared/crypto/master-keys';
import type { Vaults } from '@countersign/shared/crypto/vault';
import { createVaults } from '@countersign/shared/crypto/vaults';
import { createLog } from '@countersign/shared/log';
import { systemRandom } from '@countersign/shared/random';
import { type Environment, readSettings } from '@countersign/shared/read-settings';
import type { Store } from '@countersign/shared/store/port';
import { completeSecrets } from './secrets.ts';

export interface BesideServer {
  readonly store: Store;
  readonly vaults: Vaults;
}

/** Whether the data is in MongoDB, and not in DATA_FOLDER. */
export function usesMongo(env: Environment): env is Environment & { readonly MONGODB_URL: string } {
  return env.MONGODB_URL !== undefined && env.MONGODB_URL !== '';
}

/**
 * Opens store and vaults: those of MONGODB_URL where it is set, else those of DATA_FOLDER; the caller closes the store.
 * @throws Error where no server has ever run there; SettingsError
 */
export async function openBesideServer(env: Environment): Promise<BesideServer> {
  if (usesMongo(env)) return besideServices(env, env.MONGODB_URL);
  const folder = readSettings(env).settings.DATA_FOLDER;
  if (!existsSync(join(folder, 'store'))) throw new Error(`There is no store in ${folder}: set DATA_FOLDER`);
  const { settings } = readSettings(completeSecrets(env, folder, systemRandom).environment);
  const keys = masterKeys(settings);
  // Loaded only here: with MongoDB no native code is needed.
  const { openEmbeddedStore } = await import('@countersign/shared/store/embedded');
  const store = await openEmbeddedStore({ folder });
  return { store, vaults: createVaults({ store, random: systemRandom, clock: systemClock, ...keys }) };
}

async function besideServices(env: Environment, url: string): Promise<BesideServer> {
  const { settings } = readSettings(env);
  const keys = masterKeys(settings);
  const log = createLog('warn', systemClock, (line) => process.stderr.write(line));
  // Loaded only here: one process needs none of it.
  const { openMongoStore } = await import('@countersign/shared/store/mongo');
  const store = openMongoStore({ url, database: settings.MONGODB_DATABASE, timeout: settings.MONGODB_TIMEOUT, log });
  return { store, vaults: createVaults({ store, random: systemRandom, clock: systemClock, ...keys }) };
}
