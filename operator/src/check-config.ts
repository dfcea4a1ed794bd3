/** `check-config`: reports errors and warnings in the files of the configuration folder. */
import { existsSync } from 'node:fs';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { checkConfig, countOf, findingLine } from './configuration/check-config.ts';
import type { CommandRun } from './process/command.ts';

/**
 * @returns the exit code: 1 for an error in a file
 * @throws Error if there is no such folder; SettingsError
 */
export async function runCheckConfig({ operands, env, write, clock }: CommandRun): Promise<0 | 1> {
  const [given] = operands;
  // No check uses a secret, so an incomplete production environment is fine.
  const { NODE_ENV: _, ...environment } = env;
  const { settings: read } = readSettings(environment);
  const settings = given === undefined ? read : { ...read, CONFIG_FOLDER: given };
  if (!existsSync(settings.CONFIG_FOLDER)) throw new Error(`There is no folder ${settings.CONFIG_FOLDER}`);
  const { findings, files, tenants } = await checkConfig({ settings, environment: env, clock });
  for (const finding of findings) write(`${findingLine(finding)}\n`);
  const looked = `${files} files of ${tenants.length === 1 ? 'one tenant' : `${tenants.length} tenants`}`;
  write(`${countOf(findings) ?? 'No mistakes'} in ${looked}, ${settings.CONFIG_FOLDER}\n`);
  return findings.some(({ level }) => level === 'error') ? 1 : 0;
}
