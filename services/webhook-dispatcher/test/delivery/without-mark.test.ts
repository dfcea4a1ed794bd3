/** Removes the mark of an ended delivery, and notifies backends of a failed one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveries, sessions } from '@countersign/shared/test/model/every-tenant';
import { withoutMark } from '../../src/delivery/without-mark.ts';
import { deliver, receiver, world } from '../world.ts';

test('the mark goes; an event of the log tells that the delivery is dead, once', async (t) => {
  const made = await world(t);
  const target = await receiver(t);
  const { id, events } = await made.session({ url: target.url });
  const session = (await made.store.get(sessions, id)) ?? assert.fail();
  await deliver(made.dispatcher(), events[0]);
  const delivery = (await made.store.get(deliveries, events[0]?.id ?? '')) ?? assert.fail();
  const platform = { clock: () => made.now, newEventId: () => 'event-1' };

  const delivered = withoutMark(platform, session, delivery.id, { ...delivery, state: 'delivered' });
  assert.deepEqual([delivered.pendingDeliveries, delivered.events], [[], undefined]);

  const dead = withoutMark(platform, session, delivery.id, { ...delivery, state: 'dead' });
  assert.deepEqual(dead.pendingDeliveries, []);
  assert.deepEqual(
    dead.events?.map(({ type, data }) => [type, data]),
    [['delivery.dead', { delivery: delivery.id, event: delivery.type }]],
  );
  assert.equal(withoutMark(platform, dead, delivery.id, { ...delivery, state: 'dead' }), dead);
});
