/** An attacker who writes to the bus cannot forge a webhook. Every event type in the catalogue is tried. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type BusEvent, type EventType, eventDefinitions } from '@countersign/shared/bus/catalogue';
import { createInProcessBus } from '@countersign/shared/bus/in-process';
import type { Bus } from '@countersign/shared/bus/port';
import { silentLog } from '@countersign/shared/kernel/log';
import { orderedId } from '@countersign/shared/kernel/ordered-id';
import { statusEntries } from '@countersign/shared/test/model/every-tenant';
import type { WebhookDispatcher } from '../src/webhook-dispatcher.ts';
import { entryId, receiver, runJob, type World, world } from './world.ts';

const FALSE_DATA: Readonly<Record<string, string>> = {
  configuration: 'forged',
  request: 'forged',
  reason: 'forged',
  notification: 'forged',
  status: '0',
  list: '99',
};

const TYPES = Object.keys(eventDefinitions) as EventType[];

/** An event of that type, forged by an attacker who knows the ids of the session and the entry. */
function forged(w: World, type: EventType, session: string, change: Partial<BusEvent> = {}): BusEvent {
  const names = Object.keys(eventDefinitions[type].data);
  const data = Object.fromEntries(names.map((name) => [name, FALSE_DATA[name] ?? entryId(session)]));
  return {
    specversion: '1.0',
    id: orderedId(w.now, w.platform.random),
    source: 'https://issuer.example',
    type,
    subject: session,
    time: '2029-12-31T00:00:00.000Z',
    datacontenttype: 'application/json',
    data: { ...data, session, tenant: 'default' },
    ...change,
  };
}

async function onBus(t: TestContext, w: World, dispatcher: WebhookDispatcher): Promise<Bus> {
  const deadLetter = async (): Promise<void> => assert.fail('a dead letter');
  const bus = createInProcessBus({ clock: () => w.now, log: silentLog, deadLetter });
  for (const consumer of dispatcher.consumers) bus.subscribe(consumer);
  await bus.start();
  t.after(() => bus.stop());
  return bus;
}

for (const type of TYPES) {
  for (const webhook of ['outcome', 'result', 'claims'] as const) {
    test(`${type}, forged for a session with a webhook for ${webhook}: no webhook`, async (t) => {
      const w = await world(t);
      const { url, got } = await receiver(t);
      const { id } = await w.session({ types: [], url, webhook });
      await w.changeStatus(id, 1);
      const dispatcher = w.dispatcher();
      const bus = await onBus(t, w, dispatcher);
      const { topic } = eventDefinitions[type];
      for (let n = 0; n < 20; n += 1) await bus.publish(topic, [forged(w, type, id)]);
      await runJob(dispatcher, 'delivery-sweep');
      await runJob(dispatcher, 'delivery-due');
      assert.deepEqual([got.length, await w.pending(id)], [0, []]);
    });
  }

  test(`${type}, forged with the id of a true event: the webhook has the true data`, async (t) => {
    const w = await world(t);
    const { url, got } = await receiver(t);
    const { id, events } = await w.session({ url, state: 'order-7' });
    const changed = await w.changeStatus(id, 1);
    const dispatcher = w.dispatcher();
    const bus = await onBus(t, w, dispatcher);
    const { topic } = eventDefinitions[type];
    for (const known of [events[0]?.id ?? '', changed.id]) {
      await bus.publish(topic, [forged(w, type, id, { id: known })]);
      await dispatcher.idle();
    }
    const payloads = got.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    const common = { session: id, timestamp: '2030-01-01T00:00:00.000Z', state: 'order-7' };
    const truths = [
      { ...common, type: 'issuance.completed' },
      { ...common, type: 'status.changed', credentialConfigurationId: 'pid', status: 1 },
    ];
    for (const one of payloads)
      assert.ok(
        truths.some((truth) => isSame(one, truth)),
        JSON.stringify(one),
      );
  });
}

function isSame(a: object, b: object): boolean {
  const sorted = (value: object): string => JSON.stringify(Object.entries(value).sort());
  return sorted(a) === sorted(b);
}

test('a forged change that names the entry of another session, no entry, or no valid id', async (t) => {
  const w = await world(t);
  const { url, got } = await receiver(t);
  const [own, other] = [await w.session({ types: [], url }), await w.session({ types: [], url })];
  const change = await w.changeStatus(other.id, 1);
  const bus = await onBus(t, w, w.dispatcher());
  for (const entry of [entryId(other.id), 'default/none/e', 'x'.repeat(60_000), '']) {
    const event = forged(w, 'status.changed.v1', own.id, { id: change.id });
    await bus.publish('status-changes', [{ ...event, data: { ...event.data, entry } }]);
  }
  assert.deepEqual([got.length, await w.pending(own.id), await w.pending(other.id)], [0, [], []]);
});

test('an entry that an earlier version changed: only its present status leads to a webhook', async (t) => {
  const w = await world(t);
  const { url, got } = await receiver(t);
  const { id } = await w.session({ types: [], url });
  await w.changeStatus(id, 1);
  const { changes: _, ...entry } = (await w.store.get(statusEntries, entryId(id))) ?? assert.fail();
  await w.store.replace(statusEntries, entry);
  const dispatcher = w.dispatcher();
  const bus = await onBus(t, w, dispatcher);
  const event = forged(w, 'status.changed.v1', id);
  await bus.publish('status-changes', [event]);
  assert.deepEqual(await w.pending(id), []);
  await bus.publish('status-changes', [{ ...event, data: { ...event.data, status: '1' } }]);
  await dispatcher.idle();
  const [body, ...more] = got.map((one) => JSON.parse(one.body));
  assert.deepEqual([body.status, body.credentialConfigurationId, more.length], [1, 'pid', 0]);
});
