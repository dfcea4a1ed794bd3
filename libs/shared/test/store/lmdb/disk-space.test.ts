/** A disk that is nearly full. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freeBytes, spaceCheck } from '../../../src/store/lmdb/disk-space.ts';
import { openEmbeddedStore } from '../../../src/store/lmdb/embedded.ts';
import { rows } from './child.ts';

const RESERVE = 32 * 1024 * 1024;

test('the disk is looked at every 50 ms, and the last bytes are kept', () => {
  let [now, free, looks] = [0, RESERVE, 0];
  const check = spaceCheck(
    () => {
      looks += 1;
      return free;
    },
    () => now,
  );
  check();
  free = RESERVE - 1;
  now = 49;
  check();
  assert.equal(looks, 1);
  now = 50;
  const message = /nearly full: 33554431 bytes are left, and 33554432 are kept free/;
  assert.throws(check, (error: Error) => message.test(String(error.cause)));
  free = RESERVE;
  now = 99;
  assert.throws(check);
  now = 100;
  check();
});

test('a store on a nearly full disk refuses what needs space, reads and deletes, and writes again when there is space', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-space-'));
  let [full, now] = [false, 0];
  const space = () => (full ? 0 : RESERVE);
  const store = await openEmbeddedStore({ folder, requireSpace: spaceCheck(space, () => (now += 50)) });
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const row = { group: 'g', size: 1, handle: 'h' };
  const [kept, removed] = [
    await store.insert(rows, { id: 'a', ...row }),
    await store.insert(rows, { id: 'b', ...row, handle: 'i' }),
  ];
  assert.ok(kept && removed);
  full = true;
  const refused = { code: 'temporarily_unavailable' };
  await assert.rejects(store.insert(rows, { id: 'c', ...row, handle: 'j' }), refused);
  await assert.rejects(store.replace(rows, { ...kept, size: 2 }), refused);
  assert.deepEqual(await store.get(rows, 'a'), kept);
  assert.equal(await store.delete(rows, removed), true);
  full = false;
  assert.equal((await store.replace(rows, { ...kept, size: 2 }))?.size, 2);
});

test('the free bytes are those of the folder', () => {
  assert.ok(freeBytes(tmpdir()) > 0);
});
