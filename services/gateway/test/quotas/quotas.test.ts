import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createEnterCall } from '../../src/quotas/quotas.ts';
import { routes } from '../../src/routes/routes.ts';
import { openGateway } from '../open-gateway.ts';

const nonce = { 'issuer.nonce': async () => ({ body: { c_nonce: 'x' } }) };

test('calls beyond the quota of the tenant are refused with Retry-After, and each answer says what is left', async (t) => {
  const counted: string[] = [];
  const metrics = {
    count: (name: string, labels: Record<string, string>) => void counted.push(`${name} ${JSON.stringify(labels)}`),
    observe: () => undefined,
    watch: () => undefined,
  };
  const gateway = await openGateway(t, { env: { QUOTA_WALLET: '2', QUOTA_MANAGEMENT: '1' }, replies: nonce, metrics });
  const first = await gateway.request('/vci/nonce', { method: 'POST' });
  assert.equal(first.headers.get('ratelimit-policy'), '"wallet";q=2;w=60');
  assert.equal(first.headers.get('ratelimit'), '"wallet";r=1;t=60');
  assert.equal((await gateway.request('/vci/nonce', { method: 'POST' })).status, 200);
  const third = await gateway.request('/vci/nonce', { method: 'POST' });
  assert.equal(third.status, 429);
  assert.equal(third.headers.get('retry-after'), '60');
  assert.equal(third.headers.get('ratelimit'), '"wallet";r=0;t=60');
  // Another tenant, the other kind and open documents have separate limits.
  assert.equal((await gateway.request('/root/vci/nonce', { method: 'POST' })).status, 200);
  assert.equal((await gateway.a('/session')).headers.get('ratelimit'), '"management";r=0;t=60');
  const over = await gateway.a('/session');
  assert.equal(over.status, 429);
  assert.equal(((await over.json()) as { reason?: string }).reason, 'quota_calls');
  assert.equal((await gateway.request('/health')).headers.get('ratelimit'), null);
  assert.equal((await gateway.request('/session', { headers: { 'x-api-key': 'wrong' } })).status, 401);
  assert.ok(counted.includes('countersign_quota_refusals_total {"quota":"wallet"}'));
  gateway.advance(60_000);
  assert.equal((await gateway.request('/vci/nonce', { method: 'POST' })).status, 200);
});

test('tenant.json has the quotas of a tenant', async (t) => {
  const gateway = await openGateway(t, { replies: nonce });
  gateway.writeConfig('tenants/root/tenant.json', '{"quotas": {"wallet": 1}}');
  assert.equal((await gateway.request('/root/vci/nonce', { method: 'POST' })).status, 200);
  assert.equal((await gateway.request('/root/vci/nonce', { method: 'POST' })).status, 429);
  const other = await gateway.request('/vci/nonce', { method: 'POST' });
  assert.deepEqual([other.status, other.headers.get('ratelimit')], [200, null]);
});

test('calls beyond the places of their tenant wait, and are answered', async (t) => {
  const gateway = await openGateway(t, {
    env: { QUOTA_PARALLEL: '1' },
    replies: { 'issuer.nonce': () => new Promise((resolve) => setTimeout(resolve, 50, { body: {} })) },
  });
  await gateway.request('/root/vci/nonce', { method: 'POST' });
  const answers = await Promise.all(Array.from({ length: 5 }, () => gateway.request('/vci/nonce', { method: 'POST' })));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
});

test('long calls and calls without a tenant wait for no slot', async () => {
  const entered: string[] = [];
  const enter = createEnterCall({
    quotasOf: () => ({ management: 0, wallet: 0, parallel: 1 }),
    count: async () => assert.fail('there is no quota'),
    slots: {
      waiting: () => 0,
      enter: async ({ kind }) => {
        entered.push(kind);
        return () => undefined;
      },
    },
    metrics: { count: () => undefined },
  });
  const of = { tenant: 'acme', from: '192.0.2.1', gone: () => false };
  for (const route of routes) await (await enter({ route, ...of, headers: () => assert.fail() }))();
  const expected = routes.filter(
    ({ quota, stream }) => quota !== undefined && (stream === undefined || stream === 'events'),
  );
  assert.equal(entered.length, expected.length);
  for (const { operation, auth, quota, audit } of routes) {
    if (auth === 'management') assert.equal(quota, 'management', operation);
    if (operation === 'gateway.token') assert.ok(quota === undefined && audit !== undefined);
    if (operation === 'status.list') assert.equal(quota, undefined, 'relying parties are no wallets of the tenant');
  }
});

test('a refused slot is a 429 with its reason', async () => {
  const enter = createEnterCall({
    quotasOf: () => ({ management: 0, wallet: 0, parallel: 1 }),
    count: async () => assert.fail('there is no quota'),
    slots: { waiting: () => 0, enter: async () => 'queue' },
    metrics: { count: () => undefined },
  });
  const route = routes.find(({ operation }) => operation === 'issuer.nonce') ?? assert.fail();
  const of = { tenant: 'acme', from: '192.0.2.1', gone: () => false };
  const takeTurn = await enter({ route, ...of, headers: () => undefined });
  await assert.rejects(takeTurn(), {
    code: 'rate_limited',
    status: 429,
  });
});

test('a body that never ends takes no slot of its tenant', async (t) => {
  const gateway = await openGateway(t, { env: { QUOTA_PARALLEL: '1' }, replies: nonce });
  await gateway.request('/root/vci/nonce', { method: 'POST' });
  const sockets = Array.from({ length: 5 }, () =>
    connect(Number(new URL(gateway.origin).port), '127.0.0.1').on('error', () => undefined),
  );
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  const head = 'POST /oid4vp/response HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n';
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.write(head, resolve))));
  // Their slots would end no sooner than their connections: the test's clock does not move.
  const answers = await Promise.all(Array.from({ length: 3 }, () => gateway.request('/vci/nonce', { method: 'POST' })));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
});
