/** `retention: webhook`: presented data is erased once the webhook has received it, never before. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { PresentationPart } from '@countersign/shared/model/session/presentation-part';
import type { Store } from '@countersign/shared/store/port';
import { deliveries, sessions } from '@countersign/shared/test/model/every-tenant';
import { call, deliver, receiver, runJob, type World, world } from './world.ts';

const CREDENTIALS = [{ id: 'pid', values: { given_name: 'Erika' } }];
const SESSION = { webhook: 'result', types: ['presentation.verified.v1'], credentials: CREDENTIALS } as const;

async function retaining(
  made: World,
  options: Parameters<World['session']>[0],
  change: Partial<PresentationPart> = {},
) {
  const session = await made.session(options);
  const stored = (await made.store.get(sessions, session.id)) ?? assert.fail();
  const presentation = { ...(stored.presentation ?? assert.fail()), retention: 'webhook', ...change } as const;
  assert.ok(await made.store.replace(sessions, { ...stored, presentation }));
  return session;
}

async function sealed(made: World, id: string): Promise<boolean> {
  const progress = (await made.store.get(sessions, id))?.presentation?.progress;
  assert.equal(progress?.state, 'verified');
  return progress.state === 'verified' && progress.sealedCredentials !== undefined;
}

test('sent, then erased by the write that clears the mark; a replay is refused with the reason', async (t) => {
  const made = await world(t);
  const { url, got } = await receiver(t);
  const { id, events } = await retaining(made, { ...SESSION, url });
  const dispatcher = made.dispatcher();
  const before = (await made.store.get(sessions, id)) ?? assert.fail();
  await deliver(dispatcher, events[0]);
  assert.deepEqual(JSON.parse(got[0]?.body ?? '').credentials, CREDENTIALS);
  const after = await made.store.get(sessions, id);
  assert.deepEqual([await sealed(made, id), after?.pendingDeliveries, after?.rev], [false, [], before.rev + 1]);
  const params = { sessionId: id, deliveryId: events[0]?.id ?? '' };
  await assert.rejects(call(dispatcher, 'dispatcher.replay', params), (error) => {
    assert.ok(error instanceof ProtocolError && error.code === 'conflict');
    assert.match(error.message, /erased after the webhook received them/);
    return true;
  });
  assert.equal(got.length, 1);
  assert.deepEqual(await made.pending(id), []);
});

test('kept while the backend refuses, and when the delivery is dead', async (t) => {
  const made = await world(t, { WEBHOOK_SCHEDULE: '0,5' });
  let status = 500;
  const { url, got } = await receiver(t, (_, response) => response.writeHead(status).end());
  const { id, events } = await retaining(made, { ...SESSION, url });
  const dispatcher = made.dispatcher();
  await deliver(dispatcher, events[0]);
  assert.equal(await sealed(made, id), true);
  made.now += 10_000;
  await runJob(dispatcher, 'delivery-due');
  assert.deepEqual([(await made.delivery(events[0]?.id))?.state, await sealed(made, id)], ['dead', true]);
  assert.deepEqual(await made.pending(id), []);
  // A replay sends it, and it is erased.
  status = 204;
  await call(dispatcher, 'dispatcher.replay', { sessionId: id, deliveryId: events[0]?.id ?? '' });
  await dispatcher.idle();
  assert.deepEqual([got.length, await sealed(made, id)], [3, false]);
});

test('kept without `retention: webhook`, and where another webhook got the event', async (t) => {
  const made = await world(t);
  const { url } = await receiver(t);
  const kept = await made.session({ ...SESSION, url });
  const other = await retaining(made, { url, credentials: CREDENTIALS });
  const dispatcher = made.dispatcher();
  await deliver(dispatcher, kept.events[0]);
  await deliver(dispatcher, other.events[0]);
  for (const { id, events } of [kept, other]) {
    assert.equal((await made.delivery(events[0]?.id))?.state, 'delivered');
    assert.equal(await sealed(made, id), true);
  }
});

test('kept where the issuance was restarted: the delivery was of another presentation', async (t) => {
  const made = await world(t);
  const { url } = await receiver(t, async (_, response) => {
    const stored = (await made.store.get(sessions, again)) ?? assert.fail();
    const presentation = { ...(stored.presentation ?? assert.fail()), requestHash: 'another' };
    await made.store.replace(sessions, { ...stored, presentation });
    response.writeHead(204).end();
  });
  const { id: again, events } = await retaining(made, { ...SESSION, url });
  await deliver(made.dispatcher(), events[0]);
  assert.deepEqual([(await made.delivery(events[0]?.id))?.state, await sealed(made, again)], ['delivered', true]);
});

test('a crash between the end of the delivery and the mark: the sweep erases', async (t) => {
  const made = await world(t);
  const { url, got } = await receiver(t);
  const { id, events } = await retaining(made, { ...SESSION, url });
  const { store } = made;
  let dead = false;
  const dying: Store = {
    insert: (...args) => store.insert(...args),
    get: (...args) => store.get(...args),
    find: (...args) => store.find(...args),
    delete: (...args) => store.delete(...args),
    ping: () => store.ping(),
    close: () => store.close(),
    replace: async (collection, document) => {
      if (dead) throw new Error('dead');
      const stored = await store.replace(collection, document);
      dead = collection.name === deliveries.name && 'state' in document && document.state === 'delivered';
      return stored;
    },
  };
  await deliver(made.dispatcher({ store: dying }), events[0]);
  assert.deepEqual([dead, await sealed(made, id)], [true, true]);
  made.now += 10_000;
  await runJob(made.dispatcher(), 'delivery-sweep');
  assert.deepEqual([await sealed(made, id), await made.pending(id), got.length], [false, [], 1]);
});

test('a replay between the end of a delivery and the clearing of its mark is not sent without its data', async (t) => {
  const made = await world(t);
  const { url, got } = await receiver(t);
  const { id, events } = await retaining(made, { ...SESSION, url });
  const dispatcher = made.dispatcher();
  await deliver(dispatcher, events[0]);
  const delivery = (await made.delivery(events[0]?.id)) ?? assert.fail();
  await made.store.replace(deliveries, { ...delivery, state: 'due', dueAt: made.now });
  await runJob(dispatcher, 'delivery-due');
  const ended = await made.delivery(events[0]?.id);
  assert.deepEqual([ended?.state, ended?.reason, got.length], ['dead', 'credentials_erased', 1]);
  assert.equal(await sealed(made, id), false);
});
