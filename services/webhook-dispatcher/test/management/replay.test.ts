import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { call, deliver, receiver, runJob, world } from '../world.ts';

async function refused(code: string, answer: Promise<unknown>): Promise<void> {
  await assert.rejects(answer, (error) => error instanceof ProtocolError && error.code === code);
}

test('the deliveries of a session, oldest first, for its tenant alone', async (t) => {
  const w = await world(t);
  const { url, got } = await receiver(t, (_, response) => response.writeHead(500).end('down'));
  const { id, events } = await w.session({ url });
  const dispatcher = w.dispatcher();
  await deliver(dispatcher, events[0]);
  const { body } = await call(dispatcher, 'dispatcher.deliveries', { sessionId: id });
  const [first] = body as unknown as Record<string, unknown>[];
  const { nextAttemptAt, ...rest } = first ?? {};
  assert.match(String(nextAttemptAt), /^2030-01-01T00:00:0[456]/);
  const at = '2030-01-01T00:00:00.000Z';
  const sent = Buffer.byteLength(got[0]?.body ?? '');
  assert.ok(sent > 0);
  const description = 'The target responded with a status other than 2xx';
  assert.deepEqual(rest, {
    id: events[0]?.id,
    type: 'issuance.completed',
    target: new URL(url).origin,
    state: 'due',
    createdAt: at,
    attempts: [{ at, milliseconds: 0, status: 500, sent, received: 'down'.length, error: 'status', description }],
  });
  await refused('not_found', call(dispatcher, 'dispatcher.deliveries', { sessionId: id }, 'root'));
  await refused('not_found', call(dispatcher, 'dispatcher.deliveries', { sessionId: 'no-session' }));
});

test('a delivered and a dead delivery are sent again, with the same id', async (t) => {
  const w = await world(t, { WEBHOOK_SCHEDULE: '0' });
  let status = 204;
  const { url, got } = await receiver(t, (_, response) => response.writeHead(status).end());
  const { id, events } = await w.session({ url });
  const dispatcher = w.dispatcher();
  const params = { sessionId: id, deliveryId: events[0]?.id ?? '' };
  await deliver(dispatcher, events[0]);
  for (const [answer, state] of [
    [500, 'dead'],
    [500, 'dead'],
    [204, 'delivered'],
  ] as const) {
    status = answer;
    w.now += 1000;
    await call(dispatcher, 'dispatcher.replay', params);
    await dispatcher.idle();
    assert.equal((await w.delivery(params.deliveryId))?.state, state);
    assert.deepEqual(await w.pending(id), []);
  }
  assert.equal(got.length, 4);
  assert.equal(new Set(got.map(({ headers }) => headers['webhook-id'])).size, 1);
});

test('an open delivery is sent at once', async (t) => {
  const w = await world(t);
  const { url, got } = await receiver(t, (_, response) => response.writeHead(got.length === 1 ? 500 : 204).end());
  const { id, events } = await w.session({ url });
  const dispatcher = w.dispatcher();
  await deliver(dispatcher, events[0]);
  await call(dispatcher, 'dispatcher.replay', { sessionId: id, deliveryId: events[0]?.id ?? '' });
  await dispatcher.idle();
  assert.equal((await w.delivery(events[0]?.id))?.state, 'delivered');
});

test('no replay for another tenant or session, during an attempt, or after the session was erased', async (t) => {
  const w = await world(t, { SESSION_TTL: '10' });
  const { url, got } = await receiver(t, (_, response) => {
    if (got.length !== 2) response.writeHead(204).end();
  });
  const [one, two] = [await w.session({ url }), await w.session({ url })];
  const dispatcher = w.dispatcher();
  await deliver(dispatcher, one.events[0]);
  const params = { sessionId: one.id, deliveryId: one.events[0]?.id ?? '' };
  await refused('not_found', call(dispatcher, 'dispatcher.replay', params, 'root'));
  await refused('not_found', call(dispatcher, 'dispatcher.replay', { ...params, sessionId: two.id }));
  await refused('not_found', call(dispatcher, 'dispatcher.replay', { ...params, deliveryId: 'x' }));
  const hanging = w.dispatcher();
  await hanging.consumers[0]?.handler(two.events[0] ?? assert.fail());
  while (got.length < 2) await new Promise((resolve) => setImmediate(resolve));
  const busy = { sessionId: two.id, deliveryId: two.events[0]?.id ?? '' };
  await refused('conflict', call(dispatcher, 'dispatcher.replay', busy));
  await hanging.stop();
  const session = await w.store.get(sessions, one.id);
  assert.ok(session !== undefined && (await w.store.delete(sessions, session)));
  await refused('conflict', call(dispatcher, 'dispatcher.replay', params));
  w.now += 20_000;
  await refused('conflict', call(dispatcher, 'dispatcher.replay', busy));
  await runJob(dispatcher, 'delivery-due');
  assert.equal((await w.delivery(busy.deliveryId))?.reason, 'expired');
});
