import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { Allocation } from '@countersign/shared/audit/allocation';
import { LAST_RESTORE, restores } from '@countersign/shared/model/restores';
import type { Collection, Store, StoredDocument } from '@countersign/shared/store/port';
import { statusEntries, statusLists } from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { closeLists, restoreEntries } from '../src/after-restore.ts';
import { allocate, call, type Entry, PUBLIC_URL, update, values, type World, world } from './world.ts';

const small = { listSize: 64, blockSize: 8 };

/** Copies the current data into a separate store. */
async function backupOf(t: TestContext, store: Store): Promise<Store> {
  const backup = await temporaryStore(t);
  const copy = async <T extends StoredDocument>(collection: Collection<T>, index: string): Promise<void> => {
    for (const document of (await store.find(collection, { index, limit: 1000 })).documents) {
      await backup.insert(collection, document);
    }
  };
  await copy(statusLists, 'list');
  await copy(statusEntries, 'session');
  return backup;
}

function names(entries: readonly (readonly Entry[])[]): string[] {
  return entries.flat().map(({ uri, idx }) => `${uri}#${idx}`);
}

async function many({ replica }: World, store: Store, prefix: string, tenant = 'default'): Promise<string[]> {
  const service = replica(small, store);
  const made = Array.from({ length: 20 }, (_, n) => allocate(service, `${prefix}-${n}`, 2, { tenant }));
  return names(await Promise.all(made));
}

test('no index that was allocated since the backup is allocated again, over several restores', async (t) => {
  const w = await world(t);
  const allocated = [...(await many(w, w.store, 'a')), ...(await many(w, w.store, 'b', 'root'))];
  const copies = [await backupOf(t, w.store), await backupOf(t, w.store), await backupOf(t, w.store)];
  // List 1 is full, and list 2 has just been opened.
  allocated.push(...(await many(w, w.store, 'c')), ...(await many(w, w.store, 'd', 'three')));
  for (const [n, backup] of copies.entries()) {
    w.now += 10_000;
    const { closed, lists } = await closeLists({ store: backup, clock: () => w.now });
    assert.deepEqual([closed, lists], [['default/1', 'root/1'], 2]);
    // The first list of `three` was opened after the backup.
    for (const tenant of ['default', 'root', 'three']) allocated.push(...(await many(w, backup, `e-${n}`, tenant)));
  }
  assert.equal(new Set(allocated).size, allocated.length);
});

test('earlier lists are closed and have a new version; new lists have consecutive numbers', async (t) => {
  const w = await world(t);
  await many(w, w.store, 'a');
  const before = await w.store.get(statusLists, 'default/1');
  const { firstList } = await closeLists({ store: w.store, clock: () => w.now });
  const after = await w.store.get(statusLists, 'default/1');
  assert.deepEqual([before?.closed, after?.closed], [false, true]);
  assert.equal(after?.version, (before?.version ?? 0) + 1);
  assert.equal(after?.allocated, before?.allocated);
  const [first] = await allocate(w.replica(small), 'b', 1);
  assert.equal(first?.uri, `${PUBLIC_URL}/status-management/status-list/${firstList}`);
  assert.match(String(firstList), /^[1-9]\d{1,8}$/);
  // A list has 64 entries: these need the next two lists.
  const rest = [...(await many(w, w.store, 'c')), ...(await many(w, w.store, 'd'))];
  const lists = new Set(rest.map((name) => Number(/status-list\/(\d+)#/.exec(name)?.[1])));
  assert.deepEqual([...lists].sort(), [firstList, firstList + 1]);
});

test('a second run closes the lists that are open then, and a clock that was set back lowers no number', async (t) => {
  const w = await world(t);
  const once = await closeLists({ store: w.store, clock: () => w.now });
  assert.deepEqual([once.closed, once.lists], [[], 0]);
  await allocate(w.replica(small), 'a', 1);
  w.now -= 60_000;
  const twice = await closeLists({ store: w.store, clock: () => w.now });
  assert.deepEqual(twice, { closed: [`default/${once.firstList}`], lists: 1, firstList: once.firstList });
  const [next] = await allocate(w.replica(small), 'b', 1);
  assert.ok(next?.uri.endsWith(`/${once.firstList + 1}`));
  const again = await closeLists({ store: w.store, clock: () => w.now });
  assert.deepEqual([again.closed.length, again.lists], [1, 2]);
  assert.equal((await w.store.get(restores, LAST_RESTORE))?.at, w.now);
});

/** The lines of AUDIT_FILE for all entries of a store. */
async function linesOf(store: Store): Promise<readonly Allocation[]> {
  const { documents } = await store.find(statusEntries, { index: 'session', limit: 1000 });
  return documents.map(({ id, tenant, list, indexes, session, configuration, changedAt }) => ({
    entry: { id, tenant, list, indexes, session, configuration },
    size: 64,
    bits: 1 as const,
    at: changedAt,
  }));
}

test('entries and lists that were made since the backup are restored, and the entries can be revoked', async (t) => {
  const w = await world(t);
  await allocate(w.replica(small), 'a', 2, { session: 'old' });
  const backup = await backupOf(t, w.store);
  await update(w.replica(small), 'old', 1);
  // List 1 is full, and list 2 has just been opened.
  await many(w, w.store, 'b');
  const issuing = w.replica(small);
  for (let n = 0; n < 10; n += 1) await allocate(issuing, `c-${n}`, 2, { session: 'new' });
  const allocations = await linesOf(w.store);
  const inList2 = allocations.filter(({ entry }) => entry.list === 2 && entry.session === 'new');
  assert.ok(inList2.length > 0);

  const restored = { store: backup, clock: () => w.now };
  const { closed } = await closeLists(restored);
  assert.deepEqual(closed, ['default/1']);
  assert.equal(await restoreEntries(restored, allocations), allocations.length - 1);
  assert.equal(await restoreEntries(restored, allocations), 0);

  const service = w.replica(small, backup);
  const entries = await update(service, 'new', 1);
  assert.equal(entries.length, 20);
  for (const { entry } of inList2) assert.deepEqual(await values(service, entry.indexes, 2), [1, 1]);
  assert.equal((await call(service, 'status.list', { params: { n: '2' } })).contentType, 'application/statuslist+jwt');
  // Both lists stay closed.
  const lists = (await backup.find(statusLists, { index: 'list', limit: 10 })).documents;
  assert.deepEqual(
    lists.map(({ n, closed: shut, allocated }) => [n, shut, allocated > 0]),
    [
      [1, true, true],
      [2, true, true],
    ],
  );
});

test('an entry of the backup stays unchanged', async (t) => {
  const w = await world(t);
  const service = w.replica(small);
  const [entry] = await allocate(service, 'a', 1);
  const allocations = await linesOf(w.store);
  await update(service, 's', 1);
  await closeLists({ store: w.store, clock: () => w.now });
  assert.equal(await restoreEntries({ store: w.store }, allocations), 0);
  assert.deepEqual(await values(w.replica(small), [entry?.idx ?? -1]), [1]);
});

test('a list that was opened since the backup keeps its key set', async (t) => {
  const w = await world(t);
  const entry = { id: 'default/s/h', tenant: 'default', list: 7, indexes: [1], session: 's', configuration: 'pid' };
  await restoreEntries({ store: w.store }, [{ entry, size: 64, bits: 1, keySet: 'staff', at: w.now }]);
  const list = await w.store.get(statusLists, 'default/7');
  assert.deepEqual([list?.keySet, list?.closed], ['staff', true]);
});
