/** Raises of a list's version: concurrent calls share a raise, but never one that started before the call. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusLists } from '@countersign/shared/model/status/status-documents';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { createRaises } from '../../src/list/raise-version.ts';
import { watched, world } from '../world.ts';

const LIST = { id: 'default/1', tenant: 'default' };
const fresh = { ...LIST, n: 1, size: 64, allocated: 0, version: 1, closed: false };

async function opened(t: Parameters<typeof world>[0]) {
  const { store } = await world(t);
  const list = (await ofTenant(store, 'default').insert(statusLists, fresh)) ?? assert.fail();
  const state = { replaces: 0, gets: 0, before: async (): Promise<void> => undefined };
  const seen = watched(store, async (call) => {
    if (call === 'get') state.gets += 1;
    if (call === 'replace') state.replaces += 1;
    if (call === 'replace') await state.before();
  });
  return { store, list, state, raise: createRaises({ store: seen }) };
}

test('calls of one turn share a raise, and a list that was just read is not read again', async (t) => {
  const { list, state, raise } = await opened(t);
  assert.deepEqual(await Promise.all([raise(LIST, list), raise(LIST), raise(LIST)]), [2, 2, 2]);
  assert.deepEqual([state.replaces, state.gets], [1, 0]);
});

test('a running raise is not joined: it may not cover later writes', async (t) => {
  const { state, raise } = await opened(t);
  let release = (): void => undefined;
  const reached = new Promise<void>((began) => {
    state.before = () => {
      state.before = async () => undefined;
      began();
      return new Promise((resolve) => {
        release = resolve;
      });
    };
  });
  const first = raise(LIST);
  await reached;
  const later = [raise(LIST), raise(LIST)];
  release();
  assert.deepEqual(await Promise.all([first, ...later]), [2, 3, 3]);
});

test('a list that another replica has raised is raised above that version', async (t) => {
  const { store, list, raise } = await opened(t);
  await createRaises({ store })(LIST);
  assert.equal(await raise(LIST, list), 3);
});

test('a failed raise rejects for the calls that joined it, not for the next', async (t) => {
  const { state, raise } = await opened(t);
  state.before = async () => {
    state.before = async () => undefined;
    throw new Error('unreachable');
  };
  const outcomes = await Promise.allSettled([raise(LIST), raise(LIST)]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await raise(LIST), 2);
});

test('a list that is gone is an error', async (t) => {
  const { raise } = await opened(t);
  await assert.rejects(raise({ ...LIST, id: 'default/9' }), /was removed/);
});
