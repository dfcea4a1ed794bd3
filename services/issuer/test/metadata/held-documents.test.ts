import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHeldDocuments } from '../../src/metadata/held-documents.ts';

function open() {
  const state = { version: 0, made: 0 };
  const held = createHeldDocuments({ version: () => state.version });
  const make = async () => {
    state.made += 1;
    const text = String(state.made);
    return { text, bytes: Buffer.from(text), etag: `"${text}"` };
  };
  return { state, held, make };
}

test('a document is made again when a source is another one, and for each tenant', async () => {
  const { held, make } = open();
  const list = ['a'];
  const first = await held('t1', [list, 'key-1'], make);
  assert.equal(await held('t1', [list, 'key-1'], make), first);
  assert.equal((await held('t1', [['a'], 'key-1'], make)).text, '2', 'another list');
  assert.equal((await held('t1', [list, 'key-2'], make)).text, '3', 'another key');
  assert.equal((await held('t1', [list, 'key-2', 'key-3'], make)).text, '4', 'a further key');
  assert.equal((await held('t2', [list, 'key-2', 'key-3'], make)).text, '5');
});

test('a document is made again after an edit, and one while it is made is not lost', async () => {
  const { state, held, make } = open();
  await held('t1', [], make);
  state.version += 1;
  assert.equal((await held('t1', [], make)).text, '2');
  state.version += 1;
  const edited = () => {
    state.version += 1;
    return make();
  };
  assert.equal((await held('t1', [], edited)).text, '3');
  assert.equal((await held('t1', [], make)).text, '4');
});

test('a bounded number of documents is held; without edits none is', async () => {
  const { state, held, make } = open();
  await held('t1', [], make);
  for (let tenant = 0; tenant < 1000; tenant += 1) await held(`other-${tenant}`, [], make);
  const before = state.made;
  await held('t1', [], make);
  assert.equal(state.made, before + 1);
  const anew = createHeldDocuments(undefined);
  await anew('t1', [], make);
  await anew('t1', [], make);
  assert.equal(state.made, before + 3);
});
