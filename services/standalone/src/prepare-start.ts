/** The steps before anything is opened: settings, secrets, the log. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CompletedEnvironment, checkKeyOfStore, completeSecrets } from '@countersign/operator/data/secrets';
import { haipProblems } from '@countersign/shared/flow-config/haip-parts';
import type { Clock } from '@countersign/shared/kernel/clock';
import { limitedLines } from '@countersign/shared/kernel/limited-lines';
import { createLog, type Log } from '@countersign/shared/kernel/log';
import { logWriter } from '@countersign/shared/kernel/pretty-log';
import type { Random } from '@countersign/shared/kernel/random';
import { publicServerWarnings } from '@countersign/shared/runtime/start-warnings';
import { type Environment, readSettings, SettingsError } from '@countersign/shared/settings/read-settings';
import type { Settings } from '@countersign/shared/settings/settings';

export interface PreparedStart {
  readonly settings: Settings;
  readonly secrets: CompletedEnvironment;
  readonly warnings: readonly string[];
  readonly dataFolder: string;
  readonly log: Log;
}

interface StartParts {
  readonly env: Environment;
  readonly clock: Clock;
  readonly random: Random;
  readonly log?: Log;
}

/**
 * Reads the settings, and adds the missing secrets.
 * @throws SettingsError; Error if the secrets can't be read or written, or the store has others
 */
export async function prepareStart({ env, clock, random, log }: StartParts): Promise<PreparedStart> {
  const dataFolder = dataFolderOf(env);
  // Before anything is written: a bad environment leaves no trace.
  await checkHaip(readSettings(env).settings, clock);
  checkKeyOfStore(env, dataFolder);
  const prepared = { ...readPrepared(env, clock, log), ...completed(env, dataFolder, random) };
  for (const warning of prepared.warnings) prepared.log.warn('setting', { detail: warning });
  return prepared;
}

/** The same for a complete environment: nothing is checked, created, or logged again. */
export function readPrepared(environment: Environment, clock: Clock, log?: Log): PreparedStart {
  const dataFolder = dataFolderOf(environment);
  const { settings, warnings } = readSettings(environment);
  const secrets = { environment, fromFile: [], file: join(dataFolder, 'secrets.json') };
  const all = log ?? createLog(settings.LOG_LEVEL, clock, logWriter(settings.LOG_FORMAT, process.stdout));
  const own = limitedLines(all, { clock, most: settings.LOG_REQUESTS });
  return { settings, secrets, warnings, dataFolder, log: own };
}

/** Whether the data folder has no store yet. */
export function isFirstStart(dataFolder: string): boolean {
  return !existsSync(join(dataFolder, 'store'));
}

/** With PORT=0 the default of PUBLIC_URL is known only when the port is. */
export function withPort(environment: Environment, given: Settings, port: number): Settings {
  return given.PORT === port ? given : readSettings({ ...environment, PORT: String(port) }).settings;
}

function dataFolderOf(env: Environment): string {
  return env.DATA_FOLDER === undefined || env.DATA_FOLDER === '' ? 'data' : env.DATA_FOLDER;
}

function completed(
  env: Environment,
  dataFolder: string,
  random: Random,
): Pick<PreparedStart, 'secrets' | 'settings' | 'warnings'> {
  const secrets = completeSecrets(env, dataFolder, random);
  const { settings, warnings } = readSettings(secrets.environment);
  return { secrets, settings, warnings: [...warnings, ...publicServerWarnings(settings)] };
}

/** @throws SettingsError with each part that HAIP=true needs and the configuration folder lacks */
async function checkHaip(settings: Settings, clock: Clock): Promise<void> {
  const parts = { settings, clock };
  const problems = [...(await haipProblems(parts, 'issuer')), ...(await haipProblems(parts, 'verifier'))];
  if (problems.length > 0) throw new SettingsError([...new Set(problems)]);
}
