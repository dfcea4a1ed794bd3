/** Positions of lists: no repeats, blocks across replicas, a full list, a restore. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAST_RESTORE, restores } from '@countersign/shared/model/restores';
import { statusLists } from '@countersign/shared/model/status/status-documents';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { createLeases, type Positions } from '../../src/allocation/lease-positions.ts';
import { statusListId } from '../../src/list/status-list-transitions.ts';
import { watched, world } from '../world.ts';

const small = { listSize: 16, blockSize: 4 };
const places = ({ list, first, count }: Positions): string[] =>
  Array.from({ length: count }, (_, n) => `${list}/${first + n}`);

test('each replica takes its own blocks, and no position repeats', async (t) => {
  const made = await world(t);
  const takers = [1, 2, 3].map(() => createLeases(made.platform(), small));
  const taken = await Promise.all(Array.from({ length: 40 }, (_, n) => takers[n % 3]?.('default', 1 + (n % 3))));
  const all = taken.flatMap((positions) => (positions === undefined ? [] : places(positions)));
  assert.equal(new Set(all).size, all.length);
  assert.ok(taken.every((positions) => positions !== undefined && positions.first + positions.count <= 16));
});

test('a block costs one write for any number of concurrent callers', async (t) => {
  const made = await world(t);
  const calls: string[] = [];
  const take = createLeases(made.platform(watched(made.store, (call) => void calls.push(call))), small);
  await take('default', 1);
  calls.length = 0;
  await Promise.all([take('default', 1), take('default', 1), take('default', 1)]);
  assert.deepEqual(calls, []);
  await Promise.all([take('default', 1), take('default', 1)]);
  assert.equal(calls.filter((call) => call === 'replace').length, 1);
});

test('positions of one request are in one list; the rest of a list that is too short stays free', async (t) => {
  const made = await world(t);
  const take = createLeases(made.platform(), small);
  assert.equal((await take('default', 10)).list, 1);
  assert.deepEqual([(await take('default', 10)).list, (await take('default', 16)).list], [2, 3]);
  const stored = await ofTenant(made.store, 'default').get(statusLists, statusListId('default', 3));
  assert.deepEqual([stored?.allocated, stored?.closed, stored?.size], [16, true, 16]);
  await assert.rejects(take('default', 17), RangeError);
});

test('released positions are reused, unless later ones are taken', async (t) => {
  const take = createLeases((await world(t)).platform(), small);
  const first = await take('default', 2);
  first.release();
  assert.equal((await take('default', 2)).first, first.first);
  const second = await take('default', 1);
  const third = await take('default', 1);
  second.release();
  assert.notEqual((await take('default', 1)).first, second.first);
  assert.notEqual(third.first, second.first);
});

test('each tenant has its own lists', async (t) => {
  const made = await world(t);
  const take = createLeases(made.platform(), small);
  await take('default', 4);
  assert.equal((await take('other', 1)).first, 0);
  assert.equal((await ofTenant(made.store, 'other').get(statusLists, statusListId('other', 1)))?.allocated, 4);
});

test('after a restore new lists have numbers above those that may have been in use', async (t) => {
  const made = await world(t);
  await made.store.insert(restores, { id: LAST_RESTORE, at: made.now, firstList: 7 });
  assert.equal((await createLeases(made.platform(), small)('default', 1)).list, 7);
});

test('credentials of each key set are in lists of their own, numbered in one sequence', async (t) => {
  const made = await world(t);
  const takers = [1, 2].map(() => createLeases(made.platform(), small));
  const sets = [undefined, 'staff', 'guests', 'staff', undefined];
  const taken = await Promise.all(sets.map((set, at) => takers[at % 2]?.('default', 1, set)));
  const lists = taken.map((positions) => positions?.list ?? assert.fail());
  const [own, staff, guests] = lists;
  assert.deepEqual(lists, [own, staff, guests, staff, own]);
  assert.deepEqual([...new Set(lists)].sort(), [1, 2, 3]);
  const stored = await ofTenant(made.store, 'default').get(statusLists, statusListId('default', staff ?? 0));
  assert.equal(stored?.keySet, 'staff');
  // A full list is followed by one of the same set, after the other sets' lists.
  const next = (await takers[0]?.('default', 16, 'staff')) ?? assert.fail();
  assert.deepEqual([next.list, next.keySet], [4, 'staff']);
});
