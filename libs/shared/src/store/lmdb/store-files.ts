/** The files of the embedded store: who may read them, and a copy of them. */
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';

/** lmdb makes its files for the group too, and for all to read where the umask allows that. */
export function forOwnerAlone(path: string): void {
  for (const name of ['data.mdb', 'lock.mdb'].map((file) => join(path, file)).filter(existsSync)) {
    try {
      chmodSync(name, 0o600);
    } catch (error) {
      // Of another owner, who gave this one access.
      if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
    }
  }
}

/**
 * Copies the store of a data folder into `<target>/store`, as it is at one moment, also while a server writes to it: what
 * copies the file byte by byte meanwhile may get pages of two moments, which is no store.
 * @param target a folder without a store
 * @throws Error where there is no store to copy, or one in the target
 */
export async function backupEmbeddedStore(folder: string, target: string): Promise<void> {
  const [from, to] = [join(folder, 'store'), join(target, 'store')];
  if (!existsSync(from)) throw new Error(`There is no store in ${folder}`);
  if (existsSync(to)) throw new Error(`There is a store in ${target} already`);
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const database = open<string, Buffer>({ path: from, encoding: 'string', keyEncoding: 'binary', readOnly: true });
  try {
    await database.backup(to, false);
    forOwnerAlone(to);
  } finally {
    await database.close();
  }
}
