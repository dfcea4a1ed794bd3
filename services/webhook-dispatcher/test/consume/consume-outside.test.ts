/** `status.changed`: an event that has no mark in its session when it happens. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BusEvent } from '@countersign/shared/bus/catalogue';
import type { Store } from '@countersign/shared/store/port';
import { deliveries, sessions } from '@countersign/shared/test/model/every-tenant';
import type { WebhookDispatcher } from '../../src/webhook-dispatcher.ts';
import { killedAt, settle } from '../killed-store.ts';
import { receiver, runJob, type SessionOptions, type World, world } from '../world.ts';

const HOUR = 3_600_000;

async function changed(
  w: World,
  options: SessionOptions,
  status = '1',
): Promise<{ readonly id: string; readonly event: BusEvent }> {
  const { id } = await w.session({ types: [], ...options });
  return { id, event: await w.changeStatus(id, Number(status)) };
}

async function hand(dispatcher: WebhookDispatcher, event: BusEvent): Promise<void> {
  const consumer = dispatcher.consumers.find(({ topic }) => topic === 'status-changes') ?? assert.fail();
  await consumer.handler(event);
  await dispatcher.idle();
}

/** Counts writes to sessions. */
function counting(store: Store): Store & { readonly writes: () => number } {
  let writes = 0;
  return {
    insert: (collection, document) => store.insert(collection, document),
    replace: (collection, document) => {
      if (collection.name === sessions.name) writes += 1;
      return store.replace(collection, document);
    },
    delete: (collection, document) => store.delete(collection, document),
    get: (collection, id) => store.get(collection, id),
    find: (collection, query) => store.find(collection, query),
    ping: () => store.ping(),
    close: () => store.close(),
    writes: () => writes,
  };
}

test('the outcome webhook gets the event, with the status as a number', async (t) => {
  const w = await world(t);
  const { url, got } = await receiver(t);
  const { id, event } = await changed(w, { url, state: 'order-7' });
  await hand(w.dispatcher(), event);
  assert.equal(got.length, 1);
  assert.equal(got[0]?.headers['webhook-id'], event.id);
  assert.deepEqual(JSON.parse(got[0]?.body ?? ''), {
    session: id,
    type: 'status.changed',
    timestamp: '2030-01-01T00:00:00.000Z',
    state: 'order-7',
    credentialConfigurationId: 'pid',
    status: 1,
  });
  await hand(w.dispatcher(), await w.changeStatus(id, 0));
  assert.equal((JSON.parse(got[1]?.body ?? '') as { status: unknown }).status, 0);
  assert.deepEqual(await w.pending(id), []);
});

test('the mark is written before the delivery', async (t) => {
  const w = await world(t);
  const { url } = await receiver(t);
  const { id, event } = await changed(w, { url });
  await assert.rejects(hand(w.dispatcher({ store: killedAt(w.store, 2, false) }), event), /killed/);
  assert.deepEqual([await w.pending(id), await w.delivery(event.id)], [[event.id], undefined]);
});

test('a repeated event writes nothing, neither while its delivery waits nor after it has ended', async (t) => {
  const w = await world(t);
  let answer = 500;
  const { url, got } = await receiver(t, (_, response) => response.writeHead(answer).end());
  const { id, event } = await changed(w, { url });
  await hand(w.dispatcher(), event);
  assert.equal((await w.delivery(event.id))?.state, 'due');
  const store = counting(w.store);
  await hand(w.dispatcher({ store }), event);
  assert.equal(got.length, 1, 'it is not due');
  w.now += HOUR;
  answer = 204;
  await hand(w.dispatcher(), event);
  assert.deepEqual([got.length, (await w.delivery(event.id))?.state], [2, 'delivered'], 'it is queued where it is due');
  for (const again of [w.dispatcher({ store }), w.dispatcher({ store })]) await hand(again, event);
  assert.deepEqual([got.length, store.writes()], [2, 0]);
  assert.deepEqual(await w.pending(id), []);
});

test('two replicas with the same event: one webhook, and no mark is left', async (t) => {
  const w = await world(t);
  const { url, got } = await receiver(t);
  const { id, event } = await changed(w, { url });
  // The second reads the delivery before the first creates it, and writes its mark after the first has ended it.
  const gate: { open?: () => void } = {};
  const late: Store = {
    ...counting(w.store),
    get: async (collection, key) => {
      const found = await w.store.get(collection, key);
      if (collection.name === deliveries.name && gate.open === undefined) {
        await new Promise<void>((resolve) => {
          gate.open = resolve;
        });
      }
      return found;
    },
  };
  const slow = hand(w.dispatcher({ store: late }), event);
  while (gate.open === undefined) await new Promise((resolve) => setImmediate(resolve));
  await hand(w.dispatcher(), event);
  gate.open();
  await slow;
  assert.deepEqual([got.length, (await w.delivery(event.id))?.state], [1, 'delivered']);
  assert.deepEqual(await w.pending(id), []);
});

for (const after of [false, true]) {
  test(`killed ${after ? 'after' : 'before'} each write: the webhook is sent once the event is repeated`, async (t) => {
    const w = await world(t);
    let killed = true;
    for (let n = 1; killed; n += 1) {
      const { url, got } = await receiver(t);
      const { id, event } = await changed(w, { url });
      const store = killedAt(w.store, n, after);
      await hand(w.dispatcher({ store }), event).catch((error: unknown) => assert.match(String(error), /process/));
      killed = store.dead();
      const next = w.dispatcher();
      // With the mark the sweep is enough; without it the bus delivers the event again, because it was not committed.
      if ((await w.pending(id))?.length === 0 && (await w.delivery(event.id)) === undefined) await hand(next, event);
      await settle(w, next);
      await hand(next, event);
      assert.equal((await w.delivery(event.id))?.state, 'delivered', `write ${n}`);
      assert.ok(got.length === 1 || (got.length === 2 && n > 2), `write ${n}: ${got.length} calls`);
      assert.deepEqual(await w.pending(id), []);
      assert.ok(n < 20);
    }
  });
}

test('it is delivered in order with the other events of the session', async (t) => {
  const w = await world(t);
  const answers = [500, 204, 204];
  const { url, got } = await receiver(t, (_, response) => response.writeHead(answers[got.length - 1] ?? 500).end());
  const { id, events } = await w.session({ url });
  const dispatcher = w.dispatcher();
  await dispatcher.consumers[0]?.handler(events[0] ?? assert.fail());
  await dispatcher.idle();
  const event = await w.changeStatus(id, 1);
  await hand(dispatcher, event);
  await settle(w, dispatcher);
  const ids = got.map(({ headers }) => headers['webhook-id']);
  assert.deepEqual(ids, [events[0]?.id, events[0]?.id, event.id]);
});

test('a session that is erased, has ended or has no webhook for it gets neither mark nor delivery', async (t) => {
  const w = await world(t, { SESSION_TTL: '3600' });
  const { url, got } = await receiver(t);
  const dispatcher = w.dispatcher();
  await hand(dispatcher, await w.changeStatus('gone', 1));
  const other = await changed(w, { url, webhook: 'result' });
  await hand(dispatcher, other.event);
  const said = await changed(w, { url });
  await hand(dispatcher, { ...said.event, webhook: 'none' });
  const over = await changed(w, { url });
  w.now += 2 * HOUR;
  await hand(dispatcher, over.event);
  await runJob(dispatcher, 'delivery-sweep');
  assert.equal(got.length, 0);
  for (const { id, event } of [other, said, over]) {
    assert.deepEqual([await w.pending(id), await w.delivery(event.id)], [[], undefined]);
  }
});
