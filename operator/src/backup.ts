/** `backup`: a copy of the embedded store at one moment, even while the server runs. See docs/how-to/restore.md. */

import { backupEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import { placeOfFolder, usesMongo } from './data/command-data.ts';
import { runningCluster } from './data/running-cluster.ts';
import { type CommandRun, WrongArguments } from './process/command.ts';

const MONGO = 'MONGODB_URL is set: the data is in MongoDB, which is backed up with its own tools\n';
const NO_AUDIT_FILE =
  'AUDIT_FILE is not set: changes made after this backup (issued, revoked, erased) cannot be restored\n';
const CLUSTER = 'A cluster runs with this folder: its data is in MongoDB, which is backed up with its own tools\n';

/**
 * Copies DATA_FOLDER's store into the folder in the argument. Secrets are not copied: MASTER_KEY belongs elsewhere.
 * @returns the exit code: 1 refused
 * @throws Error if there is no store, or the folder can't be written
 */
export async function runBackup({ operands, env, write, report }: CommandRun): Promise<0 | 1> {
  const [target] = operands;
  if (target === undefined) throw new WrongArguments();
  if (usesMongo(env)) {
    report(MONGO);
    return 1;
  }
  const folder = env.DATA_FOLDER || 'data';
  if ((await runningCluster(folder)) !== undefined) {
    report(CLUSTER);
    return 1;
  }
  report(`from ${placeOfFolder(folder)}\n`);
  await backupEmbeddedStore(folder, target);
  write(`backed up to ${target}\n`);
  if (!env.AUDIT_FILE) report(NO_AUDIT_FILE);
  return 0;
}
