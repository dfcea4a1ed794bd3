/** `check-config`: what is wrong with the files of the configuration folder. */
import { existsSync } from 'node:fs';
import { systemClock } from '@countersign/shared/kernel/clock';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { checkConfig, countOf, findingLine } from '@countersign/standalone/check-config';
import { asksForHelp, type CommandHelp, type CommandRun, helpOf, orTell, usageOf } from './command.ts';

const HELP: CommandHelp = {
  name: 'check-config',
  words: '[folder]',
  about: `Reads the configuration folder (CONFIG_FOLDER, or the argument) as the services read it, all tenants, and prints every finding:
file, line, column, JSON pointer, and what is accepted. Exit code 1 where there is an error. It changes nothing and needs no server.`,
};

/** @returns the exit code: 1 for an error in a file, for a folder that there is not, and for other arguments */
export async function runCheckConfig({ args, env, write, tell }: CommandRun): Promise<0 | 1> {
  if (asksForHelp(args)) {
    write(helpOf(HELP));
    return 0;
  }
  const [given, ...more] = args;
  if (more.length > 0 || given?.startsWith('-')) {
    tell(usageOf(HELP.name, HELP.words));
    return 1;
  }
  return orTell(tell, async () => {
    // Secrets play no part: a production environment need not be complete for this.
    const { NODE_ENV: _, ...environment } = env;
    const { settings: read } = readSettings(environment);
    const settings = given === undefined ? read : { ...read, CONFIG_FOLDER: given };
    if (!existsSync(settings.CONFIG_FOLDER)) throw new Error(`There is no folder ${settings.CONFIG_FOLDER}`);
    const { findings, files, tenants } = await checkConfig({ settings, environment: env, clock: systemClock });
    for (const finding of findings) write(`${findingLine(finding)}\n`);
    const looked = `${files} files of ${tenants.length === 1 ? 'one tenant' : `${tenants.length} tenants`}`;
    write(`${countOf(findings) ?? 'No mistakes'} in ${looked}, ${settings.CONFIG_FOLDER}\n`);
    return findings.some(({ level }) => level === 'error') ? 1 : 0;
  });
}
