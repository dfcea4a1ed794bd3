/** Secrets for a start without settings: generated once, kept in DATA_FOLDER with mode 0600. Never in production. */
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@countersign/shared/kernel/make-folder';
import type { Random } from '@countersign/shared/kernel/random';
import type { Environment } from '@countersign/shared/settings/read-settings';

const NAMES = ['AUTH_API_KEY', 'AUTH_CLIENT_SECRET', 'JWT_SECRET', 'MASTER_KEY', 'INTERNAL_SECRET'] as const;
type SecretName = (typeof NAMES)[number];

/** What one process needs. */
const OF_ONE_PROCESS: readonly SecretName[] = ['AUTH_API_KEY', 'AUTH_CLIENT_SECRET', 'JWT_SECRET', 'MASTER_KEY'];
/** What separate services need on top. */
export const OF_SEPARATE_SERVICES: readonly SecretName[] = NAMES;

export interface CompletedEnvironment {
  readonly environment: Environment;
  /** Names of the secrets that come from the file. */
  readonly fromFile: readonly string[];
  readonly file: string;
}

/**
 * Adds the secrets that the environment lacks: from the file, or generated now and written to it. In production the
 * environment stays unchanged.
 * @param names the required secrets
 * @throws Error if the file can't be read, written or parsed
 */
export function completeSecrets(
  environment: Environment,
  dataFolder: string,
  random: Random,
  names: readonly SecretName[] = OF_ONE_PROCESS,
): CompletedEnvironment {
  const file = join(dataFolder, 'secrets.json');
  const missing = names.filter((name) => environment[name] === undefined || environment[name] === '');
  if (environment.NODE_ENV === 'production' || missing.length === 0) return { environment, fromFile: [], file };
  makeFolder(dataFolder);
  const kept = readSecrets(file);
  const made = missing.filter((name) => kept[name] === undefined);
  const secrets = { ...kept, ...Object.fromEntries(made.map((name) => [name, random(32).toString('base64url')])) };
  if (made.length > 0) writeSecrets(file, secrets);
  const added = Object.fromEntries(missing.map((name) => [name, secrets[name]]));
  return { environment: { ...environment, ...added }, fromFile: missing, file };
}

/** Adds the secrets that the environment lacks and the file of DATA_FOLDER has. Generates and writes nothing. */
export function withKeptSecrets(environment: Environment, dataFolder: string): Environment {
  if (environment.NODE_ENV === 'production') return environment;
  const kept = readSecrets(join(dataFolder, 'secrets.json'));
  const missing = NAMES.filter((name) => environment[name] === undefined || environment[name] === '');
  const added = missing.flatMap((name) => (kept[name] === undefined ? [] : [[name, kept[name]]]));
  return { ...environment, ...Object.fromEntries(added) };
}

/**
 * Refuses a store whose MASTER_KEY is neither in the environment nor in the file: a new key would open nothing in it.
 * @throws Error with the remedy
 */
export function checkKeyOfStore(environment: Environment, dataFolder: string): void {
  if (withKeptSecrets(environment, dataFolder).MASTER_KEY || !existsSync(join(dataFolder, 'store'))) return;
  const file = join(dataFolder, 'secrets.json');
  throw new Error(
    `The store in ${dataFolder} needs the MASTER_KEY it was created with: restore the matching secrets.json as ${file}, or set MASTER_KEY`,
  );
}

function readSecrets(file: string): Readonly<Record<string, string>> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) {
      const known = Object.entries(parsed).filter(([name, value]) => isName(name) && typeof value === 'string');
      return Object.fromEntries(known) as Record<string, string>;
    }
  } catch {
    // Reported below: the parser's message would quote the file.
  }
  // With new secrets the data of the old master key could not be opened.
  throw new Error(`${file} is damaged: put it right, or set the secrets in the environment`);
}

/** Writes a temporary file and renames it, so that a crash leaves the old file or the new one. */
function writeSecrets(file: string, secrets: Readonly<Record<string, string | undefined>>): void {
  const temporary = `${file}.${process.pid}.new`;
  writeFileSync(temporary, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
  chmodSync(temporary, 0o600);
  renameSync(temporary, file);
}

function isName(name: string): boolean {
  return (NAMES as readonly string[]).includes(name);
}
