/** Reads from the store's file how many transactions were committed; each of them was synced to the disk. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Environment {
  getStats(): { readonly lastTxnId?: number };
}

/** As the store loads it. */
const { open } = createRequire(import.meta.resolve('@countersign/shared/store/lmdb/embedded'))('lmdb') as {
  open: (options: object) => Environment;
};

/**
 * @param folder the data folder, whose store is open in this process @returns the number of commits since the store was
 *   created
 */
export function storeCommits(folder: string): () => number {
  const path = join(folder, 'store');
  const environment = open({ path, encoding: 'string', keyEncoding: 'binary', readOnly: true });
  return () => {
    const { lastTxnId } = environment.getStats();
    if (lastTxnId === undefined) throw new Error('The store does not number its commits');
    return lastTxnId;
  };
}
