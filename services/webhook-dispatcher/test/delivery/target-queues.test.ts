import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { createTargetQueues, type TargetQueue } from '../../src/delivery/target-queues.ts';
import { deliver, receiver, runJob, world } from '../world.ts';

test('a target that hangs delays no other target', async (t) => {
  // No attempt reaches its time limit, also on a busy machine.
  const w = await world(t, { WEBHOOK_CONCURRENCY: '2', WEBHOOK_TIMEOUT: '60' });
  const held: ServerResponse[] = [];
  const hole = await receiver(t, (_, response) => void held.push(response));
  const good = await Promise.all(Array.from({ length: 10 }, () => receiver(t)));
  const dispatcher = w.dispatcher();
  for (let n = 0; n < 20; n += 1) await w.session({ url: hole.url });
  for (const { url } of good) await w.session({ url });
  w.now += 6000;
  const sweep = dispatcher.jobs.find(({ name }) => name === 'delivery-sweep');
  await sweep?.run();
  while (good.some(({ got }) => got.length === 0)) await new Promise((resolve) => setImmediate(resolve));
  // Two attempts hang; the other eighteen deliveries wait without a lease.
  assert.ok(hole.got.length <= 2);
  const stopped = dispatcher.stop();
  while (held.length < 2) await new Promise((resolve) => setImmediate(resolve));
  for (const response of held) response.writeHead(204).end();
  await stopped;
});

/** Milliseconds of real time, by the breaker's own timer: long enough for the deliveries to find it open. */
const BREAKER_PAUSE = 2000;

test('the breaker of a failing target opens: its deliveries wait, no attempt is used up, other targets are served', async (t) => {
  const w = await world(t);
  let up = false;
  const bad = await receiver(t, (_, response) => response.writeHead(up ? 204 : 500).end());
  const good = await receiver(t);
  const dispatcher = w.dispatcher({ breakerPause: BREAKER_PAUSE });
  const made = [];
  for (let n = 0; n < 8; n += 1) {
    const session = await w.session({ url: bad.url });
    made.push(session);
    await deliver(dispatcher, session.events[0]);
  }
  assert.equal(bad.got.length, 5);
  const kept = await w.delivery(made[7]?.events[0]?.id);
  assert.deepEqual([kept?.state, kept?.attempts], ['due', []]);
  const other = await w.session({ url: good.url });
  await deliver(dispatcher, other.events[0]);
  assert.equal(good.got.length, 1);
  up = true;
  await new Promise((resolve) => setTimeout(resolve, BREAKER_PAUSE + 100));
  for (let round = 0; round < 4; round += 1) {
    w.now += 10_000;
    await runJob(dispatcher, 'delivery-due');
  }
  for (const { id } of made) assert.deepEqual(await w.pending(id), []);
});

test('a queue keeps its limit, runs an id once at a time, and refuses ids when it is full', async () => {
  const ends: (() => void)[] = [];
  const seen: string[] = [];
  const run = (id: string, _queue: TargetQueue): Promise<void> =>
    new Promise((resolve) => {
      seen.push(id);
      ends.push(resolve);
    });
  const queues = createTargetQueues({ concurrency: 2, pause: 1000, clock: () => 0, run });
  for (const id of ['a', 'b', 'c', 'a', 'c']) assert.ok(queues.offer('x', id));
  queues.offer('y', 'd');
  assert.deepEqual(seen, ['a', 'b', 'd']);
  for (let n = 0; n < 999; n += 1) assert.ok(queues.offer('x', `w${n}`));
  assert.ok(!queues.offer('x', 'one too many'));
  ends[0]?.();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(seen, ['a', 'b', 'd', 'c']);
  const stopped = queues.stop();
  for (const end of ends) end();
  await stopped;
  assert.equal(seen.length, 4);
  assert.ok(!queues.offer('x', 'z'));
});

test('a stop aborts running attempts; their deliveries are due at once, and no attempt is used up', async (t) => {
  const w = await world(t);
  const { url, got } = await receiver(t, () => undefined);
  const { events } = await w.session({ url });
  const dispatcher = w.dispatcher();
  await dispatcher.consumers[0]?.handler(events[0] ?? assert.fail());
  while (got.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await dispatcher.stop();
  const delivery = await w.delivery(events[0]?.id);
  assert.deepEqual([delivery?.state, delivery?.attempts, delivery?.dueAt], ['due', [], w.now]);
});
