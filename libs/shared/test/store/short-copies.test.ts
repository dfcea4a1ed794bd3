import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Collection, FindQuery, Store, StoredDocument } from '../../src/store/port.ts';
import { COPY_LASTS, withShortCopies } from '../../src/store/short-copies.ts';
import { updateDocument } from '../../src/store/update-document.ts';
import { temporaryStore } from './temporary.ts';

interface Setting extends StoredDocument {
  readonly value: string;
}

const settings: Collection<Setting> = { name: 'settings', indexes: { value: { fields: ['value'] } } };
const others: Collection<Setting> = { name: 'others', indexes: {} };

/** Two replicas on one store. A write waits until `end` is called. */
async function twoReplicas(t: Parameters<typeof temporaryStore>[0]) {
  const shared = await temporaryStore(t);
  const at = { now: 5000 };
  const reads: string[] = [];
  const waits: { readonly milliseconds: number; readonly end: () => void }[] = [];
  const counted: Store = {
    ...shared,
    insert: (...args) => shared.insert(...args),
    replace: (...args) => shared.replace(...args),
    delete: (...args) => shared.delete(...args),
    get: <T extends StoredDocument>(collection: Collection<T>, id: string) => {
      reads.push(id);
      return shared.get(collection, id);
    },
    find: <T extends StoredDocument>(collection: Collection<T>, query: FindQuery) => {
      reads.push(JSON.stringify(query.equal));
      return shared.find(collection, query);
    },
  };
  const wait = (milliseconds: number) => new Promise<void>((end) => void waits.push({ milliseconds, end }));
  const replica = () => withShortCopies(counted, { collections: [settings], clock: () => at.now, wait });
  return { shared, at, reads, waits, one: replica(), two: replica() };
}

const query: FindQuery = { index: 'value', equal: ['a'], limit: 10 };

test('a document and a page are read once in the time of a copy', async (t) => {
  const { shared, at, reads, one } = await twoReplicas(t);
  await shared.insert(settings, { id: 'x', value: 'a' });
  const value = async () => (await one.get(settings, 'x'))?.value;
  const found = async () => (await one.find(settings, query)).documents.length;
  assert.deepEqual(await Promise.all([value(), value(), found(), found()]), ['a', 'a', 1, 1]);
  at.now += COPY_LASTS - 1;
  assert.deepEqual([await value(), await found()], ['a', 1]);
  assert.deepEqual(reads, ['x', '["a"]']);
  at.now += 1;
  assert.deepEqual([await value(), await found()], ['a', 1]);
  assert.deepEqual(reads, ['x', '["a"]', 'x', '["a"]']);
});

test('other collections are read each time, and their writes do not wait', async (t) => {
  const { one, reads } = await twoReplicas(t);
  await one.insert(others, { id: 'x', value: 'a' });
  await one.get(others, 'x');
  await one.get(others, 'x');
  assert.deepEqual(reads, ['x', 'x']);
});

test('who learns of a write finds it in every replica', async (t) => {
  const { at, waits, one, two } = await twoReplicas(t);
  assert.equal(await two.get(settings, 'x'), undefined);
  let isTold = false;
  const writing = one.insert(settings, { id: 'x', value: 'a' }).then(() => {
    isTold = true;
  });
  while (waits.length === 0) await new Promise((turn) => setImmediate(turn));
  // The other replica still has its copy, so nobody may know of the write yet.
  assert.equal(await two.get(settings, 'x'), undefined);
  assert.equal(isTold, false);
  const [{ milliseconds, end } = assert.fail()] = waits;
  assert.ok(milliseconds > COPY_LASTS);
  at.now += milliseconds;
  end();
  await writing;
  assert.equal((await two.get(settings, 'x'))?.value, 'a');
});

test('a read that began before a write is no copy for longer than the write waits', async (t) => {
  const { shared, at } = await twoReplicas(t);
  let answer: (value: undefined) => void = assert.fail;
  const slow: Store = { ...shared, get: () => new Promise<undefined>((resolve) => (answer = resolve)) };
  const replica = withShortCopies(slow, { collections: [settings], clock: () => at.now });
  const first = replica.get(settings, 'x');
  at.now += COPY_LASTS;
  answer(undefined);
  await first;
  const second = replica.get(settings, 'x');
  answer(undefined);
  assert.notEqual(first, second);
});

test('a write that is refused reads again, and is decided on what is stored', async (t) => {
  const { shared, waits, one } = await twoReplicas(t);
  const stored = (await shared.insert(settings, { id: 'x', value: 'a' })) ?? assert.fail();
  await one.get(settings, 'x');
  await shared.replace(settings, { ...stored, value: 'b' });
  const updating = updateDocument(one, settings, 'x', (before) => ({ ...before, value: `${before.value}c` }));
  while (waits.length === 0) await new Promise((turn) => setImmediate(turn));
  waits[0]?.end();
  assert.equal((await updating)?.value, 'bc');
});

test('a failed read is no copy', async (t) => {
  const { shared } = await twoReplicas(t);
  let fails = true;
  const failing: Store = {
    ...shared,
    get: async () => {
      if (fails) throw new Error('away');
      return undefined;
    },
  };
  const replica = withShortCopies(failing, { collections: [settings], clock: () => 5000 });
  await assert.rejects(replica.get(settings, 'x'), /away/);
  fails = false;
  assert.equal(await replica.get(settings, 'x'), undefined);
});
