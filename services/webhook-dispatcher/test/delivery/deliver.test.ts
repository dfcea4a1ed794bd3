import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretText } from '@countersign/shared/flow-config/webhook-config';
import { tenants } from '@countersign/shared/model/tenant/tenants';
import { Webhook } from 'standardwebhooks';
import { tenantSecret } from '../../src/sending/tenant-secret.ts';
import { deliver, receiver, runJob, world } from '../world.ts';

const TYPES = [
  'credential.issued.v1',
  'issuance.completed.v1',
  'issuance.failed.v1',
  'presentation.rejected.v1',
  'presentation.refused.v1',
  'presentation.expired.v1',
] as const;

test('an event is delivered at once, signed, with the header of the configuration', async (t) => {
  const w = await world(t);
  w.now = Date.now();
  const { url, got } = await receiver(t);
  const config = { auth: { type: 'apiKey', config: { headerName: 'X-Backend-Key', value: 'k-1' } } };
  const dispatcher = w.dispatcher();
  const secret = secretText(tenantSecret(await w.platform.vaults.of('default')));
  for (const type of TYPES) {
    const { id, events } = await w.session({ url, config, types: [type], state: 'order-7' });
    await deliver(dispatcher, events[0]);
    const { headers, body } = got.at(-1) ?? { headers: {}, body: '' };
    assert.equal(headers['x-backend-key'], 'k-1');
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['webhook-id'], events[0]?.id);
    const payload = new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, unknown>;
    assert.equal(payload.type, type.slice(0, -3));
    assert.equal(payload.session, id);
    assert.equal(payload.state, 'order-7');
    const delivery = await w.delivery(events[0]?.id);
    assert.equal(delivery?.state, 'delivered');
    assert.deepEqual(
      delivery?.attempts.map(({ status }) => status),
      [204],
    );
    assert.deepEqual(await w.pending(id), []);
  }
  assert.equal(got.length, TYPES.length);
});

test('presented data is read from the session when it is sent, and is stored nowhere else', async (t) => {
  const w = await world(t);
  w.now = Date.now();
  const { url, got } = await receiver(t);
  const key = Buffer.alloc(48, 5);
  const credentials = [{ id: 'pid', values: { given_name: 'Erika-4711' } }];
  const { id, events } = await w.session({
    url,
    config: { signingSecret: secretText(key) },
    webhook: 'result',
    types: ['presentation.verified.v1'],
    tenant: 'root',
    credentials,
  });
  await deliver(w.dispatcher(), events[0]);
  const { headers, body } = got[0] ?? { headers: {}, body: '' };
  const payload = new Webhook(secretText(key)).verify(body, headers as Record<string, string>) as object;
  assert.deepEqual(payload, {
    credentials,
    session: id,
    type: 'presentation.verified',
    timestamp: events[0]?.time,
    tenantId: 'root',
  });
  assert.ok(!JSON.stringify(await w.delivery(events[0]?.id)).includes('Erika'));
});

test('a repeated event, also a late one, sends no second webhook', async (t) => {
  const w = await world(t, { WEBHOOK_RETENTION: '3600' });
  const { url, got } = await receiver(t);
  const { events } = await w.session({ url });
  const [one, two] = [w.dispatcher(), w.dispatcher()];
  await Promise.all([deliver(one, events[0]), deliver(two, events[0]), deliver(one, events[0])]);
  assert.equal(got.length, 1);
  w.now += 3_601_000;
  await runJob(one, 'delivery-retention');
  assert.equal(await w.delivery(events[0]?.id), undefined);
  // The session no longer has a mark: the event creates no delivery, although its document was removed.
  await deliver(one, events[0]);
  assert.equal(got.length, 1);
});

test('an event of a session without that webhook, or of no session, is handled without a delivery', async (t) => {
  const w = await world(t);
  const { url, got } = await receiver(t);
  const dispatcher = w.dispatcher();
  const { events } = await w.session({ url, webhook: 'result', types: ['issuance.completed.v1'] });
  await deliver(dispatcher, events[0]);
  const other = await w.session({ url });
  await deliver(dispatcher, { ...(other.events[0] ?? assert.fail()), subject: 'no-session' });
  assert.equal(got.length, 0);
});

