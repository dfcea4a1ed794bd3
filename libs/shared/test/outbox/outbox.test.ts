/** The outbox of a document. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acknowledged, type OutboxEntry, pushed, type WithOutbox } from '../../src/outbox/outbox.ts';

const entry = (id: string) => ({ topic: 'status-changes', event: { id } }) as OutboxEntry;
const empty: WithOutbox = { id: 'd', rev: 1, outbox: [] };
const idsOf = ({ outbox }: WithOutbox) => outbox.map(({ event }) => event.id);

test('outboxSince is set with the first entry, and removed with the last', () => {
  const first = pushed(empty, [entry('a'), entry('b')], 5);
  const second = pushed(first, [entry('c')], 9);
  assert.deepEqual([idsOf(second), second.outboxSince], [['a', 'b', 'c'], 5]);
  const some = acknowledged(second, new Set(['a', 'c', 'other']));
  assert.deepEqual([idsOf(some), some.outboxSince], [['b'], 5]);
  const none = acknowledged(some, new Set(['b']));
  assert.deepEqual([none.outbox, Object.hasOwn(none, 'outboxSince')], [[], false]);
});

test('no entries change nothing; a document of an earlier version counts as one with an empty outbox', () => {
  assert.equal(pushed(empty, [], 5), empty);
  const { outbox: _, ...old } = empty;
  assert.deepEqual(idsOf(pushed(old as WithOutbox, [entry('a')], 5)), ['a']);
});
