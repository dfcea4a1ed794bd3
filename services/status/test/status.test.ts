/** The whole service: its operations, its subscription and its stop. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allocate, call, sendChange, update, values, world } from './world.ts';

const small = { listSize: 16, blockSize: 8 };

test('every replica gets the event of a change, and applies it within half a second', async (t) => {
  const made = await world(t);
  const [own, other] = [made.replica(small), made.replica(small)];
  const [entry] = await allocate(own, 'a', 1);
  const idx = entry?.idx ?? assert.fail();
  assert.deepEqual(await values(other, [idx]), [0]);
  assert.equal(other.consumers[0]?.eachReplica, true);
  await update(own, 's', 1);
  const change = made.woken.at(-1)?.outbox[0] ?? assert.fail('no event was kept');
  await sendChange(other, change);
  assert.deepEqual(await values(other, [idx]), [1]);
});

test('the log line of a call names its session', async (t) => {
  const service = (await world(t)).replica(small);
  await allocate(service, 'a', 1);
  const listed = await call(service, 'status.entries', { params: { session: 's' } });
  const body = { sessionId: 's', status: 1 };
  const updated = await call(service, 'status.update', { method: 'POST', encoding: 'json', body });
  assert.deepEqual([listed.annotation, updated.annotation], [{ session: 's' }, { session: 's' }]);
});

test('it stops while a list is re-read', async (t) => {
  const made = await world(t);
  const service = made.replica(small);
  await allocate(service, 'a', 1);
  await call(service, 'status.list');
  made.now += (made.platform().settings.STATUS_LIST_EXPIRY * 1000) / 2;
  await call(service, 'status.list');
  await service.stop?.();
});
