import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openEmbeddedStore } from '../../../src/store/lmdb/embedded.ts';
import type { Collection, Store, StoredDocument } from '../../../src/store/port.ts';
import { updateDocument } from '../../../src/store/update-document.ts';
import { storeContract } from '../contract.ts';
import { type Row, rows } from './child.ts';

const child = fileURLToPath(new URL('child.js', import.meta.url));

storeContract('embedded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-store-'));
  const store = await openEmbeddedStore({ folder });
  return {
    store,
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-store-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

/** Every row of the store, read through one index. */
async function through(store: Store, index: string): Promise<readonly Row[]> {
  return (await store.find(rows, { index, limit: 100_000 })).documents;
}

describe('embedded store', () => {
  it('keeps documents and index entries over close and open', async (t) => {
    const folder = await newFolder(t);
    const first = await openEmbeddedStore({ folder });
    const a = await first.insert(rows, { id: 'a', group: 'g', size: 1, handle: 'h' });
    assert.ok(a);
    const b = await first.replace(rows, { ...a, size: 2 });
    await first.close();
    const second = await openEmbeddedStore({ folder });
    t.after(() => second.close());
    assert.deepEqual(await second.get(rows, 'a'), b);
    assert.deepEqual(await through(second, 'size'), [b]);
    assert.equal(await second.insert(rows, { id: 'b', group: 'g', size: 1, handle: 'h' }), undefined);
  });

  it('takes a decision that lost a race again in the same write', async (t) => {
    const store = await openEmbeddedStore({ folder: await newFolder(t) });
    t.after(() => store.close());
    const row = await store.insert(rows, { id: 'a', group: 'g', size: 0, handle: 'a' });
    assert.ok(row);
    let [written, read] = [0, 0];
    const counting = {
      get: (...asked: Parameters<typeof store.get<Row>>) => {
        read += 1;
        return store.get(...asked);
      },
      replace: (...asked: Parameters<typeof store.replace<Row>>) => {
        written += 1;
        return store.replace(...asked);
      },
    };
    const increase = (each: Row): Row => ({ ...each, size: each.size + 1 });
    await Promise.all(Array.from({ length: 5 }, () => updateDocument(counting, rows, 'a', increase, row)));
    assert.equal((await store.get(rows, 'a'))?.size, 5);
    assert.deepEqual([written, read], [5, 0]);
  });

  it('writes no decision that a unique value of another document forbids, also after a lost race', async (t) => {
    const store = await openEmbeddedStore({ folder: await newFolder(t) });
    t.after(() => store.close());
    await store.insert(rows, { id: 'b', group: 'g', size: 0, handle: 'h' });
    const row = await store.insert(rows, { id: 'a', group: 'g', size: 0, handle: 'a' });
    assert.ok(row);
    const [first, second] = await Promise.all([
      store.replace(rows, { ...row, size: 1 }),
      store.replace(rows, { ...row, size: 2 }, (present) => ({ ...present, handle: 'h' })),
    ]);
    assert.deepEqual([first?.rev, second], [2, undefined]);
    assert.deepEqual(await store.get(rows, 'a'), first);
  });

  it('is private to its owner, also where an earlier version gave others access', async (t) => {
    const folder = await newFolder(t);
    const files = ['store/data.mdb', 'store/lock.mdb'].map((name) => join(folder, name));
    const modes = () => files.map((file) => statSync(file).mode & 0o777);
    await (await openEmbeddedStore({ folder })).close();
    assert.deepEqual(modes(), [0o600, 0o600]);
    for (const file of files) chmodSync(file, 0o644);
    const again = await openEmbeddedStore({ folder });
    t.after(() => again.close());
    assert.deepEqual(modes(), [0o600, 0o600]);
  });

  it('is unavailable once it is closed, and closes once', async (t) => {
    const store = await openEmbeddedStore({ folder: await newFolder(t) });
    const writing = store.insert(rows, { id: 'a', group: 'g', size: 1, handle: 'h' });
    await Promise.all([store.close(), store.close()]);
    assert.ok(await writing);
    const code = { code: 'temporarily_unavailable' };
    await assert.rejects(store.ping(), code);
    await assert.rejects(store.get(rows, 'a'), code);
    await assert.rejects(store.find(rows, { index: 'size', limit: 1 }), code);
    await assert.rejects(store.insert(rows, { id: 'b', group: 'g', size: 1, handle: 'i' }), code);
    await assert.rejects(store.delete(rows, { id: 'a', rev: 1 }), code);
  });

  it('refuses values that can not be indexed, and writes nothing then', async (t) => {
    const store = await openEmbeddedStore({ folder: await newFolder(t) });
    t.after(() => store.close());
    const wide: Collection<StoredDocument> = {
      name: 'wide',
      indexes: { w: { fields: [...'abcdefghij'] } },
    };
    const long = Object.fromEntries([...'abcdefghij'].map((field) => [field, field.repeat(300)]));
    await assert.rejects(store.insert(wide, { id: '1', ...long }), RangeError);
    await assert.rejects(store.insert(wide, Object.assign({ id: '1' }, { a: { no: 'value' } })), TypeError);
    assert.equal(await store.get(wide, '1'), undefined);
  });

  it('reads what another process has written, at once', async (t) => {
    const folder = await newFolder(t);
    const store = await openEmbeddedStore({ folder });
    t.after(() => store.close());
    assert.equal(await store.get(rows, 'late'), undefined);
    // Synchronous, so that no timer of this process renews its snapshot.
    assert.equal(spawnSync(process.execPath, [child, 'insert', folder, 'late']).status, 0);
    assert.equal((await store.get(rows, 'late'))?.handle, 'late');
    assert.equal((await through(store, 'size')).length, 1);
  });

  it('loses no update of two processes', async (t) => {
    const folder = await newFolder(t);
    const store = await openEmbeddedStore({ folder });
    t.after(() => store.close());
    await store.insert(rows, { id: 'shared', group: 'g', size: 0, handle: 'h' });
    const exits = [1, 2].map(async () => {
      const started = spawn(process.execPath, [child, 'add', folder, '150'], { stdio: 'inherit' });
      const [code] = await once(started, 'exit');
      assert.equal(code, 0);
    });
    await Promise.all(exits);
    const shared = await store.get(rows, 'shared');
    assert.deepEqual([shared?.size, shared?.rev], [300, 301]);
    assert.deepEqual(await through(store, 'size'), [shared]);
  });

  it('has every acknowledged write, with its index entries, after kill -9', async (t) => {
    const folder = await newFolder(t);
    const acknowledged = new Map<string, number>();
    for (let round = 0; round < 4; round += 1) {
      const writer = spawn(process.execPath, [child, 'write', folder, `w${round}`], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const exit = once(writer, 'exit');
      let lines = 0;
      for await (const line of createInterface({ input: writer.stdout })) {
        const [id, rev] = line.split(' ');
        assert.ok(id !== undefined);
        acknowledged.set(id, Number(rev));
        lines += 1;
        if (lines === 150 + round) writer.kill('SIGKILL');
      }
      assert.deepEqual(await exit, [null, 'SIGKILL']);
    }
    const store = await openEmbeddedStore({ folder });
    t.after(() => store.close());
    for (const [id, rev] of acknowledged) {
      const row = await store.get(rows, id);
      assert.ok(row !== undefined && row.rev >= rev, `${id} at ${rev}`);
    }
    const all = await through(store, 'size');
    assert.ok(all.length >= acknowledged.size);
    const ids = (list: readonly Row[]): string[] => list.map((row) => row.id).sort();
    assert.deepEqual(ids(await through(store, 'group')), ids(all));
    assert.deepEqual(ids(await through(store, 'handle')), ids(all));
    for (const row of all) {
      const byHandle = await store.find(rows, { index: 'handle', equal: [row.handle], limit: 2 });
      assert.deepEqual(byHandle.documents, [row]);
      const byGroup = await store.find(rows, { index: 'group', equal: [row.group, row.size], limit: 100 });
      assert.ok(byGroup.documents.some((document) => document.id === row.id));
    }
  });

  it('is unavailable when the disk is full, and keeps acknowledged writes', {
    skip: process.platform !== 'linux',
  }, async (t) => {
    const folder = await newFolder(t);
    // ulimit -f: the largest file that the process may write, in units of 512 bytes.
    const filled = spawnSync('sh', ['-c', 'ulimit -f 2000; exec "$0" "$@"', process.execPath, child, 'fill', folder], {
      encoding: 'utf8',
    });
    const lines = filled.stdout.trim().split('\n');
    assert.equal(lines.pop(), 'failed temporarily_unavailable');
    assert.equal(filled.status, 0);
    assert.ok(lines.length > 5);
    const store = await openEmbeddedStore({ folder });
    t.after(() => store.close());
    for (const line of lines) assert.ok(await store.get(rows, line.split(' ')[0] ?? ''), line);
  });

  it('survives failed commits of several writes', { skip: process.platform !== 'linux' }, async (t) => {
    const folder = await newFolder(t);
    const limited = ['-c', 'ulimit -f 100; exec "$0" "$@"', process.execPath, child, 'fill-together', folder];
    const { stdout, status, stderr } = spawnSync('sh', limited, { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    assert.deepEqual(stdout.trim().split('\n'), Array(12).fill('rejected'));
  });
});
