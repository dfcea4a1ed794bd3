/** Several deliveries of a tenant, listed by their state and sent again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { deliveries } from '@countersign/shared/test/model/every-tenant';
import { deliveryOf } from './delivery-of.ts';
import { call, deliver, receiver, world } from './world.ts';

type World = Awaited<ReturnType<typeof world>>;

async function given(t: Parameters<typeof world>[0]) {
  const w = await world(t, { WEBHOOK_SCHEDULE: '0' });
  let status = 500;
  const { url, got } = await receiver(t, (_, response) => response.writeHead(status).end());
  const dispatcher = w.dispatcher();
  const ids: string[] = [];
  for (let place = 0; place < 3; place += 1) {
    w.now += 1000;
    const { events } = await w.session({ url });
    await deliver(dispatcher, events[0]);
    ids.push(events[0]?.id ?? '');
  }
  const heal = (): void => {
    status = 204;
  };
  return { w, dispatcher, ids, got, heal };
}

async function listed(
  { dispatcher }: { readonly dispatcher: ReturnType<World['dispatcher']> },
  query: Record<string, string>,
  tenant = 'default',
) {
  const url = 'https://issuer.example/deliveries';
  const { body, headers } = await call(dispatcher, 'dispatcher.delivery.list', {}, { query, url, tenant });
  return { ids: (body as JsonObject[]).map(({ id }) => id), link: headers?.link, body: body as JsonObject[] };
}

test('the deliveries of a state, newest first, in pages, for their tenant alone', async (t) => {
  const all = await given(t);
  const { w, ids } = all;
  assert.deepEqual((await listed(all, { state: 'dead' })).ids, ids.toReversed());
  assert.deepEqual((await listed(all, { state: 'waiting' })).ids, []);
  assert.deepEqual((await listed(all, { state: 'dead' }, 'root')).ids, []);
  const first = await listed(all, { state: 'dead', limit: '2' });
  assert.equal(first.body[0]?.session, (await w.delivery(ids[2]))?.session);
  const after = new URL(/<(.*)>/.exec(first.link ?? '')?.[1] ?? '').searchParams;
  assert.deepEqual([after.get('state'), after.get('limit')], ['dead', '2']);
  const rest = await listed(all, { state: 'dead', limit: '2', after: after.get('after') ?? '' });
  assert.deepEqual([...first.ids, ...rest.ids], ids.toReversed());
  assert.equal(rest.link, undefined);
  const from = new Date(w.now).toISOString();
  assert.deepEqual((await listed(all, { state: 'dead', from })).ids, [ids[2]]);
  assert.deepEqual((await listed(all, { state: 'dead', until: from })).ids, [ids[1], ids[0]]);
});

test('an attempt under way is listed as waiting', async (t) => {
  const w = await world(t);
  await w.store.insert(deliveries, deliveryOf('leased', { state: 'leased', phase: 'waiting' }));
  // Ended by a replica of an earlier version, which leaves the phase unchanged.
  await w.store.insert(deliveries, deliveryOf('ended', { state: 'dead', phase: 'waiting' }));
  const { ids } = await listed({ dispatcher: w.dispatcher() }, { state: 'waiting' });
  assert.deepEqual(ids, ['leased']);
});

test('deliveries are sent again by their ids, each with its result', async (t) => {
  const all = await given(t);
  const { w, dispatcher, ids, got, heal } = all;
  await w.store.insert(deliveries, deliveryOf('claims', { webhook: 'claims', state: 'dead' }));
  await w.store.insert(deliveries, deliveryOf('over', { state: 'dead', phase: 'dead' }));
  await w.store.insert(deliveries, deliveryOf('foreign', { tenant: 'root', state: 'dead' }));
  heal();
  const asked = [ids[0] ?? '', 'none', 'claims', 'over', 'foreign'];
  const { body } = await call(dispatcher, 'dispatcher.replay-many', {}, { body: { ids: asked } });
  await dispatcher.idle();
  const { results } = body as { readonly results: readonly Record<string, string>[] };
  assert.deepEqual(
    results.map(({ id, result }) => [id, result]),
    [
      [ids[0], 'replayed'],
      ['none', 'unknown'],
      ['claims', 'claims'],
      ['over', 'session_over'],
      ['foreign', 'unknown'],
    ],
  );
  assert.equal(results[0]?.description, undefined);
  assert.ok(results.slice(1).every(({ description = '' }) => description.length > 10));
  assert.deepEqual((await listed(all, { state: 'delivered' })).ids, [ids[0]]);
  assert.equal(got.length, 4);
});

test('the dead ones of a time are sent again, oldest first', async (t) => {
  const all = await given(t);
  const { w, dispatcher, ids, heal } = all;
  heal();
  const until = new Date(w.now).toISOString();
  const { body } = await call(dispatcher, 'dispatcher.replay-many', {}, { body: { dead: { until } } });
  await dispatcher.idle();
  const { results, next } = body as { readonly results: readonly JsonObject[]; readonly next?: string };
  assert.deepEqual(
    results.map(({ id }) => id),
    ids.slice(0, 2),
  );
  assert.equal(next, undefined);
  assert.deepEqual((await listed(all, { state: 'dead' })).ids, [ids[2]]);
});

test('the dead ones of one target are sent again, and the others stay', async (t) => {
  const all = await given(t);
  const { w, dispatcher, ids } = all;
  await w.store.insert(
    deliveries,
    deliveryOf('other', { state: 'dead', phase: 'dead', target: 'https://other.example' }),
  );
  const results = async (target: string) => {
    const { body } = await call(dispatcher, 'dispatcher.replay-many', {}, { body: { dead: { target } } });
    return (body as { readonly results: readonly JsonObject[] }).results.map(({ id }) => id);
  };
  assert.deepEqual(await results('https://other.example'), ['other']);
  assert.deepEqual(await results((await w.delivery(ids[0]))?.target ?? ''), ids);
});

test('more dead ones than a call takes are continued by the cursor, past those that can not be sent again', async (t) => {
  const w = await world(t);
  for (let place = 0; place < 103; place += 1) {
    const id = `over-${String(place).padStart(3, '0')}`;
    await w.store.insert(deliveries, deliveryOf(id, { state: 'dead', phase: 'dead', createdAt: place }));
  }
  const dispatcher = w.dispatcher();
  const replay = async (dead: JsonObject) =>
    (await call(dispatcher, 'dispatcher.replay-many', {}, { body: { dead } })).body as {
      readonly results: readonly JsonObject[];
      readonly next?: string;
    };
  const first = await replay({});
  assert.deepEqual([first.results.length, first.results[0]?.result], [100, 'session_over']);
  const rest = await replay({ after: first.next ?? '' });
  assert.deepEqual([rest.results.length, rest.results[0]?.id, rest.next], [3, 'over-100', undefined]);
});

test('a body that names none or both, or a day that no calendar has, is refused', async (t) => {
  const w = await world(t);
  const dispatcher = w.dispatcher();
  for (const body of [{}, { ids: ['a'], dead: {} }, { dead: { from: '2030-02-31T99:00:00Z' } }] as JsonObject[]) {
    await assert.rejects(call(dispatcher, 'dispatcher.replay-many', {}, { body }), { code: 'invalid_request' });
  }
});
