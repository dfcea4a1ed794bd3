import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IssuanceProgress } from '@countersign/shared/model/session/issuance-part';
import { withExpiry } from '@countersign/shared/model/session/session-expiry';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { sessions, statusEntries } from '@countersign/shared/test/model/every-tenant';
import { purgeJob } from '../../src/sessions/purge.ts';
import { type OpenGateway, openGateway } from '../open-gateway.ts';

interface SessionOptions {
  readonly id: string;
  readonly tenant?: string;
  readonly age?: number;
  readonly progress?: IssuanceProgress;
  readonly request?: object;
  readonly change?: Partial<SessionDocument>;
}

const HOUR = 3_600_000;
const grant = { tokenHash: 'HASH-token', expiresAt: 0, configurationIds: ['pid'], authorizationDetails: false };

const offer = {
  credential_issuer: 'https://issuer.example',
  credential_configuration_ids: ['pid'],
  grants: { authorization_code: { issuer_state: 'SECRET-issuer-state' } },
};

async function insert(gateway: OpenGateway, options: SessionOptions): Promise<SessionDocument> {
  const { store, vaults, clock } = gateway.platform;
  const { id, tenant = 'default', age = 0, progress = { state: 'created' }, request = {} } = options;
  const vault = await vaults.of(tenant);
  const createdAt = clock() - age;
  const session: Omit<SessionDocument, 'rev'> = {
    id,
    tenant,
    kind: 'issuance',
    createdAt,
    updatedAt: createdAt,
    expiresAt: createdAt + HOUR,
    handle: `HANDLE-${id}`,
    status: progress.state,
    issuance: {
      flow: 'authorization_code',
      configurationIds: ['pid'],
      sealedOffer: vault.seal(JSON.stringify(offer), `session/${id}/offer`),
      sealedRequest: vault.seal(
        JSON.stringify({ credentialConfigurationIds: ['pid'], ...request }),
        `session/${id}/request`,
      ),
      offerHash: 'HASH-offer',
      grantHash: 'HASH-grant',
      progress,
      credentials: [],
      notifications: [],
    },
    pendingDeliveries: [],
    outbox: [],
    ...options.change,
  };
  const stored = await store.insert(sessions, withExpiry(session));
  assert.ok(stored);
  return stored;
}

async function body<T = Record<string, unknown>>(answer: Promise<Response>): Promise<T> {
  const response = await answer;
  assert.equal(response.status, 200);
  return (await response.json()) as T;
}

test('a session in both shapes, without secrets', async (t) => {
  const gateway = await openGateway(t);
  const request = {
    claims: { pid: { given_name: 'Erika' } },
    tx_code: 'SECRET-tx-code',
    webhook: {
      url: 'https://hook.example',
      auth: { type: 'apiKey', config: { headerName: 'x-key', value: 'SECRET-value' } },
      signingSecret: 'SECRET-signing',
    },
    notifyWebhook: {
      url: 'https://notify.example',
      auth: { type: 'apiKey', config: { headerName: 'x-key', value: 'SECRET-value' } },
    },
  };
  for (const tenant of ['default', 'root']) {
    await insert(gateway, { id: `session-${tenant}`, tenant, request, change: { state: 'order-1' } });
  }
  const a = await body(gateway.a('/session/session-default'));
  const b = await body(gateway.b('/session/session-root'));
  for (const text of [JSON.stringify(a), JSON.stringify(b)]) assert.ok(!/SECRET|HASH|HANDLE/.test(text), text);
  const auth = { type: 'apiKey', config: { headerName: 'x-key', value: '***' } };
  assert.deepEqual(a.webhook, { url: 'https://hook.example', signingSecret: '***', auhth: auth });
  assert.deepEqual(b.webhook, { url: 'https://hook.example', auth, signingSecret: '***' });
  assert.deepEqual((a.credentialPayload as Record<string, unknown>).notifyWebhook, {
    url: 'https://notify.example',
    auhth: auth,
  });
  assert.deepEqual((b.credentialPayload as Record<string, unknown>).claims, { pid: { given_name: 'Erika' } });
  assert.deepEqual(b.offer, { ...offer, grants: { authorization_code: { issuer_state: '***' } } });
  assert.equal(a.tenantId, undefined);
  assert.equal(a.notifications, undefined);
  assert.equal(b.tenantId, 'root');
  assert.deepEqual(b.notifications, []);
  for (const view of [a, b]) {
    assert.equal(view.status, 'created');
    assert.equal(view.state, 'order-1');
    assert.equal(view.createdAt, '2026-06-01T12:00:00.000Z');
    assert.equal(view.expiresAt, '2026-06-01T13:00:00.000Z');
  }
});

