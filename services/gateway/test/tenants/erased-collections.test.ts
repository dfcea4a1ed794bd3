import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collections } from '@countersign/shared/model/collections';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { erasedCollections } from '../../src/tenants/erased-collections.ts';
import { insertEach } from './erasure-world.ts';

/** What an erasure does not empty, and why. */
const others: Readonly<Record<string, string>> = {
  keys: 'erase-keys.ts: last, the data key behind all others',
  statusLists: 'relying parties need them',
  tenants: 'the receipt; the id is not given again',
  jobs: 'of no tenant',
  restores: 'of no tenant',
};

test('an erasure knows every collection: add a new one to its table, or here with the reason', () => {
  const known = [...erasedCollections.map(({ name }) => name), ...Object.keys(others)];
  assert.deepEqual(known.sort(), collections.map(({ name }) => name).sort());
});

test('every document of the tenant is found in each collection, and no other one', async (t) => {
  const store = await temporaryStore(t);
  for (const tenant of ['acme', 'other']) await insertEach(store, tenant, 3);
  for (const { name, toRemove, remove } of erasedCollections) {
    const found: string[] = [];
    for await (const ids of toRemove(store, 'acme')) found.push(...ids);
    assert.equal(found.length, 3, name);
    assert.ok(
      found.every((id) => id.startsWith('acme/')),
      name,
    );
    await remove(store, 'acme', found);
    // Once more: removed documents stay removed.
    await remove(store, 'acme', found);
    for await (const ids of toRemove(store, 'acme')) assert.deepEqual(ids, [], name);
  }
});
