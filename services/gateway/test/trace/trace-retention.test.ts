import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ofTenant as storeOf } from '@countersign/shared/store/of-tenant';
import { sessions, traces, unmatchedRequests } from '@countersign/shared/test/model/every-tenant';
import { eraseTrace } from '../../src/sessions/erase-trace.ts';
import { traceRetentionJob } from '../../src/trace/trace-retention.ts';
import { ofSession, ofTenant, openTraceWorld } from './trace-world.ts';

const HOUR = 3_600_000;

test('unmatched requests and the marks of erasures are removed after an hour', async (t) => {
  const world = await openTraceWorld(t);
  const job = traceRetentionJob(world);
  await world.write([ofTenant('acme', ['1'])]);
  await eraseTrace(storeOf(world.store, 'acme'), { session: 'erased', tenant: 'acme' }, world.time.now);
  const count = async () => [
    (await world.store.find(unmatchedRequests, { index: 'age', limit: 9 })).documents.length,
    (await world.store.find(traces, { index: 'erased', limit: 9 })).documents.length,
  ];
  world.time.now += HOUR;
  await job.run();
  assert.deepEqual(await count(), [1, 1]);
  world.time.now += 1;
  await job.run();
  assert.deepEqual(await count(), [0, 0]);
  assert.equal(world.logged.length, 1);
});

test('a trace stays as long as its session; one without a session is removed after SESSION_TTL', async (t) => {
  const world = await openTraceWorld(t);
  const times = { createdAt: 1, updatedAt: 1, expiresAt: 2 };
  const empty = { pendingDeliveries: [], outbox: [] };
  const session = { id: 'kept', tenant: 'acme', kind: 'issuance', handle: 'h', status: 'created' } as const;
  await world.store.insert(sessions, { ...session, ...times, ...empty });
  await world.write([ofSession('kept', ['1']), ofSession('orphan', ['1'])]);
  world.time.now += world.settings.SESSION_TTL * 1000;
  await traceRetentionJob(world).run();
  assert.ok(await world.store.get(traces, 'orphan'));
  world.time.now += 1;
  await traceRetentionJob(world).run();
  assert.ok(await world.store.get(traces, 'kept'));
  assert.equal(await world.store.get(traces, 'orphan'), undefined);
});
