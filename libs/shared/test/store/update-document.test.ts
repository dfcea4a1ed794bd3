import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeTransition, updateDocument } from '../../src/store/update-document.ts';
import { temporaryStore } from './temporary.ts';
import { newCollection } from './things.ts';

const things = newCollection();

async function storeWithThing(t: Parameters<typeof temporaryStore>[0]) {
  const store = await temporaryStore(t);
  const thing = await store.insert(things, { id: 'a', label: 'red', size: 1 });
  assert.ok(thing);
  return { store, thing };
}

test('returns the result of the decision that was written, not of one that lost a conflict', async (t) => {
  const { store, thing } = await storeWithThing(t);
  await store.replace(things, { ...thing, label: 'green' });
  const seen: unknown[] = [];
  const taken = await takeTransition(
    store,
    things,
    'a',
    (document) => {
      seen.push(document.label);
      return { document: { ...document, label: 'blue' }, result: document.label };
    },
    thing,
  );
  assert.deepEqual(seen, ['red', 'green']);
  assert.equal(taken?.result, 'green');
  assert.deepEqual([taken?.document.label, taken?.document.rev], ['blue', 3]);
});

test('an unchanged document is not written, and the result is returned', async (t) => {
  const { store, thing } = await storeWithThing(t);
  const taken = await takeTransition(store, things, 'a', (document) => ({ document, result: 'nothing to do' }));
  assert.deepEqual(taken, { document: thing, result: 'nothing to do' });
});

test('a missing document is undefined; a refusal is thrown on and writes nothing', async (t) => {
  const { store } = await storeWithThing(t);
  assert.equal(await updateDocument(store, things, 'b', (document) => ({ ...document })), undefined);
  const refuse = (): never => {
    throw new Error('refused');
  };
  await assert.rejects(updateDocument(store, things, 'a', refuse), /refused/);
  assert.equal((await store.get(things, 'a'))?.rev, 1);
});
