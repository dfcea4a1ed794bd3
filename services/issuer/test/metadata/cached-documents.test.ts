import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCachedDocuments } from '../../src/metadata/cached-documents.ts';

function open(edits: 'edits' | 'no edits' = 'edits') {
  const state = { version: 0, made: 0, changed: 0, content: 0 };
  const cached = createCachedDocuments(edits === 'edits' ? { version: () => state.version } : undefined);
  const get = (tenant: string, sources: readonly unknown[] = []) =>
    cached({
      tenant,
      sources,
      make: () => {
        state.made += 1;
        return { content: state.content };
      },
      changed: () => {
        state.changed += 1;
      },
    });
  return { state, get };
}

test('a document is made again when a source is another one, and for each tenant', () => {
  const { state, get } = open();
  const list = ['a'];
  const first = get('t1', [list, 'key-1']);
  assert.equal(get('t1', [list, 'key-1']), first);
  assert.equal(state.made, 1);
  get('t1', [['a'], 'key-1']);
  assert.equal(state.made, 2, 'another list');
  get('t1', [list, 'key-2']);
  assert.equal(state.made, 3, 'another key');
  get('t1', [list, 'key-2', 'key-3']);
  assert.equal(state.made, 4, 'a further key');
  assert.notEqual(get('t2', [list, 'key-2', 'key-3']), first);
  assert.equal(state.made, 5);
});

test('a document is made again after an edit; with the same text it stays the same object, and is not reported', () => {
  const { state, get } = open();
  const first = get('t1');
  state.version += 1;
  assert.equal(get('t1'), first);
  assert.deepEqual([state.made, state.changed], [2, 1]);
  state.version += 1;
  state.content += 1;
  const next = get('t1');
  assert.deepEqual([next.text, String(next.bytes), state.changed], ['{"content":1}', '{"content":1}', 2]);
  assert.notEqual(next.etag, first.etag);
});

test('a bounded number of documents is cached', () => {
  const { state, get } = open();
  get('t1');
  for (let tenant = 0; tenant < 1000; tenant += 1) get(`other-${tenant}`);
  const before = state.made;
  get('t1');
  assert.equal(state.made, before + 1);
});

test('without reported edits a document is made anew each time and compared', () => {
  const { state, get } = open('no edits');
  const first = get('t1');
  assert.equal(get('t1'), first);
  assert.deepEqual([state.made, state.changed], [2, 1]);
  state.content += 1;
  assert.equal(get('t1').text, '{"content":1}');
});
