import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { deliveries, sessions } from '@countersign/shared/test/model/every-tenant';
import { type OpenGateway, openGateway } from '../open-gateway.ts';

const CREATED = Date.UTC(2026, 0, 26, 9, 30);

async function add({ platform }: OpenGateway, id: string, more: Partial<SessionDocument> = {}): Promise<void> {
  const session: Omit<SessionDocument, 'rev'> = {
    id,
    tenant: 'default',
    kind: 'issuance',
    configurations: ['pid'],
    createdAt: CREATED,
    updatedAt: CREATED,
    expiresAt: Date.UTC(2099, 0, 1),
    handle: `h-${id}`,
    status: 'issued',
    state: '2026/4711',
    pendingDeliveries: [],
    outbox: [],
    ...more,
  };
  assert.ok(await platform.store.insert(sessions, session));
}

async function opened(t: TestContext): Promise<OpenGateway> {
  const gateway = await openGateway(t);
  await add(gateway, 'first');
  await add(gateway, 'second', { createdAt: CREATED + 1000 });
  await add(gateway, 'tried', { dryRunUntil: Date.UTC(2099, 0, 1) });
  await add(gateway, 'foreign', { tenant: 'root' });
  const delivery: Omit<DeliveryDocument, 'rev'> = {
    id: 'delivery-1',
    tenant: 'default',
    session: 'first',
    type: 'credential.issued',
    at: CREATED,
    data: {},
    webhook: 'outcome',
    target: 'https://shop.example',
    state: 'delivered',
    attempts: [],
    createdAt: CREATED,
    outbox: [],
  };
  assert.ok(await gateway.platform.store.insert(deliveries, delivery));
  return gateway;
}

async function found(answer: Promise<Response>): Promise<readonly string[]> {
  const hits = (await (await answer).json()) as readonly JsonObject[];
  return hits.map(({ found: by, session }) => `${String(by)} ${String(session)}`);
}

test('a reference, a session and a delivery each lead to their session, newest first, without dry runs', async (t) => {
  const gateway = await opened(t);
  const ask = (text: string): Promise<readonly string[]> => found(gateway.a(`/search?q=${encodeURIComponent(text)}`));
  assert.deepEqual(await ask('2026/4711'), ['reference second', 'reference first']);
  assert.deepEqual(await ask('first'), ['session first']);
  assert.deepEqual(await ask('delivery-1'), ['delivery first']);
  assert.deepEqual(await ask('2026/47'), []);
});

test('nothing of another tenant is found, by none of the ways', async (t) => {
  const gateway = await opened(t);
  const ask = (text: string): Promise<readonly string[]> => found(gateway.b(`/search?q=${encodeURIComponent(text)}`));
  assert.deepEqual(await ask('2026/4711'), ['reference foreign']);
  assert.deepEqual([await ask('first'), await ask('delivery-1')], [[], []]);
});

test('a hit has what a person tells sessions apart by; a search for nothing is refused', async (t) => {
  const gateway = await opened(t);
  const [hit] = (await (await gateway.a('/search?q=first')).json()) as readonly JsonObject[];
  assert.deepEqual(hit, {
    found: 'session',
    session: 'first',
    status: 'issued',
    createdAt: '2026-01-26T09:30:00.000Z',
    kind: 'issuance',
    configurations: ['pid'],
    state: '2026/4711',
  });
  assert.equal((await gateway.a('/search')).status, 400);
  assert.equal((await gateway.a('/search?q=')).status, 400);
});
