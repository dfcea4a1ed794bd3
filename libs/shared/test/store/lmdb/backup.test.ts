import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { backupEmbeddedStore, openEmbeddedStore } from '../../../src/store/lmdb/embedded.ts';
import { temporaryFolder } from '../temporary.ts';
import { newCollection } from '../things.ts';

test('a backup is a consistent snapshot, also while the store is written to', async (t) => {
  const [folder, target] = [await temporaryFolder(t), await temporaryFolder(t)];
  const things = newCollection();
  const store = await openEmbeddedStore({ folder });
  t.after(() => store.close());
  const insert = (n: number) => store.insert(things, { id: `t-${n}`, size: n, note: 'x'.repeat(500) });
  for (let n = 0; n < 200; n += 1) await insert(n);
  let written = 200;
  let copying = true;
  const writing = (async (): Promise<void> => {
    while (copying) {
      await insert(written);
      written += 1;
    }
  })();
  await backupEmbeddedStore(folder, target);
  copying = false;
  await writing;
  const copy = await openEmbeddedStore({ folder: target });
  t.after(() => copy.close());
  const { documents } = await copy.find(things, { index: 'size', limit: 100_000 });
  assert.ok(documents.length >= 200 && documents.length <= written);
  // The writes were serial, so a consistent snapshot has no gap.
  assert.deepEqual(
    documents.map(({ size }) => size),
    documents.map((_, n) => n),
  );
  assert.equal(statSync(join(target, 'store')).mode & 0o777, 0o700);
  assert.equal(statSync(join(target, 'store/data.mdb')).mode & 0o777, 0o600);
  assert.ok(await copy.insert(things, { id: 'new', size: -1 }), 'it can be written to');
});

test('the folder must hold a store, and the target none', async (t) => {
  const [folder, target] = [await temporaryFolder(t), await temporaryFolder(t)];
  await assert.rejects(backupEmbeddedStore(folder, target), /There is no store/);
  await (await openEmbeddedStore({ folder })).close();
  await backupEmbeddedStore(folder, target);
  await assert.rejects(backupEmbeddedStore(folder, target), /already/);
});
