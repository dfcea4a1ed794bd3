/** The whole dispatcher: its subscriptions, its jobs, and its stop. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliver, receiver, runJob, world } from './world.ts';

test('it consumes presentations, issuances and status changes, and each job runs', async (t) => {
  const w = await world(t);
  const dispatcher = w.dispatcher();
  assert.deepEqual(
    dispatcher.consumers.map(({ topic, group }) => `${topic} ${group}`),
    ['presentation-results', 'issuance-results', 'status-changes'].map((topic) => `${topic} webhook-dispatcher`),
  );
  for (const { name } of dispatcher.jobs) await runJob(dispatcher, name);
});

test('a delivery that is due later is sent by the job, not by its event', async (t) => {
  const w = await world(t, { WEBHOOK_SCHEDULE: '60' });
  const { url, got } = await receiver(t);
  const { events } = await w.session({ url });
  const dispatcher = w.dispatcher();
  await deliver(dispatcher, events[0]);
  assert.equal(got.length, 0);
  w.now += 60_000;
  await runJob(dispatcher, 'delivery-due');
  assert.equal(got.length, 1);
});

test('the stop aborts a running attempt; the delivery is left for another replica', async (t) => {
  const w = await world(t, { WEBHOOK_SCHEDULE: '0,60' });
  let began = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    began = resolve;
  });
  const state = { answers: false };
  const { url } = await receiver(t, (_, response) => {
    if (state.answers) response.writeHead(204).end();
    else began();
  });
  const { events } = await w.session({ url });
  const dispatcher = w.dispatcher();
  await dispatcher.consumers[0]?.handler(events[0] ?? assert.fail());
  await arrived;
  await dispatcher.stop();
  assert.notEqual((await w.delivery(events[0]?.id))?.state, 'delivered');
  state.answers = true;
  w.now += 3_600_000;
  await runJob(w.dispatcher(), 'delivery-due');
  assert.equal((await w.delivery(events[0]?.id))?.state, 'delivered');
});
