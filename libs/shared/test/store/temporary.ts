/** Temporary stores and folders for tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openEmbeddedStore } from '../../src/store/lmdb/embedded.ts';
import type { Store } from '../../src/store/port.ts';

/** Opens an embedded store in a temporary folder; it is closed and removed after the test. */
export async function temporaryStore(t: TestContext): Promise<Store> {
  const folder = await temporaryFolder(t);
  const store = await openEmbeddedStore({ folder });
  t.after(() => store.close());
  return store;
}

/** A folder that is removed after the test. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
