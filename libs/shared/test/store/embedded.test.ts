import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStore } from '../../src/store/embedded.ts';
import { storeContract } from './contract.ts';

async function inNewFolder(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-store-'));
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

storeContract('embedded', async () => {
  const { folder, remove } = await inNewFolder();
  const store = await openEmbeddedStore({ folder });
  return {
    store,
    close: async () => {
      await store.close();
      await remove();
    },
  };
});
