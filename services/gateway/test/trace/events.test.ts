import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsAfter } from '../../src/trace/events.ts';
import { type StoredTrace, traceItems } from '../../src/trace/reader.ts';
import { withLines } from '../../src/trace/trace-transitions.ts';
import { line } from './trace-world.ts';

const stored = (count: number): StoredTrace => {
  const lines = Array.from({ length: count }, (_, n) => line(`r${n + 1}`));
  return { rev: count, count, items: traceItems(withLines({ count: 0, lines: [] }, lines)) };
};

test('each entry once: a client continues after the last one that it has', () => {
  const first = eventsAfter(stored(2), { last: 0, known: undefined });
  assert.match(first.text, /^id: 1\nevent: entry\ndata: \{"id":"1".*\}\n\nid: 2\nevent: entry\ndata: .*\}\n\n$/);
  assert.deepEqual([first.number, first.ended], [2, false]);
  const more = eventsAfter(stored(3), { last: first.number, known: 2 });
  assert.match(more.text, /^id: 3\n/);
  assert.equal(eventsAfter(stored(3), { last: more.number, known: undefined }).text, '');
});

test('dropped entries are a gap of those that the client lacks', () => {
  const gaps = (last: number) =>
    [...eventsAfter(stored(300), { last, known: undefined }).text.matchAll(/event: gap\ndata: (.*)/g)].map(
      ([, data = '']) => JSON.parse(data),
    );
  assert.deepEqual(gaps(0), [{ after: '50', count: 100, cause: 'limit' }]);
  assert.deepEqual(gaps(120), [{ after: '120', count: 30, cause: 'limit' }]);
  assert.deepEqual(gaps(150), []);
});

test('the stream of an erased session ends', () => {
  const erased = { rev: 3, count: 0, erased: true, items: [] } as const;
  assert.deepEqual(eventsAfter(erased, { last: 2, known: 2 }).ended, true);
  const none = { rev: 0, count: 0, items: [] } as const;
  assert.equal(eventsAfter(none, { last: 2, known: 2 }).ended, true);
  // The first entry is still on its way.
  assert.equal(eventsAfter(none, { last: 0, known: undefined }).ended, false);
  assert.equal(eventsAfter(none, { last: 0, known: 0 }).ended, false);
});
