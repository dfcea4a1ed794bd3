import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '@countersign/shared/kernel/json';
import { auditRecords } from '@countersign/shared/test/model/every-tenant';
import { allocate, call, update, values, world } from '../world.ts';

const body = { configuration: 'pid', client: 'backend' };
const count = (n: number): Json => ({ count: n });

test('what is not revoked is counted and revoked, over all sessions, and only of this configuration', async (t) => {
  const made = await world(t);
  const service = made.replica();
  const mine = [...(await allocate(service, 'a', 2)), ...(await allocate(service, 'b', 1, { session: 'other' }))];
  const foreign = await allocate(service, 'c', 1, { configuration: 'member' });
  const before = await allocate(service, 'd', 1, { session: 'earlier' });
  await update(service, 'earlier', 1);
  assert.deepEqual((await call(service, 'status.of-configuration.count', { body })).body, count(3));
  assert.deepEqual((await call(service, 'status.of-configuration.revoke', { body })).body, count(3));
  const all = [...mine, ...foreign, ...before].map(({ idx }) => idx);
  assert.deepEqual(await values(service, all), [1, 1, 1, 0, 1]);
  assert.deepEqual((await call(service, 'status.of-configuration.revoke', { body })).body, count(0));
  const { documents } = await made.store.find(auditRecords, { index: 'age', limit: 10 });
  assert.deepEqual(
    documents.map(({ client, subject, data }) => [client, subject, data]),
    [['backend', 'pid', { status: 1, entries: 3, list: 1, reason: 'disclosure_policy_changed' }]],
  );
});
