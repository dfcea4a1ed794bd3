import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEventHeap } from '@countersign/bench/queues/event-heap';
import { seeded } from '@countersign/test/fault/seeded';

test('events come in the order of their time', () => {
  const heap = createEventHeap<number>();
  const next = seeded(5);
  const times = Array.from({ length: 1000 }, next);
  for (const at of times) heap.add(at, at);
  assert.equal(heap.size, 1000);
  const sorted = times.toSorted((a, b) => a - b);
  assert.deepEqual(
    times.map(() => heap.next()?.value),
    sorted,
  );
  assert.equal(heap.next(), undefined);
});

test('of events at the same time the one that was added first comes first', () => {
  const heap = createEventHeap<string>();
  for (const name of ['a', 'b', 'c', 'd', 'e']) heap.add(1, name);
  heap.add(0, 'first');
  assert.deepEqual(
    Array.from({ length: 6 }, () => heap.next()?.value),
    ['first', 'a', 'b', 'c', 'd', 'e'],
  );
});
