/** Each step from a changed entry to a list in memory, and the failure that it prevents. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { unavailable } from '@countersign/shared/kernel/unavailable';
import type { StatusEntryDocument, StatusListDocument } from '@countersign/shared/model/status/status-documents';
import type { Service } from '@countersign/shared/runtime/service';
import type { Store } from '@countersign/shared/store/port';
import { statusEntries, statusLists } from '@countersign/shared/test/model/every-tenant';
import { createRaises } from '../src/list/raise-version.ts';
import { allocate, call, sendChange, update, values, type Watch, type World, watched, world } from './world.ts';

const small = { listSize: 64, blockSize: 8 };

async function entryOf(store: Store, id = 'default/s/a'): Promise<StatusEntryDocument> {
  const entry = await store.get(statusEntries, id);
  return entry ?? assert.fail('no entry');
}

const LIST = { id: 'default/1', tenant: 'default' };

async function versionOf(store: Store): Promise<number> {
  return (await store.get(statusLists, 'default/1'))?.version ?? assert.fail('no list');
}

async function raiseTimes(store: Store, times: number): Promise<void> {
  const raise = createRaises({ store });
  for (let i = 0; i < times; i += 1) await raise(LIST);
}

function isRaise(name: string, collection: string): boolean {
  return name === 'replace' && collection === 'statusLists';
}

/** A replica whose raises fail, as if it crashed between the write of the entry and the raise. */
function crashingReplica(made: World): Service {
  const watch: Watch = (name, collection) => {
    if (isRaise(name, collection)) throw unavailable('database');
  };
  return made.replica(small, watched(made.store, watch));
}

/** A world with one credential, and a replica with the list in memory. */
async function setUp(t: Parameters<typeof world>[0]) {
  const made = await world(t);
  const reader = made.replica(small);
  const [credential] = await allocate(reader, 'a', 1);
  const idx = credential?.idx ?? assert.fail('no index');
  assert.deepEqual(await values(reader, [idx]), [0]);
  const value = async (of: Service = reader) => (await values(of, [idx]))[0];
  return { made, reader, idx, value };
}

test('another replica has a change half a second later, without an event', async (t) => {
  const { made, value } = await setUp(t);
  await update(made.replica(small), 's', 1);
  assert.equal(await value(), 0);
  made.now += 499;
  assert.equal(await value(), 0);
  made.now += 1;
  assert.equal(await value(), 1);
  await update(made.replica(small), 's', 0);
  made.now += 500;
  assert.equal(await value(), 0);
});

test('another replica has a change at once with its event, the writing replica before it', async (t) => {
  const { made, reader, value } = await setUp(t);
  const writer = made.replica(small);
  assert.equal(await value(writer), 0);
  await update(writer, 's', 1);
  assert.equal(await value(writer), 1);
  assert.equal(await value(), 0);
  await sendChange(reader, (await entryOf(made.store)).outbox[0] ?? assert.fail('no event'));
  assert.equal(await value(), 1);
});

test('a writer that crashed before its raise: a repeat raises, although the value is stored already', async (t) => {
  const { made, value } = await setUp(t);
  await assert.rejects(update(crashingReplica(made), 's', 1), (error) => error instanceof ProtocolError);
  assert.equal((await entryOf(made.store)).value, 1);
  made.now += 500;
  assert.equal(await value(), 0, 'nothing was acknowledged');
  await update(made.replica(small), 's', 1);
  made.now += 500;
  assert.equal(await value(), 1);
  assert.equal((await entryOf(made.store)).outbox.length, 1);
});

test('a writer that crashed before its raise: the event applies the change', async (t) => {
  const { made, reader, value } = await setUp(t);
  await assert.rejects(update(crashingReplica(made), 's', 1));
  assert.equal(made.woken.length, 1, 'its relay was woken nevertheless');
  const before = (await call(reader, 'status.list')).headers?.etag;
  await sendChange(reader, (await entryOf(made.store)).outbox[0] ?? assert.fail('no event'));
  assert.notEqual((await call(reader, 'status.list')).headers?.etag, before);
  assert.equal(await value(), 1);
});

test('a writer that crashed before its raise: a first read of the list has the change', async (t) => {
  const { made, value } = await setUp(t);
  await assert.rejects(update(crashingReplica(made), 's', 1));
  assert.equal(await value(made.replica(small)), 1);
});

test('a writer that crashed before its raise: the next signature re-reads all entries', async (t) => {
  const { made, reader, value } = await setUp(t);
  await call(reader, 'status.list');
  await assert.rejects(update(crashingReplica(made), 's', 1));
  made.now += 1_800_000;
  await call(reader, 'status.list');
  await reader.stop?.();
  assert.equal(await value(), 1);
});

