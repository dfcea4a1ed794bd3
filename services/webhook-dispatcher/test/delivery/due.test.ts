/** Due deliveries are offered to the queue of their target; others are not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveries } from '@countersign/shared/test/model/every-tenant';
import { dueJob } from '../../src/delivery/due.ts';
import type { TargetQueues } from '../../src/delivery/target-queues.ts';
import { deliveryOf } from '../delivery-of.ts';
import { world } from '../world.ts';

function recording() {
  const offered: string[] = [];
  const state = { tidied: 0 };
  const queues: TargetQueues = {
    offer: (target, id) => {
      offered.push(`${target} ${id}`);
      return true;
    },
    tidy: () => {
      state.tidied += 1;
    },
    place: () => undefined,
    open: () => 0,
    idle: async () => undefined,
    stop: async () => undefined,
  };
  return { queues, offered, state };
}

test('due deliveries and ended leases are offered, oldest first, to the queue of their target', async (t) => {
  const w = await world(t);
  const due: [string, object][] = [
    ['now', { dueAt: w.now }],
    ['before', { dueAt: w.now - 5, target: 'https://other.example', tenant: 'root' }],
    ['lease-over', { dueAt: w.now - 1, state: 'leased', lease: 'l' }],
  ];
  const { dueAt: _, ...ended } = deliveryOf('ended', { state: 'delivered', endedAt: 1 });
  await w.store.insert(deliveries, ended);
  await w.store.insert(deliveries, deliveryOf('later', { dueAt: w.now + 1 }));
  for (const [id, more] of due) await w.store.insert(deliveries, deliveryOf(id, more));
  const { queues, offered, state } = recording();
  await dueJob(w.platform, queues).run();
  const own = 'https://backend.example';
  assert.deepEqual(offered, ['https://other.example before', `${own} lease-over`, `${own} now`]);
  assert.equal(state.tidied, 1);
});

test('one run reads more than one page', async (t) => {
  const w = await world(t);
  for (let n = 0; n < 150; n += 1) await w.store.insert(deliveries, deliveryOf(`d${n}`));
  const { queues, offered } = recording();
  await dueJob(w.platform, queues).run();
  assert.equal(new Set(offered).size, 150);
});
