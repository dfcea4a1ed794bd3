import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairQueue } from '../../src/quotas/fair-queue.ts';
import { createAlone, createTenantQueues } from '../../src/quotas/tenant-queues.ts';

test('a slot is left once, or after half a second', () => {
  let now = 0;
  const queues = createTenantQueues<string>(() => now);
  const queue = queues.of('acme', 'wallet');
  const slot = queues.begin(queue);
  assert.equal(queues.of('acme', 'wallet').slots.size, 1);
  assert.equal(queues.of('acme', 'management').slots.size, 0);
  queues.leave(queue, slot);
  queues.leave(queue, slot);
  assert.equal(queues.of('acme', 'wallet').slots.size, 0);
  const before = queues.of('acme', 'wallet');
  const late = queues.begin(before);
  now = 500;
  assert.equal(queues.of('acme', 'wallet').slots.size, 0);
  // The queue is a new one by now, and keeps its slot.
  queues.begin(queues.of('acme', 'wallet'));
  queues.leave(before, late);
  assert.equal(queues.of('acme', 'wallet').slots.size, 1);
});

test('others are under way where they have a slot and keep nothing waiting', () => {
  let now = 0;
  const queues = createTenantQueues<string>(() => now);
  queues.begin(queues.of('acme', 'wallet'));
  assert.equal(queues.isOtherUnderWay('acme'), false);
  assert.equal(queues.isOtherUnderWay('bravo'), true);
  queues.of('acme', 'wallet').waiters = createFairQueue();
  assert.equal(queues.isOtherUnderWay('bravo'), false);
  queues.begin(queues.of('cargo', 'wallet'));
  assert.equal(queues.isOtherUnderWay('bravo'), true);
  now = 500;
  assert.equal(queues.isOtherUnderWay('bravo'), false);
});

test('a tenant is alone while no other has called for a second', () => {
  let now = 0;
  const isAlone = createAlone(() => now);
  assert.equal(isAlone('acme', true), true);
  assert.equal(isAlone('bravo', true), false);
  assert.equal(isAlone('acme'), false);
  now = 999;
  assert.equal(isAlone('acme', true), false);
  now = 1000;
  assert.equal(isAlone('acme'), true);
  assert.equal(isAlone('bravo'), false);
});
