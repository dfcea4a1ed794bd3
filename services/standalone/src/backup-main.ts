/** `backup`: a copy of the embedded store as it is at one moment, also while the server runs. See docs/restore.md. */
import { type CommandRun, orTell, usageOf } from '@countersign/shared/runtime/command';
import { backupEmbeddedStore } from '@countersign/shared/store/embedded';
import { usesMongo } from './beside-server.ts';

const MONGO = 'MONGODB_URL is set: the data is in MongoDB, which is backed up with its own tools\n';

/**
 * Copies the store of DATA_FOLDER into the folder that the argument names. Secrets are not copied: MASTER_KEY belongs
 * elsewhere.
 * @returns the exit code: 1 refused or failed
 */
export async function runBackup({ args, env, write, tell }: CommandRun): Promise<0 | 1> {
  const [target, ...more] = args;
  if (target === undefined || target.startsWith('-') || more.length > 0) {
    tell(usageOf('backup', '<folder>'));
    return 1;
  }
  if (usesMongo(env)) {
    tell(MONGO);
    return 1;
  }
  return orTell(tell, async () => {
    await backupEmbeddedStore(env.DATA_FOLDER || 'data', target);
    write(`backed up to ${target}\n`);
    return 0;
  });
}