test('a pre-authorized code is masked; authorization data is shown without its secrets', async (t) => {
  const gateway = await openGateway(t);
  const { vaults } = gateway.platform;
  const grants = {
    'urn:ietf:params:oauth:grant-type:pre-authorized_code': { 'pre-authorized_code': 'SECRET', tx_code: { length: 6 } },
  };
  const vault = await vaults.of('default');
  const first = await insert(gateway, { id: 'one' });
  assert.ok(first.issuance);
  const sealedOffer = vault.seal(JSON.stringify({ ...offer, grants }), 'session/one/offer');
  const request = {
    clientId: 'wallet',
    clientAuthenticated: false,
    redirectUri: 'https://w.example/cb',
    codeChallenge: 'c',
    configurationIds: ['pid'],
    authorizationDetails: false,
  };
  const progress = { state: 'authorized', request, codeHash: 'HASH', expiresAt: 0 } as const;
  await gateway.platform.store.replace(sessions, {
    ...first,
    status: 'authorized',
    issuance: { ...first.issuance, sealedOffer, progress },
  });
  const view = await body(gateway.a('/session/one'));
  assert.ok(!/SECRET|HASH/.test(JSON.stringify(view)));
  assert.deepEqual((view.offer as typeof offer).grants, {
    'urn:ietf:params:oauth:grant-type:pre-authorized_code': { 'pre-authorized_code': '***', tx_code: { length: 6 } },
  });
  assert.deepEqual(view.auth_queries, {
    response_type: 'code',
    client_id: 'wallet',
    redirect_uri: 'https://w.example/cb',
    code_challenge: 'c',
    code_challenge_method: 'S256',
  });
});

test('issued credentials show the status of the status service; notifications and failures are shown', async (t) => {
  const gateway = await openGateway(t);
  const { store } = gateway.platform;
  const uri = `${gateway.origin}/status-management/status-list`;
  const base = await insert(gateway, { id: 'one' });
  assert.ok(base.issuance);
  const credentials = [5, 9].map((idx) => ({
    configurationId: 'pid',
    issuedAt: 0,
    status: { uri, idx },
    notificationId: `n-${idx}`,
  }));
  const notifications = [{ notificationId: 'n-5', event: 'credential_accepted', at: 0 } as const];
  const progress = { state: 'failed', reason: 'access_denied', grant } as const;
  await store.replace(sessions, {
    ...base,
    status: 'failed',
    issuance: { ...base.issuance, progress, credentials, notifications },
  });
  await store.insert(statusEntries, {
    id: 'default/x',
    tenant: 'default',
    list: 1,
    indexes: [9],
    session: 'one',
    configuration: 'pid',
    value: 1,
    changedAt: 0,
    outbox: [],
  });
  await store.insert(statusEntries, {
    id: 'default/y',
    tenant: 'default',
    list: 1,
    indexes: [5],
    session: 'one',
    configuration: 'pid',
    value: 0,
    changedAt: 0,
    outbox: [],
  });
  const view = await body<{ issued: { status: unknown }[]; notifications: unknown; error: unknown; status: string }>(
    gateway.a('/session/one'),
  );
  assert.deepEqual(
    view.issued.map(({ status }) => status),
    [
      { uri, idx: 5, value: 0 },
      { uri, idx: 9, value: 1 },
    ],
  );
  assert.deepEqual(view.notifications, [
    { notification_id: 'n-5', event: 'credential_accepted', at: '1970-01-01T00:00:00.000Z' },
  ]);
  assert.deepEqual(view.error, { code: 'access_denied' });
});

test('a session is expired after its end, except in a final state or with a token that is still valid', async (t) => {
  const gateway = await openGateway(t);
  const now = gateway.platform.clock();
  await insert(gateway, { id: 'created', age: HOUR });
  await insert(gateway, { id: 'fresh', age: HOUR - 1 });
  await insert(gateway, { id: 'issued', age: 2 * HOUR, progress: { state: 'issued', grant } });
  await insert(gateway, {
    id: 'token',
    age: HOUR,
    progress: { state: 'token_issued', grant: { ...grant, expiresAt: now + 1 } },
  });
  await insert(gateway, { id: 'token-over', age: HOUR, progress: { state: 'token_issued', grant } });
  const list = await body<{ id: string; status: string }[]>(gateway.a('/session'));
  assert.deepEqual(Object.fromEntries(list.map(({ id, status }) => [id, status])), {
    created: 'expired',
    fresh: 'created',
    issued: 'issued',
    token: 'token_issued',
    'token-over': 'expired',
  });
  const ids = async (query: string): Promise<string[]> =>
    (await body<{ id: string }[]>(gateway.a(`/session?${query}`))).map(({ id }) => id).sort();
  assert.deepEqual(await ids('status=expired'), ['created', 'token-over']);
  assert.deepEqual(await ids('status=created'), ['fresh']);
  assert.deepEqual(await ids('status=token_issued'), ['token']);
  assert.deepEqual(await ids('status=failed'), []);
});

