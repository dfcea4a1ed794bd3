/** Reads from the store's file how many transactions were committed; each of them was synced to the disk. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Environment {
  getStats(): { readonly lastTxnId?: number };
  close(): Promise<void>;
}

/** As the store loads it. */
const { open } = createRequire(import.meta.resolve('@countersign/shared/store/lmdb/embedded'))('lmdb') as {
  open: (options: object) => Environment;
};

export interface StoreCommits {
  /** Since the store was made. */
  count(): number;
  close(): Promise<void>;
}

/** @param folder the data folder, whose store is open in this process */
export function storeCommits(folder: string): StoreCommits {
  const path = join(folder, 'store');
  const environment = open({ path, encoding: 'string', keyEncoding: 'binary', readOnly: true });
  return {
    count: () => {
      const { lastTxnId } = environment.getStats();
      if (lastTxnId === undefined) throw new Error('The store does not number its commits');
      return lastTxnId;
    },
    close: () => environment.close(),
  };
}
