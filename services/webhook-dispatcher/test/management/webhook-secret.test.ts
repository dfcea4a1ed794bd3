/** The secret that signs webhooks: shown masked, rotated with an overlap, in every replica immediately. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { Webhook } from 'standardwebhooks';
import { call, deliver, receiver, world } from '../world.ts';

test('a changed secret signs beside the earlier one until the overlap ends, also at another replica', async (t) => {
  const w = await world(t);
  w.now = Date.now();
  const { url, got } = await receiver(t);
  const [here, there] = [w.dispatcher(), w.dispatcher()];
  const secretOf = async (overlap: number): Promise<string> => {
    const { body } = await call(here, 'dispatcher.secret.rotate', {}, { body: { overlap } });
    return String((body as JsonObject).secret);
  };
  const [first, second] = [await secretOf(60), await secretOf(60)];
  assert.match(first, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.notEqual(first, second);
  const sent = async () => {
    const { events } = await w.session({ url });
    await deliver(there, events[0]);
    return got.at(-1) ?? assert.fail();
  };
  const during = await sent();
  for (const secret of [first, second]) {
    new Webhook(secret).verify(during.body, during.headers as Record<string, string>);
  }
  assert.equal(String(during.headers['webhook-signature']).split(' ').length, 3, 'the first of all signs too');
  w.now += 60_000;
  const after = await sent();
  new Webhook(second).verify(after.body, after.headers as Record<string, string>);
  assert.throws(() => new Webhook(first).verify(after.body, after.headers as Record<string, string>));
});

test('the secret is shown masked, with what signs beside it; another tenant has its own', async (t) => {
  const w = await world(t);
  const dispatcher = w.dispatcher();
  const shown = async (tenant = 'default') =>
    (await call(dispatcher, 'dispatcher.secret.get', {}, { tenant })).body as JsonObject;
  const before = await shown();
  assert.match(String(before.secret), /^whsec_….{4}$/);
  assert.deepEqual([before.generation, before.rotatedAt, before.earlier], [1, undefined, []]);
  const { body } = await call(dispatcher, 'dispatcher.secret.rotate', {});
  const { secret } = body as { readonly secret: string };
  const after = await shown();
  assert.equal(after.secret, `whsec_…${secret.slice(-4)}`);
  assert.deepEqual(
    [after.generation, after.rotatedAt, after.earlier],
    [2, '2030-01-01T00:00:00.000Z', [{ generation: 1, until: '2030-01-02T00:00:00.000Z' }]],
  );
  assert.equal((await shown('root')).generation, 1);
});

test('a fourth secret within the overlap is refused, and changes at the same time are all kept', async (t) => {
  const w = await world(t);
  const dispatcher = w.dispatcher();
  const rotate = () => call(dispatcher, 'dispatcher.secret.rotate', {});
  const made = await Promise.all([rotate(), rotate(), rotate()]);
  assert.deepEqual(made.map(({ body }) => (body as JsonObject).generation).sort(), [2, 3, 4]);
  await assert.rejects(rotate(), { code: 'conflict' });
});
