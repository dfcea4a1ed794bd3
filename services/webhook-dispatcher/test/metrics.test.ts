import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recorded } from '@countersign/shared/test/metrics/recorded';
import { createWebhookDispatcher } from '../src/webhook-dispatcher.ts';
import { deliver, receiver, runJob, world } from './world.ts';

test('attempts are counted by their outcome, never by their target', async (t) => {
  const w = await world(t, { WEBHOOK_SCHEDULE: '0,1' });
  w.now = Date.now();
  const { url } = await receiver(t);
  const metrics = recorded();
  const dispatcher = createWebhookDispatcher({ ...w.platform, metrics });
  t.after(() => dispatcher.stop());
  const outcomes = (): readonly string[] => metrics.lines.filter((line) => line.includes('deliveries_total'));

  await deliver(dispatcher, (await w.session({ url })).events[0]);
  assert.deepEqual(outcomes(), ['countersign_deliveries_total webhook=outcome outcome=delivered']);

  // No server listens there.
  await deliver(dispatcher, (await w.session({ url: 'http://127.0.0.1:1/' })).events[0]);
  assert.equal(outcomes().at(-1), 'countersign_deliveries_total webhook=outcome outcome=again');
  w.now += 5000;
  await runJob(dispatcher, 'delivery-due');
  assert.equal(outcomes().at(-1), 'countersign_deliveries_total webhook=outcome outcome=dead');

  assert.equal(metrics.lines.filter((line) => line.includes('delivery_duration')).length, 3);
  assert.ok(!metrics.lines.join().includes('127.0.0.1'));
});

test('open breakers are counted', async (t) => {
  const w = await world(t, { WEBHOOK_SCHEDULE: '0,1,1,1,1,1,1,1,1' });
  w.now = Date.now();
  const metrics = recorded();
  const dispatcher = createWebhookDispatcher({ ...w.platform, metrics }, { breakerPause: 60_000 });
  t.after(() => dispatcher.stop());
  const open = async (): Promise<number | undefined> =>
    (await metrics.read('countersign_webhook_breakers_open'))[0]?.value;
  assert.equal(await open(), 0);
  for (let turn = 0; turn < 8; turn += 1) {
    await deliver(dispatcher, (await w.session({ url: 'http://127.0.0.1:1/' })).events[0]);
  }
  assert.equal(await open(), 1);
});
