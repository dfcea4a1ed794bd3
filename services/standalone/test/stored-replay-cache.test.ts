import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import type { ReplayCache } from '@countersign/shared/cache/port';
import { LAST_RESTORE, restores } from '@countersign/shared/model/restores';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import type { Store } from '@countersign/shared/store/port';
import { cacheContract } from '@countersign/shared/test/cache/contract';
import { temporaryFolder, temporaryStore } from '@countersign/shared/test/store/temporary';
import { openStoredReplayCache, usedMarks } from '../src/stored-replay-cache.ts';

const START = 1_700_000_000_123;

cacheContract('marks in the embedded store', async () => {
  let now = START;
  const clock = (): number => now;
  const undo: (() => unknown)[] = [];
  // Replaces a test context, and ends with the suite.
  const store = await temporaryStore({ after: (run: () => unknown) => undo.unshift(run) } as never);
  const counters = createInProcessCache({ clock });
  const open = async () => ({
    increment: counters.increment.bind(counters),
    decrement: counters.decrement.bind(counters),
    ping: counters.ping.bind(counters),
    close: async () => undefined,
    ...(await openStoredReplayCache({ store, clock, firstStart: false })),
  });
  return {
    caches: [await open(), await open()],
    pass: async (milliseconds) => {
      now += milliseconds;
    },
    now: clock,
    close: async () => {
      for (const run of undo) await run();
    },
  };
});

/** A store whose documents of marks can be counted. */
async function held(store: Store): Promise<number> {
  return (await store.find(usedMarks, { index: 'expiresAt', from: 0, limit: 10_000 })).documents.length;
}

test('a mark survives a restart, and the period before it stays complete', async (t) => {
  const folder = await temporaryFolder(t);
  const clock = (): number => START;
  const first = await openEmbeddedStore({ folder });
  const before = await openStoredReplayCache({ store: first, clock, firstStart: true });
  assert.deepEqual(await before.addOnce('used', 60_000), { first: true, completeSince: 0 });
  await first.close();
  const second = await openEmbeddedStore({ folder });
  t.after(() => second.close());
  const marks = await openStoredReplayCache({ store: second, clock: () => START + 1000, firstStart: false });
  assert.deepEqual(await marks.addOnce('used', 60_000), { first: false, completeSince: 0 });
  assert.deepEqual(await marks.addOnce('new', 60_000), { first: true, completeSince: 0 });
});

test('a store that had no marks until now is complete since now, also at later starts', async (t) => {
  const store = await temporaryStore(t);
  const open = (now: number): Promise<ReplayCache> =>
    openStoredReplayCache({ store, clock: () => now, firstStart: false });
  assert.equal((await (await open(START)).addOnce('a', 1000)).completeSince, START);
  assert.equal((await (await open(START + 5000)).addOnce('b', 1000)).completeSince, START);
});

test('a restored store is complete since the restore: the backup has no later mark', async (t) => {
  const store = await temporaryStore(t);
  await openStoredReplayCache({ store, clock: () => START, firstStart: true });
  await store.insert(restores, { id: LAST_RESTORE, at: START + 7000, firstList: 1 });
  const marks = await openStoredReplayCache({ store, clock: () => START + 9000, firstStart: false });
  assert.equal((await marks.addOnce('a', 1000)).completeSince, START + 7000);
});

test('ended marks are removed, once a minute', async (t) => {
  let now = START;
  const store = await temporaryStore(t);
  const marks = await openStoredReplayCache({ store, clock: () => now, firstStart: true });
  for (let i = 0; i < 20; i += 1) await marks.addOnce(`${i}`, i < 15 ? 1000 : 600_000);
  now += 30_000;
  await marks.addOnce('too early to look', 600_000);
  assert.equal(await held(store), 21);
  now += 31_000;
  await marks.addOnce('looks', 600_000);
  assert.equal(await held(store), 7);
  assert.equal((await marks.addOnce('17', 600_000)).first, false);
});

test('marks beyond the limit of one removal are removed by the next ones', async (t) => {
  let now = START;
  const store = await temporaryStore(t);
  const marks = await openStoredReplayCache({ store, clock: () => now, firstStart: true });
  await Promise.all(Array.from({ length: 450 }, (_, i) => marks.addOnce(`${i}`, 1000)));
  now += 61_000;
  for (const key of ['a', 'b', 'c']) await marks.addOnce(key, 600_000);
  assert.equal(await held(store), 3);
});

test('of many callers that mark a key again after its end one is the first', async (t) => {
  let now = START;
  const store = await temporaryStore(t);
  const marks = await openStoredReplayCache({ store, clock: () => now, firstStart: true });
  await marks.addOnce('a', 1000);
  now += 1000;
  const again = await Promise.all(Array.from({ length: 20 }, () => marks.addOnce('a', 1000)));
  assert.equal(again.filter(({ first }) => first).length, 1);
});

test('only the hash of a key is stored', async (t) => {
  const store = await temporaryStore(t);
  const marks = await openStoredReplayCache({ store, clock: () => START, firstStart: true });
  await marks.addOnce('canary-client', 1000);
  const { documents } = await store.find(usedMarks, { index: 'expiresAt', from: 0, limit: 10 });
  assert.ok(!JSON.stringify(documents).includes('canary'));
});
