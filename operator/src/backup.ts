/** `backup`: a copy of the embedded store as it is at one moment, also while the server runs. See docs/restore.md. */

import { backupEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import { placeOfFolder, usesMongo } from './beside-server.ts';
import { asksForHelp, type CommandHelp, type CommandRun, helpOf, orTell, usageOf } from './command.ts';
import { runningCluster } from './running-cluster.ts';

const HELP: CommandHelp = {
  name: 'backup',
  words: '<folder>',
  about: `Copies the embedded store of DATA_FOLDER into a new folder, also while the server runs. Nothing that is there is changed,
so it needs no --yes; secrets are not copied. See docs/restore.md.`,
};

const MONGO = 'MONGODB_URL is set: the data is in MongoDB, which is backed up with its own tools\n';
const NO_AUDIT_FILE =
  'AUDIT_FILE is not set: after a restore of this backup, what was issued, revoked or erased since can not be brought back\n';
const CLUSTER = 'A cluster runs with this folder: its data is in MongoDB, which is backed up with its own tools\n';

/**
 * Copies the store of DATA_FOLDER into the folder that the argument names. Secrets are not copied: MASTER_KEY belongs
 * elsewhere.
 * @returns the exit code: 1 refused or failed
 */
export async function runBackup({ args, env, write, tell }: CommandRun): Promise<0 | 1> {
  if (asksForHelp(args)) {
    write(helpOf(HELP));
    return 0;
  }
  const [target, ...more] = args;
  if (target === undefined || target.startsWith('-') || more.length > 0) {
    tell(usageOf(HELP.name, HELP.words));
    return 1;
  }
  if (usesMongo(env)) {
    tell(MONGO);
    return 1;
  }
  return orTell(tell, async () => {
    const folder = env.DATA_FOLDER || 'data';
    if ((await runningCluster(folder)) !== undefined) {
      tell(CLUSTER);
      return 1;
    }
    tell(`from ${placeOfFolder(folder)}\n`);
    await backupEmbeddedStore(folder, target);
    write(`backed up to ${target}\n`);
    if (!env.AUDIT_FILE) tell(NO_AUDIT_FILE);
    return 0;
  });
}
