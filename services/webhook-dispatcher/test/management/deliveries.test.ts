/** Deliveries, as the backend reads them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { deliveries, sessions } from '@countersign/shared/test/model/every-tenant';
import { call, deliver, receiver, world } from '../world.ts';

test('an open delivery shows its next attempt, and why the last one failed', async (t) => {
  const w = await world(t);
  const { url } = await receiver(t, (_, response) => response.writeHead(503).end());
  const { id, events } = await w.session({ url: `${url}?token=in-the-url` });
  const dispatcher = w.dispatcher();
  await deliver(dispatcher, events[0]);
  const { body } = await call(dispatcher, 'dispatcher.deliveries', { sessionId: id });
  const [shown] = body as unknown as Record<string, unknown>[];
  assert.equal(shown?.target, new URL(url).origin, 'not the path, which may hold a secret');
  assert.deepEqual(Object.keys(shown ?? {}), [
    'id',
    'type',
    'target',
    'state',
    'createdAt',
    'nextAttemptAt',
    'attempts',
  ]);
  assert.equal((shown?.attempts as { status: number }[] | undefined)?.[0]?.status, 503);
});

test('an ended delivery shows its end and reason, and no next attempt; also after its session was erased', async (t) => {
  const w = await world(t, { WEBHOOK_SCHEDULE: '0' });
  const { url } = await receiver(t, (_, response) => response.writeHead(500).end());
  const { id, events } = await w.session({ url });
  const dispatcher = w.dispatcher();
  await deliver(dispatcher, events[0]);
  const session = (await w.store.get(sessions, id)) ?? assert.fail();
  await w.store.delete(sessions, session);
  const { body } = await call(dispatcher, 'dispatcher.deliveries', { sessionId: id });
  const [shown] = body as unknown as Record<string, unknown>[];
  assert.deepEqual([shown?.state, shown?.reason, shown?.nextAttemptAt], ['dead', 'exhausted', undefined]);
  assert.equal(shown?.endedAt, new Date(w.now).toISOString());
  assert.equal(typeof shown?.description, 'string');
  const delivery = (await w.store.get(deliveries, events[0]?.id ?? '')) ?? assert.fail();
  await w.store.delete(deliveries, delivery);
  await assert.rejects(
    call(dispatcher, 'dispatcher.deliveries', { sessionId: id }),
    (error) => error instanceof ProtocolError && error.code === 'not_found',
  );
});

test('a list is filtered by event and by a part of an id, a target or an event, over all its pages', async (t) => {
  const w = await world(t);
  const { url } = await receiver(t, (_, response) => response.writeHead(204).end());
  const dispatcher = w.dispatcher();
  const { id, events } = await w.session({ url, types: ['issuance.completed.v1'] });
  await deliver(dispatcher, events[0]);
  for (let count = 0; count < 3; count += 1) {
    const other = await w.session({ url, types: ['issuance.failed.v1'] });
    await deliver(dispatcher, other.events[0]);
  }
  const listed = async (query: Record<string, string>) => {
    const all = { query: { state: 'delivered', ...query }, url: 'https://s.example/deliveries' };
    const { body, headers } = await call(dispatcher, 'dispatcher.delivery.list', {}, all);
    return { types: (body as unknown as { type: string }[]).map(({ type }) => type), next: headers?.link };
  };
  assert.equal((await listed({})).types.length, 4);
  const first = await listed({ type: 'issuance.completed', limit: '1' });
  assert.deepEqual(first.types, ['issuance.completed'], 'the oldest is found behind pages that the filter skips');
  for (const search of [id, events[0]?.id ?? '', 'completed']) {
    assert.deepEqual((await listed({ search })).types, ['issuance.completed'], search);
  }
  assert.equal((await listed({ search: new URL(url).host })).types.length, 4);
  const paged = await listed({ type: 'issuance.failed', limit: '2' });
  assert.equal(paged.types.length, 2);
  assert.match(String(paged.next), /type=issuance.failed/);
});