test('a page that was read before a change never overwrites a later read', async (t) => {
  const { made, idx } = await setUp(t);
  await update(made.replica(small), 's', 1);
  await update(made.replica(small), 's', 0);
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let all = 0;
  const store = watched(made.store, () => undefined);
  const late: Store = {
    ...store,
    find: async (collection, query) => {
      const found = await store.find(collection, query);
      if (query.index !== 'changed' || query.from !== undefined) return found;
      all += 1;
      // the background read of a new signature: its response is delayed
      if (all === 2) await gate;
      return found;
    },
  };
  const reader = made.replica(small, late);
  await call(reader, 'status.list');
  made.now += 1_800_000;
  await call(reader, 'status.list');
  while (all < 2) await new Promise((resolve) => setImmediate(resolve));
  await update(made.replica(small), 's', 1);
  made.now += 500;
  const asked = values(reader, [idx]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  open();
  assert.deepEqual(await asked, [1]);
  await reader.stop?.();
  assert.deepEqual(await values(reader, [idx]), [1]);
});

test('a writer whose stamp is below the window stamps again before it answers', async (t) => {
  const { made, value } = await setUp(t);
  let held = false;
  const slow = watched(made.store, async (name, collection) => {
    if (!isRaise(name, collection) || held) return;
    held = true;
    // other writers raise the version, and the reader follows them beyond the window
    await raiseTimes(made.store, 100);
    made.now += 500;
    await value();
  });
  await update(made.replica(small, slow), 's', 1);
  assert.ok(held);
  const { seq } = await entryOf(made.store);
  assert.ok((seq ?? 0) >= (await versionOf(made.store)) - 32, String(seq));
  made.now += 500;
  assert.equal(await value(), 1);
});

test('a stamp within the window below the version of a reader is read, and needs no second stamp', async (t) => {
  const { made, value } = await setUp(t);
  await raiseTimes(made.store, 20);
  made.now += 500;
  await value();
  const calls: string[] = [];
  const store = watched(made.store, (name, collection) => void calls.push(`${name} ${collection}`));
  // it reads the version before the last raises
  const late: Store = {
    ...store,
    get: async (collection, id) => {
      const found = await store.get(collection, id);
      const first = calls.filter((made) => made === 'get statusLists').length === 1;
      return found !== undefined && 'version' in found && first
        ? { ...found, version: 10, rev: found.rev - 11 }
        : found;
    },
  };
  await update(made.replica(small, late), 's', 1);
  assert.deepEqual([(await entryOf(made.store)).seq, await versionOf(made.store)], [11, 22]);
  assert.equal(calls.filter((made) => made === 'replace statusEntries').length, 1);
  made.now += 500;
  assert.equal(await value(), 1);
});

test('a slow writer never lowers a stamp: readers still see what another writer has acknowledged', async (t) => {
  const { made, value } = await setUp(t);
  await raiseTimes(made.store, 100);
  made.now += 500;
  await value();
  let acknowledged = false;
  const slow = watched(made.store, async (name, collection) => {
    if (name === 'replace' && collection === 'statusEntries' && !acknowledged) {
      // between its read of the version and its write, and before it crashes
      acknowledged = true;
      await update(made.replica(small), 's', 1);
    }
    if (isRaise(name, collection)) throw unavailable('database');
  });
  // it reads the version when the list is young
  const young: Store = {
    ...slow,
    get: async (collection, id) => {
      const found = await slow.get(collection, id);
      return found !== undefined && 'version' in found ? { ...found, version: 1 } : found;
    },
  };
  await assert.rejects(update(made.replica(small, young), 's', 1));
  assert.ok(acknowledged);
  made.now += 500;
  assert.equal(await value(), 1);
});

test('concurrent changes share raises; none joins a raise that has begun', async (t) => {
  const { made } = await setUp(t);
  const versions: number[] = [];
  const gates: (() => void)[] = [];
  const store = watched(made.store, async (name, collection, list) => {
    if (!isRaise(name, collection)) return;
    versions.push((list as StatusListDocument).version);
    await new Promise<void>((resolve) => gates.push(resolve));
  });
  const raise = createRaises({ store });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const first = [raise(LIST), raise(LIST)];
  await turn();
  assert.equal(gates.length, 1);
  const later = [raise(LIST), raise(LIST), raise(LIST)];
  await turn();
  assert.equal(gates.length, 1, 'it waits for the running raise');
  gates[0]?.();
  assert.deepEqual(await Promise.all(first), [2, 2]);
  while (gates.length < 2) await turn();
  gates[1]?.();
  assert.deepEqual(await Promise.all(later), [3, 3, 3]);
  assert.deepEqual(versions, [2, 3]);
});

test('a failed raise rejects for the calls that joined it, and the next raise begins', async (t) => {
  const { made } = await setUp(t);
  let failing = true;
  const store = watched(made.store, (name, collection) => {
    if (isRaise(name, collection) && failing) throw unavailable('database');
  });
  const raise = createRaises({ store });
  const both = await Promise.allSettled([raise(LIST), raise(LIST)]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  failing = false;
  assert.equal(await raise(LIST), 2);
});

test('a lease between the read and the raise: both are written', async (t) => {
  const { made, value } = await setUp(t);
  let leased = false;
  const store = watched(made.store, async (name, collection) => {
    if (!isRaise(name, collection) || leased) return;
    leased = true;
    await allocate(made.replica(small), 'b', 1, { session: 'other' });
  });
  await update(made.replica(small, store), 's', 1);
  const list = await made.store.get(statusLists, 'default/1');
  assert.deepEqual([leased, list?.version, list?.allocated], [true, 2, 16]);
  made.now += 500;
  assert.equal(await value(), 1);
});