test('the list: newest first, in pages, by state, with a cursor that keeps the filter', async (t) => {
  const gateway = await openGateway(t);
  for (let n = 0; n < 7; n += 1) {
    await insert(gateway, { id: `s${n}`, age: n * 1000, change: n % 2 === 0 ? { state: 'even one' } : {} });
  }
  const seen: string[] = [];
  let path: string | undefined = '/session?limit=3';
  for (let pages = 0; path !== undefined; pages += 1) {
    assert.ok(pages < 4);
    const answer: Response = await gateway.a(path);
    seen.push(...((await answer.json()) as { id: string }[]).map(({ id }) => id));
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]?.slice(gateway.origin.length);
  }
  assert.deepEqual(seen, ['s0', 's1', 's2', 's3', 's4', 's5', 's6']);
  const first = await gateway.a('/sessions?state=even%20one&limit=2');
  const link = first.headers.get('link') ?? '';
  assert.match(link, /state=even\+one/);
  const second = await gateway.a(/<([^>]+)>/.exec(link)?.[1]?.slice(gateway.origin.length) ?? '');
  assert.deepEqual(
    ((await second.json()) as { id: string }[]).map(({ id }) => id),
    ['s4', 's6'],
  );
  for (const query of ['limit=0', 'limit=1001', 'limit=x', 'limit=-1', 'after=%00', 'after=nonsense!']) {
    assert.equal((await gateway.a(`/session?${query}`)).status, 400, query);
  }
});

test('another tenant can not read a session, nor distinguish it from an unknown one', async (t) => {
  const gateway = await openGateway(t);
  await insert(gateway, { id: 'mine', tenant: 'root' });
  await insert(gateway, { id: 'theirs', tenant: 'other', change: { state: 's' } });
  await insert(gateway, { id: 'default', tenant: 'default', change: { state: 's' } });
  const foreign = await gateway.b('/session/theirs');
  const unknown = await gateway.b('/session/nowhere');
  assert.equal(foreign.status, 404);
  const strip = async (answer: Response): Promise<string> =>
    (await answer.text()).replace(/urn:countersign:request:[\w-]+/, '');
  assert.equal(await strip(foreign), await strip(unknown));
  assert.equal((await gateway.b('/session/default')).status, 404);
  assert.equal((await gateway.a('/session/mine')).status, 404);
  assert.deepEqual(
    (await body<{ id: string }[]>(gateway.b('/session'))).map(({ id }) => id),
    ['mine'],
  );
  assert.deepEqual(await body(gateway.b('/session?state=s')), []);
});

test('purge: old sessions are erased; those with open deliveries or unsent events at twice the lifetime', async (t) => {
  const gateway = await openGateway(t, { env: { SESSION_TTL: '3600' } });
  const { store } = gateway.platform;
  const entry = { topic: 'issuance-results', event: {} } as unknown as SessionDocument['outbox'][number];
  // Their end was told: otherwise they stay for that.
  const change = { status: 'expired' } as const;
  await insert(gateway, { id: 'young', age: HOUR, change });
  for (let n = 0; n < 150; n += 1) await insert(gateway, { id: `old-${n}`, age: HOUR + 1 + n, change });
  await insert(gateway, { id: 'outbox', age: HOUR + 1, change: { outbox: [entry], outboxSince: 1 } });
  const pending = { id: 'e', type: 'issuance.completed.v1', at: 1, data: {} } as const;
  await insert(gateway, { id: 'delivery', age: HOUR + 1, change: { pendingDeliveries: [pending] } });
  await insert(gateway, { id: 'late', age: 2 * HOUR + 1, change: { pendingDeliveries: [pending] } });
  const status = {
    id: 'default/x',
    tenant: 'default',
    list: 1,
    indexes: [1],
    session: 'old-1',
    configuration: 'pid',
    value: 0,
    changedAt: 0,
    outbox: [],
  } as const;
  await store.insert(statusEntries, status);
  const job = purgeJob(gateway.platform);
  assert.equal(job.every, 3_600_000);
  await job.run();
  const left = await store.find(sessions, { index: 'age', limit: 1000 });
  assert.deepEqual(left.documents.map(({ id }) => id).sort(), ['delivery', 'outbox', 'young']);
  assert.ok(await store.get(statusEntries, 'default/x'), 'the status mapping stays');
  assert.equal((await gateway.a('/session/old-1')).status, 404);
  gateway.advance(HOUR);
  await job.run();
  assert.deepEqual((await store.find(sessions, { index: 'age', limit: 9 })).documents, []);
});

test('a purge while sessions are read yields no 5xx', async (t) => {
  const gateway = await openGateway(t, { env: { SESSION_TTL: '3600' } });
  for (let n = 0; n < 60; n += 1) await insert(gateway, { id: `s${n}`, age: HOUR + 1 });
  const reads = Array.from({ length: 20 }, (_, n) => gateway.a(n % 2 === 0 ? '/session?limit=10' : `/session/s${n}`));
  await purgeJob(gateway.platform).run();
  for (const answer of await Promise.all(reads)) assert.ok([200, 404].includes(answer.status));
});
