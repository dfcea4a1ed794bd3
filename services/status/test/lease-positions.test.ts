/** Positions of lists: none twice, blocks across replicas, and what a full list and a restore do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAST_RESTORE, restores } from '@countersign/shared/model/restores';
import { statusListId } from '@countersign/shared/model/status/status-list';
import { statusLists } from '@countersign/shared/model/status-documents';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { createLeases, type Positions } from '../src/lease-positions.ts';
import { watched, world } from './world.ts';

const small = { listSize: 16, blockSize: 4 };
const places = ({ list, first, count }: Positions): string[] =>
  Array.from({ length: count }, (_, n) => `${list}/${first + n}`);

test('replicas take blocks of their own, and no position comes twice', async (t) => {
  const made = await world(t);
  const takers = [1, 2, 3].map(() => createLeases(made.platform(), small));
  const taken = await Promise.all(Array.from({ length: 40 }, (_, n) => takers[n % 3]?.('default', 1 + (n % 3))));
  const all = taken.flatMap((positions) => (positions === undefined ? [] : places(positions)));
  assert.equal(new Set(all).size, all.length);
  assert.ok(taken.every((positions) => positions !== undefined && positions.first + positions.count <= 16));
});

test('a block costs one write, however many ask at once', async (t) => {
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

test('positions of one request stand in one list; the rest of a list that is too short stays free', async (t) => {
  const made = await world(t);
  const take = createLeases(made.platform(), small);
  assert.equal((await take('default', 10)).list, 1);
  assert.deepEqual([(await take('default', 10)).list, (await take('default', 16)).list], [2, 3]);
  const stored = await ofTenant(made.store, 'default').get(statusLists, statusListId('default', 3));
  assert.deepEqual([stored?.allocated, stored?.closed, stored?.size], [16, true, 16]);
  await assert.rejects(take('default', 17), RangeError);
});

test('what was given back is given again, unless later positions are out', async (t) => {
  const take = createLeases((await world(t)).platform(), small);
  const first = await take('default', 2);
  first.giveBack();
  assert.equal((await take('default', 2)).first, first.first);
  const second = await take('default', 1);
  const third = await take('default', 1);
  second.giveBack();
  assert.notEqual((await take('default', 1)).first, second.first);
  assert.notEqual(third.first, second.first);
});

test('tenants have lists of their own', async (t) => {
  const made = await world(t);
  const take = createLeases(made.platform(), small);
  await take('default', 4);
  assert.equal((await take('other', 1)).first, 0);
  assert.equal((await ofTenant(made.store, 'other').get(statusLists, statusListId('other', 1)))?.allocated, 4);
});

test('after a restore lists begin behind the numbers that may have been in use', async (t) => {
  const made = await world(t);
  await made.store.insert(restores, { id: LAST_RESTORE, at: made.now, firstList: 7 });
  assert.equal((await createLeases(made.platform(), small)('default', 1)).list, 7);
});
