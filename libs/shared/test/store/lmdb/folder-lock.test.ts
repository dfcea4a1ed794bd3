import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openEmbeddedStore } from '../../../src/store/lmdb/embedded.ts';
import { holderOfFolder, joinFolder, lockFolder } from '../../../src/store/lmdb/folder-lock.ts';
import type { Collection, StoredDocument } from '../../../src/store/port.ts';
import { rows } from './child.ts';

const child = fileURLToPath(new URL('child.js', import.meta.url));

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-lock-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

/** Starts a process that has the folder's lock. */
async function startHolder(t: TestContext, folder: string): Promise<ChildProcess> {
  const holder = spawn(process.execPath, [child, 'lock', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => holder.kill('SIGKILL'));
  const [said] = await once(holder.stdout, 'data');
  assert.equal(String(said), 'locked\n');
  return holder;
}

/** Changes the record of the lock, as if another process had left it. */
async function forge(folder: string, change: { readonly pid?: number; readonly began?: string }): Promise<void> {
  const locks: Collection<StoredDocument> = { name: 'locks', indexes: {} };
  const store = await openEmbeddedStore({ folder: join(folder, 'lock') });
  const record = await store.get(locks, 'server');
  assert.ok(record);
  assert.ok(await store.replace(locks, { ...record, ...change }));
  await store.close();
}

describe('lock of the data folder', () => {
  it('refuses a second process while the first runs, and names its pid', async (t) => {
    const folder = await newFolder(t);
    const holder = await startHolder(t, folder);
    await assert.rejects(lockFolder(folder), (error: Error) => {
      assert.equal(error.name, 'Error');
      assert.match(error.message, new RegExp(`process ${holder.pid}\\)`));
      assert.match(error.message, /DATA_FOLDER/);
      return true;
    });
  });

  it('with a worker of a killed server that still runs: a new server waits for its end', async (t) => {
    const folder = await newFolder(t);
    const holder = await startHolder(t, folder);
    const leave = await joinFolder(folder, holder.pid ?? 0);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    await assert.rejects(lockFolder(folder, 50), (error: Error) => {
      assert.match(error.message, new RegExp(`in use by .*process ${process.pid}\\)`));
      return true;
    });
    assert.equal(await holderOfFolder(folder), process.pid, 'a command sees it too');
    const locked = lockFolder(folder);
    await leave();
    await leave();
    await (await locked)();
    assert.equal(await holderOfFolder(folder), undefined);
  });

  it('is joined by workers of its holder alone', async (t) => {
    const folder = await newFolder(t);
    await assert.rejects(joinFolder(folder, process.pid), /no longer belongs to process/);
    const release = await lockFolder(folder);
    await assert.rejects(joinFolder(folder, process.pid + 1), /no longer belongs to process/);
    const leave = await joinFolder(folder, process.pid);
    await leave();
    await release();
    // The refused servers, and the server that left, are in nobody's way.
    await (await lockFolder(folder, 0))();
  });

  it('a worker that was killed with its server is in the way of none', async (t) => {
    const folder = await newFolder(t);
    const holder = await startHolder(t, folder);
    const worker = spawn(process.execPath, [child, 'join', folder, String(holder.pid)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => worker.kill('SIGKILL'));
    const [said] = await once(worker.stdout, 'data');
    assert.equal(String(said), 'joined\n');
    for (const one of [holder, worker]) {
      one.kill('SIGKILL');
      await once(one, 'exit');
    }
    await (await lockFolder(folder, 0))();
  });

  it('of a process ended by kill -9 is taken over', async (t) => {
    const folder = await newFolder(t);
    const holder = await startHolder(t, folder);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const release = await lockFolder(folder);
    await release();
  });

  it('is refused to the process that holds it, and free again after its release', async (t) => {
    const folder = await newFolder(t);
    const release = await lockFolder(folder);
    await assert.rejects(lockFolder(folder), /this process/);
    await release();
    await release();
    const again = await lockFolder(folder);
    await again();
  });

  it('is not held by another process that got the same pid', { skip: process.platform !== 'linux' }, async (t) => {
    const folder = await newFolder(t);
    const holder = await startHolder(t, folder);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    // A process with this pid runs, but with another start time.
    await forge(folder, { pid: process.pid });
    const release = await lockFolder(folder);
    await release();
  });

  it('leaves the store of the folder open to command-line tools', async (t) => {
    const folder = await newFolder(t);
    await startHolder(t, folder);
    const store = await openEmbeddedStore({ folder });
    t.after(() => store.close());
    assert.ok(await store.insert(rows, { id: 'a', group: 'g', size: 1, handle: 'h' }));
  });
});

describe('the holder of a folder', () => {
  it('is the process that has the lock; the check creates no file', async (t) => {
    const folder = await newFolder(t);
    assert.equal(await holderOfFolder(join(folder, 'nowhere')), undefined);
    assert.equal(existsSync(join(folder, 'nowhere')), false);
    const release = await lockFolder(folder);
    assert.equal(await holderOfFolder(folder), process.pid);
    await release();
    assert.equal(await holderOfFolder(folder), undefined);
  });

  it('is not one that was killed', async (t) => {
    const folder = await newFolder(t);
    const holder = await startHolder(t, folder);
    assert.equal(await holderOfFolder(folder), holder.pid);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    assert.equal(await holderOfFolder(folder), undefined);
  });
});
