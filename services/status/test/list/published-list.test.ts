/** One list in memory: its values, its updates, and until when its token may be served. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { statusEntries, statusLists } from '@countersign/shared/model/status/status-documents';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { createPublishedList } from '../../src/list/published-list.ts';
import { allocate, update, watched, world } from '../world.ts';

const small = { listSize: 16, blockSize: 8 };

async function held(t: Parameters<typeof world>[0]) {
  const made = await world(t);
  const service = made.replica(small);
  const [entry] = await allocate(service, 'a', 1);
  const list = createPublishedList(made.platform(), 'default', 1, small.listSize);
  await list.fresh();
  const own = ofTenant(made.store, 'default');
  const [stored] = (await own.find(statusEntries, { index: 'session', equal: ['s'], limit: 1 })).documents;
  return { made, own, service, list, idx: entry?.idx ?? assert.fail(), stored: stored ?? assert.fail() };
}

test('it has acknowledged changes, and no value outside the list', async (t) => {
  const { made, service, list, idx } = await held(t);
  assert.deepEqual([list.valueOf(idx), list.valueOf(16), list.valueOf(-1)], [0, undefined, undefined]);
  await update(service, 's', 1);
  made.now += 500;
  await list.fresh();
  assert.equal(list.valueOf(idx), 1);
});

test('an entry that an event named is read although its writer crashed before the raise', async (t) => {
  const { made, own, list, idx, stored } = await held(t);
  await own.replace(statusEntries, { ...stored, value: 1, changedIn: 'default/1', seq: 2 });
  made.now += 500;
  await list.fresh();
  assert.equal(list.valueOf(idx), 0, 'the version is unchanged');
  list.makeDue(stored.id);
  await list.fresh();
  assert.equal(list.valueOf(idx), 1);
});

test('a restored store is read anew', async (t) => {
  const { own, service, list, idx, stored } = await held(t);
  await update(service, 's', 1);
  list.makeDue();
  await list.fresh();
  const document = (await own.get(statusLists, 'default/1')) ?? assert.fail();
  const entry = (await own.get(statusEntries, stored.id)) ?? assert.fail();
  await own.replace(statusLists, { ...document, version: 1 });
  await own.replace(statusEntries, { ...entry, value: 0 });
  list.makeDue();
  await list.fresh();
  assert.equal(list.valueOf(idx), 0);
});

test('list 1 exists before it is opened; others do not', async (t) => {
  const made = await world(t);
  const first = createPublishedList(made.platform(), 'default', 1, 16);
  await first.fresh();
  assert.equal(first.valueOf(15), 0);
  await assert.rejects(
    createPublishedList(made.platform(), 'default', 2, 16).fresh(),
    (error) => error instanceof ProtocolError && error.code === 'not_found',
  );
});

test('a token is kept until a bit changes or half of its lifetime has passed, and served at most for its ttl', async (t) => {
  const { made, service, list } = await held(t);
  assert.equal(list.mayServe(), false, 'there is no token yet');
  const token = await list.token();
  assert.equal(await list.token(), token);
  assert.equal(list.mayServe(), true);
  const { STATUS_LIST_EXPIRY, STATUS_LIST_TTL } = made.platform().settings;
  const begun = made.now;
  made.now = begun + STATUS_LIST_TTL * 1000;
  assert.equal(list.mayServe(), false);
  await update(service, 's', 1);
  await list.fresh();
  const changed = await list.token();
  assert.notEqual(changed, token);
  made.now += (STATUS_LIST_EXPIRY * 1000) / 2;
  assert.equal(list.mayServe(), false);
  await list.fresh();
  assert.notEqual(await list.token(), changed);
  await list.idle();
});

test('the next signature applies changes that a crash left without a raise', async (t) => {
  const { made, own, list, idx, stored } = await held(t);
  await list.token();
  await own.replace(statusEntries, { ...stored, value: 1, changedIn: 'default/1', seq: 2 });
  made.now += (made.platform().settings.STATUS_LIST_EXPIRY * 1000) / 2;
  await list.fresh();
  await list.token();
  await list.idle();
  assert.equal(list.valueOf(idx), 1);
});

test('while the store is unreachable a form is served that was signed before, and no other', async (t) => {
  const { made, list } = await held(t);
  await list.token('cwt');
  assert.deepEqual([list.mayServe('cwt'), list.mayServe('jwt')], [true, false]);
  await list.token('jwt');
  assert.equal(list.mayServe(), true);
  made.now += made.platform().settings.STATUS_LIST_TTL * 1000;
  assert.deepEqual([list.mayServe('cwt'), list.mayServe('jwt')], [false, false]);
});

test('the signatures of both forms share one read of all entries', async (t) => {
  const { made } = await held(t);
  const reads: unknown[] = [];
  const store = watched(made.store, (call, collection) => {
    if (call === 'find' && collection === 'statusEntries') reads.push(call);
  });
  const list = createPublishedList(made.platform(store), 'default', 1, small.listSize);
  const sign = async (): Promise<void> => {
    await list.fresh();
    for (const form of ['jwt', 'cwt'] as const) {
      await list.token(form);
      await list.idle();
    }
  };
  await sign();
  assert.equal(reads.length, 1);
  made.now += (made.platform().settings.STATUS_LIST_EXPIRY * 1000) / 2;
  await sign();
  assert.equal(reads.length, 2);
});
