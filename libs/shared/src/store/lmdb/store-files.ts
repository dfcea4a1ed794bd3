/** Who may read the files of the embedded store. */
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** lmdb makes its files for the group too, and for all to read where the umask allows that. */
export function restrictToOwner(path: string): void {
  for (const name of ['data.mdb', 'lock.mdb'].map((file) => join(path, file)).filter(existsSync)) {
    try {
      chmodSync(name, 0o600);
    } catch (error) {
      // Of another owner, who gave this one access.
      if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
    }
  }
}
