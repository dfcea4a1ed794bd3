/** A delivery that can be sent now is created with its lease. Any other is created as due, and waits for a worker. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Store } from '@countersign/shared/store/port';
import { updateDocument } from '@countersign/shared/store/update-document';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { deliver, receiver, runJob, type World, world } from '../world.ts';

/** Records the states in which deliveries are written, in this order. */
function recording(store: Store): { readonly store: Store; readonly written: string[] } {
  const written: string[] = [];
  const note = (collection: { readonly name: string }, how: string, document: object): void => {
    if (collection.name === 'deliveries') written.push(`${how} ${(document as { readonly state: string }).state}`);
  };
  return {
    written,
    store: {
      insert: (collection, document) => {
        note(collection, 'insert', document);
        return store.insert(collection, document);
      },
      replace: (collection, document) => {
        note(collection, 'replace', document);
        return store.replace(collection, document);
      },
      get: (collection, id) => store.get(collection, id),
      find: (collection, query) => store.find(collection, query),
      delete: (collection, document) => store.delete(collection, document),
      ping: () => store.ping(),
      close: () => store.close(),
    },
  };
}

async function opened(t: TestContext, env: Record<string, string> = {}): Promise<World> {
  return world(t, { WEBHOOK_SCHEDULE: '0,10', ...env });
}

test('the delivery is inserted with its lease and ends with the next write', async (t) => {
  const w = await opened(t);
  const target = await receiver(t);
  const { store, written } = recording(w.store);
  const { id, events } = await w.session({ url: target.url });
  await deliver(w.dispatcher({ store }), events[0]);
  assert.deepEqual(written, ['insert leased', 'replace delivered']);
  assert.deepEqual([target.got.length, await w.pending(id)], [1, []]);
});

test('the event comes again: nothing is sent a second time', async (t) => {
  const w = await opened(t);
  const target = await receiver(t);
  const { id, events } = await w.session({ url: target.url });
  const before = (await w.store.get(sessions, id)) ?? assert.fail();
  const dispatcher = w.dispatcher();
  await deliver(dispatcher, events[0]);
  // As after a crash before the mark was removed.
  const { pendingDeliveries } = before;
  await updateDocument(w.store, sessions, id, (session) => ({ ...session, pendingDeliveries }));
  await deliver(dispatcher, events[0]);
  assert.equal(target.got.length, 1);
});

test('a process that ends with the lease: another one sends when it has ended, not before', async (t) => {
  const w = await opened(t);
  const target = await receiver(t, (_, response) => response.writeHead(500).end());
  const { id, events } = await w.session({ url: target.url });
  const broken: Store = {
    ...recording(w.store).store,
    replace: async () => assert.fail('the process has ended'),
  };
  await deliver(w.dispatcher({ store: broken }), events[0]);
  assert.equal((await w.delivery(events[0]?.id))?.state, 'leased');
  const other = w.dispatcher();
  await runJob(other, 'delivery-due');
  assert.equal(target.got.length, 1);
  w.now += 60_000;
  await runJob(other, 'delivery-due');
  assert.equal(target.got.length, 2);
  assert.equal((await w.pending(id))?.length, 1);
});

test('a first attempt that comes later is made due', async (t) => {
  const w = await world(t, { WEBHOOK_SCHEDULE: '5,10' });
  const target = await receiver(t);
  const { store, written } = recording(w.store);
  const { events } = await w.session({ url: target.url });
  await deliver(w.dispatcher({ store }), events[0]);
  assert.deepEqual([written, target.got.length], [['insert due'], 0]);
});

test('a delivery behind one that has not ended is made due, and is not sent before it', async (t) => {
  const w = await opened(t);
  const target = await receiver(t);
  const types = ['credential.issued.v1', 'issuance.completed.v1'] as const;
  const { store, written } = recording(w.store);
  const { events } = await w.session({ url: target.url, types: [...types] });
  const dispatcher = w.dispatcher({ store });
  await deliver(dispatcher, events[1]);
  assert.equal(written[0], 'insert due');
  for (let turn = 0; turn < 3; turn += 1) {
    w.now += 2000;
    await runJob(dispatcher, 'delivery-due');
  }
  const order = target.got.map(({ headers }) => headers['webhook-id']);
  assert.deepEqual(order, [events[0]?.id, events[1]?.id]);
});

test('beyond the limit of a target deliveries are made due', async (t) => {
  const w = await opened(t, { WEBHOOK_CONCURRENCY: '1' });
  let answer = (): void => undefined;
  const target = await receiver(t, (_, response) => {
    const end = answer;
    answer = () => {
      end();
      response.end();
    };
  });
  const { store, written } = recording(w.store);
  const dispatcher = w.dispatcher({ store });
  const [first, second] = [await w.session({ url: target.url }), await w.session({ url: target.url })];
  const handler = dispatcher.consumers[0]?.handler ?? assert.fail();
  for (const { events } of [first, second]) await handler(events[0] ?? assert.fail());
  assert.deepEqual(written, ['insert leased', 'insert due']);
  while (target.got.length === 0) await new Promise((resolve) => setImmediate(resolve));
  answer();
  while (target.got.length === 1) await new Promise((resolve) => setImmediate(resolve));
  answer();
  await dispatcher.idle();
  assert.equal(target.got.length, 2);
});
