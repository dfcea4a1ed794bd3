import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCachedLists } from '../../src/flow-config/cached-lists.ts';

function open() {
  const state = { version: 0 };
  const cached = createCachedLists<string>({ version: () => state.version });
  const list = (tenant: string, ...texts: readonly string[]) =>
    cached(
      tenant,
      texts.map((text) => ({ text })),
      async () => [...texts],
    );
  return { state, cached, list };
}

test('the same array is returned while neither documents nor files have changed', async () => {
  const { list } = open();
  const first = await list('t1', 'a', 'b');
  assert.deepEqual(first, ['a', 'b']);
  assert.equal(await list('t1', 'a', 'b'), first);
  assert.notEqual(await list('t2', 'a', 'b'), first);
});

test('a document that is written, added or removed makes another one', async () => {
  const { list } = open();
  await list('t1', 'a', 'b');
  assert.deepEqual(await list('t1', 'a', 'c'), ['a', 'c']);
  assert.deepEqual(await list('t1', 'a', 'c', 'd'), ['a', 'c', 'd']);
  assert.deepEqual(await list('t1', 'a'), ['a']);
});

test('an edit makes another one, and one while it is made is not lost', async () => {
  const { state, cached, list } = open();
  const first = await list('t1', 'a');
  state.version += 1;
  const second = await list('t1', 'a');
  assert.notEqual(second, first);
  const edited = async (): Promise<readonly string[]> => {
    state.version += 1;
    return ['old'];
  };
  assert.deepEqual(await cached('t2', [], edited), ['old']);
  assert.deepEqual(await cached('t2', [], async () => ['new']), ['new']);
});

test('a bounded number of tenants is cached; without edits none is', async () => {
  const { list } = open();
  const first = await list('t1');
  for (let tenant = 0; tenant < 1000; tenant += 1) await list(`other-${tenant}`);
  assert.notEqual(await list('t1'), first);
  const anew = createCachedLists<string>(undefined);
  const make = async (): Promise<readonly string[]> => ['a'];
  assert.notEqual(await anew('t1', [], make), await anew('t1', [], make));
});
