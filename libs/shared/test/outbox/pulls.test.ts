import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../src/kernel/log.ts';
import { createPulls, newest } from '../../src/outbox/pulls.ts';
import type { Store } from '../../src/store/port.ts';
import { cases, entryOf, insertCase, setUp } from './relay-setting.ts';

function pullsOf(store: Store) {
  return createPulls({ store, collection: cases, log: silentLog });
}

test('a published event waits, and is pulled with the others of its document', async (t) => {
  const { store } = await setUp(t);
  const stored = await insertCase(store, 'a', [entryOf('a', 1), entryOf('a', 2), entryOf('a', 3)]);
  const ids = stored.outbox.map(({ event }) => event.id);
  const pulls = pullsOf(store);
  pulls.add(stored, new Set(ids.slice(0, 1)));
  pulls.add(stored, new Set(ids.slice(1, 2)));
  assert.deepEqual([...pulls.of('a')], ids.slice(0, 2));
  assert.equal(pulls.waiting(), true);
  await pulls.flush();
  const left = await store.get(cases, 'a');
  assert.deepEqual(
    left?.outbox.map(({ event }) => event.id),
    ids.slice(2),
  );
  // One write pulls both.
  assert.equal(left?.rev, stored.rev + 1);
  assert.equal(pulls.waiting(), false);
  assert.equal(pulls.of('a').size, 0);
});

test('where nothing was published nothing waits, and nothing is written', async (t) => {
  const { store } = await setUp(t);
  const stored = await insertCase(store, 'a', [entryOf('a')]);
  const pulls = pullsOf(store);
  pulls.add(stored, new Set());
  assert.equal(pulls.waiting(), false);
  await pulls.flush();
  assert.equal((await store.get(cases, 'a'))?.rev, stored.rev);
});

test('a pull that fails is dropped, and left to the sweep', async (t) => {
  const { store } = await setUp(t);
  const stored = await insertCase(store, 'a', [entryOf('a')]);
  const away = {
    ...store,
    get: () => Promise.reject(new Error('away')),
    replace: () => Promise.reject(new Error('away')),
  };
  const pulls = pullsOf(away as unknown as Store);
  pulls.add(stored, new Set(stored.outbox.map(({ event }) => event.id)));
  await pulls.flush();
  assert.equal(pulls.waiting(), false);
  assert.equal((await store.get(cases, 'a'))?.outbox.length, 1);
});

test('the later revision counts, in whatever order they arrive', () => {
  const [first, second] = [
    { id: 'a', rev: 1 },
    { id: 'a', rev: 2 },
  ];
  assert.equal(newest(undefined, first), first);
  assert.equal(newest(first, second), second);
  assert.equal(newest(second, first), second);
});
