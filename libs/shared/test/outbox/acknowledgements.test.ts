import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../src/kernel/log.ts';
import { createAcknowledgements, newest } from '../../src/outbox/acknowledgements.ts';
import type { Store } from '../../src/store/port.ts';
import { cases, entryOf, insertCase, setUp } from './relay-setting.ts';

function acknowledgementsOf(store: Store) {
  return createAcknowledgements({ store, collection: cases, log: silentLog });
}

test('a published event waits, and is acknowledged with the others of its document', async (t) => {
  const { store } = await setUp(t);
  const stored = await insertCase(store, 'a', [entryOf('a', 1), entryOf('a', 2), entryOf('a', 3)]);
  const ids = stored.outbox.map(({ event }) => event.id);
  const acknowledgements = acknowledgementsOf(store);
  acknowledgements.add(stored, new Set(ids.slice(0, 1)));
  acknowledgements.add(stored, new Set(ids.slice(1, 2)));
  assert.deepEqual([...acknowledgements.of('a')], ids.slice(0, 2));
  assert.equal(acknowledgements.waiting(), true);
  await acknowledgements.flush();
  const left = await store.get(cases, 'a');
  assert.deepEqual(
    left?.outbox.map(({ event }) => event.id),
    ids.slice(2),
  );
  // One write removes both.
  assert.equal(left?.rev, stored.rev + 1);
  assert.equal(acknowledgements.waiting(), false);
});

test('an event that was acknowledged a moment ago is known: an earlier revision may still be on its way', async (t) => {
  const { store } = await setUp(t);
  const stored = await insertCase(store, 'a', [entryOf('a', 1), entryOf('a', 2)]);
  const [first = '', second = ''] = stored.outbox.map(({ event }) => event.id);
  const acknowledgements = acknowledgementsOf(store);
  acknowledgements.add(stored, new Set([first]));
  await acknowledgements.flush();
  assert.deepEqual([...acknowledgements.of('a')], [first]);
  acknowledgements.add((await store.get(cases, 'a')) ?? stored, new Set([second]));
  assert.deepEqual([...acknowledgements.of('a')], [second, first]);
  await acknowledgements.flush();
  assert.deepEqual([...acknowledgements.of('a')], [second, first]);
  await acknowledgements.flush();
  assert.deepEqual([...acknowledgements.of('a')], [second]);
  await acknowledgements.flush();
  assert.equal(acknowledgements.of('a').size, 0);
});

test('where nothing was published nothing waits, and nothing is written', async (t) => {
  const { store } = await setUp(t);
  const stored = await insertCase(store, 'a', [entryOf('a')]);
  const acknowledgements = acknowledgementsOf(store);
  acknowledgements.add(stored, new Set());
  assert.equal(acknowledgements.waiting(), false);
  await acknowledgements.flush();
  assert.equal((await store.get(cases, 'a'))?.rev, stored.rev);
});

test('an acknowledgement that fails is dropped, and left to the sweep', async (t) => {
  const { store } = await setUp(t);
  const stored = await insertCase(store, 'a', [entryOf('a')]);
  const away = {
    ...store,
    get: () => Promise.reject(new Error('away')),
    replace: () => Promise.reject(new Error('away')),
  };
  const acknowledgements = acknowledgementsOf(away as unknown as Store);
  acknowledgements.add(stored, new Set(stored.outbox.map(({ event }) => event.id)));
  await acknowledgements.flush();
  assert.equal(acknowledgements.waiting(), false);
  // The sweep publishes it again.
  assert.equal(acknowledgements.of('a').size, 0);
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
