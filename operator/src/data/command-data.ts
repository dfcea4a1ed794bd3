/** The data that a command opens, even while the server runs: the store (embedded or MongoDB) and the vaults. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@countersign/shared/kernel/clock';
import { createLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { masterKeys } from '@countersign/shared/keys/master-keys';
import type { Vaults } from '@countersign/shared/keys/vault';
import { createVaults } from '@countersign/shared/keys/vaults';
import { type Environment, readSettings } from '@countersign/shared/settings/read-settings';
import type { Settings } from '@countersign/shared/settings/settings';
import type { Store } from '@countersign/shared/store/port';
import type { CommandRun } from '../process/command.ts';
import { createRehearsalStore } from './rehearsal-store.ts';
import { runningCluster } from './running-cluster.ts';
import { withKeptSecrets } from './secrets.ts';

export interface CommandData {
  readonly store: Store;
  readonly vaults: Vaults;
  readonly settings: Settings;
  /** With the secrets of DATA_FOLDER. */
  readonly environment: Environment;
}

interface OpenedData extends Omit<CommandData, 'vaults'> {
  /** The store's location, as text. */
  readonly place: string;
}

/** Whether the data is in MongoDB instead of DATA_FOLDER. */
export function usesMongo(env: Environment): boolean {
  return env.MONGODB_URL !== undefined && env.MONGODB_URL !== '';
}

/** The embedded store of a data folder, as text. */
export function placeOfFolder(folder: string): string {
  return `the embedded store in ${join(folder, 'store')}`;
}

export interface CommandDataOptions extends Pick<CommandRun, 'env' | 'report'> {
  /** False: writes of `act` are not stored. */
  readonly changes: boolean;
}

/**
 * Lets a command act on store and vaults: MONGODB_URL's if it is set, those in use by the cluster that runs with
 * DATA_FOLDER, or the embedded ones in DATA_FOLDER. First writes to standard error which of them it uses.
 * @returns `act`'s exit code
 * @throws Error if no server has ever run there; SettingsError
 */
export async function withCommandData(
  { env, report, changes }: CommandDataOptions,
  act: (data: CommandData) => Promise<0 | 1>,
): Promise<0 | 1> {
  const { place, store: opened, settings, environment } = await openCommandData(env);
  try {
    report(`on ${place}\n`);
    const store = changes ? opened : createRehearsalStore(opened);
    const keys = masterKeys(settings);
    const vaults = createVaults({ store, random: systemRandom, clock: systemClock, ...keys });
    return await act({ store, vaults, settings, environment });
  } finally {
    await opened.close();
  }
}

/** @throws Error if no server has ever run there; SettingsError */
async function openCommandData(env: Environment): Promise<OpenedData> {
  const folder = env.DATA_FOLDER || 'data';
  const cluster = await runningCluster(folder);
  const itsOwn = !usesMongo(env) || env.MONGODB_URL === cluster?.MONGODB_URL;
  if (cluster !== undefined && itsOwn) return openMongo(withKeptSecrets({ ...env, ...cluster }, folder));
  if (usesMongo(env)) return openMongo(env);
  if (!existsSync(join(folder, 'store'))) throw new Error(`There is no store in ${folder}: set DATA_FOLDER`);
  const environment = withKeptSecrets(env, folder);
  const { settings } = readSettings(environment);
  // Loaded only here: MongoDB needs no native code.
  const { openEmbeddedStore } = await import('@countersign/shared/store/lmdb/embedded');
  const store = await openEmbeddedStore({ folder });
  return { place: placeOfFolder(folder), store, settings, environment };
}

async function openMongo(environment: Environment): Promise<OpenedData> {
  // Commands run in this service's pod, which has none of the gateway's secrets.
  const { settings } = readSettings(environment, 'webhook-dispatcher');
  const log = createLog('warn', systemClock, (line) => process.stderr.write(line));
  // Loaded only here: the embedded store does not need it.
  const { openConfiguredMongo, placeOfMongo } = await import('@countersign/shared/runtime/configured-mongo');
  const store = openConfiguredMongo(settings, log);
  return { place: placeOfMongo(settings), store, settings, environment };
}
