/** Access rights of the embedded store's files. */
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes a store's files private to their owner, because lmdb creates them with access for the group, and for everybody
 * if the umask allows it.
 */
export function restrictToOwner(path: string): void {
  for (const name of ['data.mdb', 'lock.mdb'].map((file) => join(path, file)).filter(existsSync)) {
    try {
      chmodSync(name, 0o600);
    } catch (error) {
      // The file belongs to another user, who granted this one access.
      if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
    }
  }
}
