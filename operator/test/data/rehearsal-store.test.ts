import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Collection, Store, StoredDocument } from '@countersign/shared/store/port';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { createRehearsalStore } from '../../src/data/rehearsal-store.ts';

interface Thing extends StoredDocument {
  readonly value: number;
}

const things: Collection<Thing> = { name: 'things', indexes: { value: { fields: ['value'] } } };

/** A store with one document, the rehearsal over it, and a function that reads the stored documents. */
async function world(t: TestContext) {
  const store = await temporaryStore(t);
  const first = (await store.insert(things, { id: 'a', value: 1 })) ?? assert.fail();
  const stored = async (of: Store = store) => (await of.find(things, { index: 'value', limit: 9 })).documents;
  return { store, first, rehearsal: createRehearsalStore(store), stored };
}

test('each write reports the outcome that it would have had, and the store stays as it is', async (t) => {
  const { first, rehearsal, stored } = await world(t);
  assert.deepEqual(await rehearsal.insert(things, { id: 'b', value: 2 }), { id: 'b', value: 2, rev: 1 });
  assert.equal(await rehearsal.insert(things, { id: 'b', value: 3 }), undefined, 'taken by an insert of the rehearsal');
  assert.equal(await rehearsal.insert(things, { id: 'a', value: 3 }), undefined, 'taken in the store');
  assert.deepEqual(await rehearsal.replace(things, { ...first, value: 5 }), { id: 'a', value: 5, rev: 2 });
  assert.equal(await rehearsal.replace(things, { ...first, rev: 7 }), undefined, 'another revision');
  assert.equal(await rehearsal.replace(things, { id: 'c', value: 5, rev: 1 }), undefined, 'not there');
  assert.equal(await rehearsal.delete(things, { ...first, rev: 7 }), false);
  assert.equal(await rehearsal.delete(things, first), true);
  assert.equal(await rehearsal.delete(things, first), false, 'gone by a delete of the rehearsal');
  assert.deepEqual(await stored(), [first]);
});

test('reads: get finds what was inserted, and no read finds what was deleted', async (t) => {
  const { first, rehearsal, stored } = await world(t);
  await rehearsal.insert(things, { id: 'b', value: 2 });
  assert.deepEqual(await rehearsal.get(things, 'b'), { id: 'b', value: 2, rev: 1 });
  await rehearsal.delete(things, first);
  assert.equal(await rehearsal.get(things, 'a'), undefined);
  assert.deepEqual(await stored(rehearsal), [], 'or a loop until all are deleted would not end');
  const second = (await rehearsal.get(things, 'b')) ?? assert.fail();
  await rehearsal.replace(things, { ...second, value: 4 });
  assert.deepEqual(await rehearsal.get(things, 'b'), { id: 'b', value: 4, rev: 2 });
  assert.deepEqual(await stored(), [first]);
  await rehearsal.insert(things, { id: 'a', value: 9 });
  assert.deepEqual(await rehearsal.get(things, 'a'), { id: 'a', value: 9, rev: 1 });
  await rehearsal.ping();
});
