import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { call, deliver, receiver, world } from '../world.ts';

test('the summary has the attempts of the period by hour, and since when a target fails', async (t) => {
  const w = await world(t, { WEBHOOK_SCHEDULE: '0' });
  const { url } = await receiver(t, (_, response) => response.writeHead(503).end());
  const { events } = await w.session({ url });
  const dispatcher = w.dispatcher();
  await deliver(dispatcher, events[0]);
  const failedAt = new Date(w.now).toISOString();
  w.now += 2 * 3_600_000;
  const summary = async (query: Record<string, string>, tenant = 'default') =>
    (await call(dispatcher, 'dispatcher.delivery.summary', {}, { query, tenant })).body as {
      times: JsonObject[];
      targets: { target: string; failing: JsonObject }[];
      counts: JsonObject;
      complete: boolean;
    };
  const { times, targets, counts, complete } = await summary({});
  assert.equal(times.length, 24);
  assert.equal(times.filter(({ failed }) => failed === 1).length, 1);
  assert.deepEqual(counts, { waiting: 0, delivered: 0, dead: 1 });
  assert.equal(complete, true);
  const [target] = targets;
  assert.equal(target?.target, new URL(url).origin);
  assert.equal(target.failing.since, failedAt);
  assert.equal(target.failing.deadFrom, failedAt);
  assert.equal((target.failing.last as JsonObject).status, 503);
  assert.equal((await summary({ from: '2029-12-20' })).times.length, 13, 'longer periods by day');
  assert.deepEqual((await summary({}, 'another')).targets, []);
});
