import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairQueue } from '../../src/quotas/fair-queue.ts';

test('addresses take turns, and each keeps its order', () => {
  const queue = createFairQueue<string>();
  for (const waiter of ['a1', 'a2', 'a3']) queue.push('a', waiter);
  queue.push('b', 'b1');
  const order = [queue.shift(), queue.shift()];
  queue.push('c', 'c1');
  order.push(...Array.from({ length: 4 }, () => queue.shift() ?? 'none'));
  assert.deepEqual(order, ['a1', 'b1', 'a2', 'c1', 'a3', 'none']);
  assert.equal(queue.length, 0);
  assert.equal(queue.first(), undefined);
});

test('room is made by the address that has the most', () => {
  const queue = createFairQueue<string>();
  for (const waiter of ['a1', 'a2', 'a3']) queue.push('a', waiter);
  queue.push('b', 'b1');
  assert.equal(queue.makeRoom('a'), undefined);
  assert.equal(queue.makeRoom('c'), 'a3');
  assert.equal(queue.makeRoom('b'), 'a2');
  assert.equal(queue.makeRoom('b'), undefined, 'as many');
  assert.equal(queue.length, 2);
});
