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
import { type CommandRun, orTell } from '@countersign/shared/runtime/command';
import type { Store } from '@countersign/shared/store/port';
import { completeSecrets } from './secrets.ts';

export interface BesideServer {
  readonly store: Store;
  readonly vaults: Vaults;
}

/** Whether the data is in MongoDB, and not in DATA_FOLDER. */
export function usesMongo(env: Environment): boolean {
  return env.MONGODB_URL !== undefined && env.MONGODB_URL !== '';
}

/**
 * Lets a command act on store and vaults: those of MONGODB_URL where it is set, else those of DATA_FOLDER.
 * @returns the exit code of `act`, or 1 where something failed, such as where no server has ever run there, which it tells
 */
export async function runBesideServer(
  { env, tell }: Pick<CommandRun, 'env' | 'tell'>,
  act: (beside: BesideServer) => Promise<0 | 1>,
): Promise<0 | 1> {
  return orTell(tell, async () => {
    const beside = await openBesideServer(env);
    try {
      return await act(beside);
    } finally {
      await beside.store.close();
    }
  });
}

/** @throws Error where no server has ever run there; SettingsError */
async function openBesideServer(env: Environment): Promise<BesideServer> {
  if (usesMongo(env)) return besideServices(env);
  const folder = readSettings(env).settings.DATA_FOLDER;
  if (!existsSync(join(folder, 'store'))) throw new Error(`There is no store in ${folder}: set DATA_FOLDER`);
  const { settings } = readSettings(completeSecrets(env, folder, systemRandom).environment);
  const keys = masterKeys(settings);
  // Loaded only here: with MongoDB no native code is needed.
  const { openEmbeddedStore } = await import('@countersign/shared/store/embedded');
  const store = await openEmbeddedStore({ folder });
  return { store, vaults: createVaults({ store, random: systemRandom, clock: systemClock, ...keys }) };
}

async function besideServices(env: Environment): Promise<BesideServer> {
  const { settings } = readSettings(env);
  const keys = masterKeys(settings);
  const log = createLog('warn', systemClock, (line) => process.stderr.write(line));
  // Loaded only here: one process needs none of it.
  const { openConfiguredMongo } = await import('@countersign/shared/runtime/configured-mongo');
  const store = openConfiguredMongo(settings, log);
  return { store, vaults: createVaults({ store, random: systemRandom, clock: systemClock, ...keys }) };
}