test('a lost event: the sweep makes the delivery', async (t) => {
  const w = await world(t);
  const { url, got } = await receiver(t);
  const dispatcher = w.dispatcher();
  await runJob(dispatcher, 'delivery-sweep');
  const { id, events } = await w.session({ url });
  await runJob(dispatcher, 'delivery-sweep');
  assert.equal(got.length, 0);
  w.now += 5001;
  await runJob(dispatcher, 'delivery-sweep');
  assert.equal(got[0]?.headers['webhook-id'], events[0]?.id);
  assert.deepEqual(await w.pending(id), []);
});

test('a session whose webhook can not be decrypted does not stop the sweep of others', async (t) => {
  const w = await world(t);
  const { url, got } = await receiver(t);
  const dispatcher = w.dispatcher();
  const { sessions } = await import('@countersign/shared/test/model/every-tenant');
  const broken = await w.session({ url });
  const session = await w.store.get(sessions, broken.id);
  assert.ok(session !== undefined);
  await w.store.replace(sessions, { ...session, webhooks: { result: 'not encrypted', outcome: 'not encrypted' } });
  const { events } = await w.session({ url });
  w.now += 5001;
  await runJob(dispatcher, 'delivery-sweep');
  assert.deepEqual(
    got.map((one) => one.headers['webhook-id']),
    [events[0]?.id],
  );
  assert.equal((await w.pending(broken.id))?.length, 1);
});

test('an erased session sends no webhook', async (t) => {
  const w = await world(t);
  const { url, got } = await receiver(t, (_, response) => response.writeHead(500).end());
  const dispatcher = w.dispatcher();
  const { id, events } = await w.session({ url });
  await deliver(dispatcher, events[0]);
  const { sessions } = await import('@countersign/shared/test/model/every-tenant');
  const session = await w.store.get(sessions, id);
  assert.ok(session !== undefined && (await w.store.delete(sessions, session)));
  w.now += 10_000;
  await runJob(dispatcher, 'delivery-due');
  const delivery = await w.delivery(events[0]?.id);
  assert.deepEqual([delivery, got.length], [undefined, 1]);
});

test('a refusal that its target does not accept delays no other delivery of the session', async (t) => {
  const w = await world(t);
  const refused: string[] = [];
  const { url, got } = await receiver(t, (_, response) => {
    const { type } = JSON.parse(got.at(-1)?.body ?? '{}');
    if (type === 'presentation.refused') refused.push(type);
    response.writeHead(type === 'presentation.refused' ? 400 : 204).end();
  });
  const types = ['presentation.refused.v1', 'presentation.refused.v1', 'presentation.verified.v1'] as const;
  const { id, events } = await w.session({ url, webhook: 'result', types });
  const dispatcher = w.dispatcher();
  for (const event of events) await deliver(dispatcher, event);
  assert.deepEqual(
    [refused.length, (await w.delivery(events[2]?.id))?.state, await w.pending(id)],
    [2, 'delivered', events.slice(0, 2).map((event) => event.id)],
  );
});

test('a webhook of a suspended tenant waits, and is sent once the tenant is resumed', async (t) => {
  const w = await world(t);
  const { url, got } = await receiver(t);
  const dispatcher = w.dispatcher();
  const { store } = w.platform;
  const life = { state: 'suspended', since: w.now } as const;
  const suspended = await store.insert(tenants, { id: 'acme', createdAt: w.now, life });
  const { events } = await w.session({ url, types: ['credential.issued.v1'], tenant: 'acme' });
  await deliver(dispatcher, events[0]);
  const waiting = await w.delivery(events[0]?.id);
  assert.deepEqual([got.length, waiting?.state, waiting?.attempts.length], [0, 'due', 0]);
  await store.replace(tenants, { ...(suspended ?? assert.fail()), life: { state: 'active', since: w.now } });
  w.now += 60_000;
  await runJob(dispatcher, 'delivery-due');
  assert.equal(got.length, 1);
});
