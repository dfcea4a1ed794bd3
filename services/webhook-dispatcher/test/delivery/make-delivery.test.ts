/** The delivery of an event: created once, for the session's webhook for the event. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PendingDelivery, SessionDocument } from '@countersign/shared/model/session/sessions';
import { deliveries, sessions } from '@countersign/shared/test/model/every-tenant';
import { makeDelivery, openWebhook } from '../../src/delivery/make-delivery.ts';
import { type SessionOptions, type World, world } from '../world.ts';

const URL = 'https://backend.example:8443/hook?token=secret';

async function marked(w: World, options: SessionOptions): Promise<[SessionDocument, PendingDelivery]> {
  const { id } = await w.session({ url: URL, ...options });
  const session = (await w.store.get(sessions, id)) ?? assert.fail();
  return [session, session.pendingDeliveries[0] ?? assert.fail('no mark')];
}

test('an outcome is due after the first pause of the schedule; only the origin of its target is stored', async (t) => {
  const w = await world(t, { WEBHOOK_SCHEDULE: '7,60' });
  const [session, mark] = await marked(w, {});
  const made = (await makeDelivery(w.platform, session, mark)) ?? assert.fail();
  assert.deepEqual(
    [made.id, made.type, made.webhook, made.state, made.target],
    [mark.id, 'issuance.completed', 'outcome', 'due', 'https://backend.example:8443'],
  );
  assert.deepEqual([made.dueAt, made.createdAt, made.at], [w.now + 7000, w.now, mark.at]);
});

test('a claims request is due at once, under its own type: a wallet waits', async (t) => {
  const w = await world(t, { WEBHOOK_SCHEDULE: '7,60' });
  const [session, mark] = await marked(w, { webhook: 'claims', types: ['presentation.verified.v1'] });
  const made = await makeDelivery(w.platform, session, mark);
  assert.deepEqual([made?.type, made?.webhook, made?.dueAt], ['claims.requested', 'claims', w.now]);
});

test('two concurrent calls make one delivery; a later call returns it unchanged', async (t) => {
  const w = await world(t);
  const [session, mark] = await marked(w, {});
  const [a, b] = await Promise.all([makeDelivery(w.platform, session, mark), makeDelivery(w.platform, session, mark)]);
  assert.deepEqual(a, b);
  const stored = (await w.store.get(deliveries, mark.id)) ?? assert.fail();
  await w.store.replace(deliveries, { ...stored, state: 'dead', reason: 'gone' });
  w.now += 1000;
  assert.equal((await makeDelivery(w.platform, session, mark))?.state, 'dead');
});

test('an event without a webhook has no delivery', async (t) => {
  const w = await world(t);
  const [session, mark] = await marked(w, {});
  const { webhooks, ...without } = session;
  assert.equal(await makeDelivery(w.platform, without, mark), undefined);
  assert.equal(await w.delivery(mark.id), undefined);
  assert.equal(await openWebhook(w.platform, session, 'claims'), undefined);
  assert.equal((await openWebhook(w.platform, session, 'outcome'))?.url, URL);
});

test('a webhook that was encrypted for another session can not be decrypted', async (t) => {
  const w = await world(t);
  const [session] = await marked(w, {});
  await assert.rejects(openWebhook(w.platform, { ...session, id: 'another' }, 'outcome'));
});
