/** The audit log of management calls, generated from the route table. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { OperationReply } from '@countersign/shared/http/message';
import type { Json } from '@countersign/shared/kernel/json';
import type { AuditDocument } from '@countersign/shared/model/tenant/audit-record';
import type { Store } from '@countersign/shared/store/port';
import { auditRecords } from '@countersign/shared/test/model/every-tenant';
import { namedBy } from '../../src/routes/audited.ts';
import { routes } from '../../src/routes/routes.ts';
import { API_KEY, json, type OpenGateway, openGateway } from '../open-gateway.ts';
import { managementSamples } from '../samples.ts';

/** The members of the operations' responses that the log reads. */
const bodies: Readonly<Record<string, Json>> = {
  'issuer.offer.create': { session: 's-1', link: 'x://', expiresAt: '2030-01-01T00:00:00Z', txCode: 'CANARY-1' },
  'verifier.request.create': { session: 's-1', link: 'x://', expiresAt: '2030-01-01T00:00:00Z' },
  'issuer.configuration.list': [{ id: 'pid', claims: { name: 'CANARY-2' } }],
  'verifier.configuration.list': [{ id: 'pid' }],
  'gateway.session.list': [{ id: 's-1', credentials: [{ name: 'CANARY-3' }] }, { id: 's-2' }],
  'gateway.session.get': { id: 's-1', credentials: [{ name: 'CANARY-4' }] },
  'status.update': [{ credentialConfigurationId: 'pid', uri: 'u', idx: 4, status: 1 }],
  'status.entries': [{ credentialConfigurationId: 'pid', uri: 'u', idx: 4, status: 1 }],
  'dispatcher.deliveries': [{ id: 'd-1' }],
  'dispatcher.delivery.list': [{ id: 'd-1', session: 's-1' }],
  'dispatcher.replay-many': { results: [{ id: 'd-1', result: 'replayed' }] },
  'dispatcher.secret.rotate': { secret: 'whsec_CANARY-5', generation: 2 },
};

const replies = Object.fromEntries(
  routes
    .filter(({ operation, auth }) => auth === 'management' && operation !== 'gateway.audit')
    .map(({ operation }) => [operation, async (): Promise<OperationReply> => ({ body: bodies[operation] ?? {} })]),
);

async function recordsOf({ platform }: OpenGateway, tenant = 'default'): Promise<readonly AuditDocument[]> {
  const query = { index: 'newest', equal: [tenant], limit: 1000 } as const;
  return (await platform.store.find(auditRecords, query)).documents;
}

function withKey(init: RequestInit): RequestInit {
  return { ...init, headers: { ...(init.headers as Record<string, string>), 'x-api-key': API_KEY } };
}

test('each management row of the table has an action of the audit log', () => {
  const without = routes.filter(({ auth, audit }) => auth === 'management' && audit === undefined);
  assert.deepEqual(
    without.map(({ operation }) => operation),
    [],
  );
  assert.ok(routes.some(({ operation, audit }) => operation === 'gateway.token' && audit?.action === 'token.issued'));
});

test('each successful management call has one record before its answer, with caller, time and request', async (t) => {
  const gateway = await openGateway(t, { replies });
  const callable = managementSamples().filter(({ owner }) => owner !== 'b');
  for (const { path, init, route, pattern } of callable) {
    const before = new Set((await recordsOf(gateway)).map(({ id }) => id));
    const answer = await gateway.request(path, withKey(init));
    assert.ok(answer.ok, `${init.method} ${pattern}: ${answer.status}`);
    const added = (await recordsOf(gateway)).filter(({ id }) => !before.has(id));
    const expected = route.audit?.by === 'operation' ? [] : [route.audit?.action];
    assert.deepEqual(
      added.map(({ action }) => action),
      expected,
      pattern,
    );
    for (const record of added) {
      assert.deepEqual(
        [record.tenant, record.client, record.request],
        ['default', 'api-key', answer.headers.get('x-request-id')],
      );
      assert.equal(record.at, gateway.platform.clock());
    }
  }
  const text = JSON.stringify(await recordsOf(gateway));
  assert.ok(!text.includes('CANARY') && !text.includes(API_KEY));
});

test('refused calls have no record', async (t) => {
  const gateway = await openGateway(t);
  assert.equal((await gateway.a('/session/unknown')).status, 404);
  assert.equal((await gateway.a('/session?limit=0')).status, 400);
  assert.equal((await gateway.a('/issuer-management')).status, 501);
  assert.equal((await gateway.request('/session')).status, 401);
  assert.deepEqual(await recordsOf(gateway), []);
});

test('a call whose record can not be written fails: 503 with Retry-After', async (t) => {
  const gateway = await openGateway(t, { replies, store: withoutAudit });
  for (const { path, init, owner, route, pattern } of managementSamples()) {
    if (owner === 'b' || route.audit?.by === 'operation') continue;
    const answer = await gateway.request(path, withKey(init));
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '2'], pattern);
    assert.ok(!(await answer.text()).includes('CANARY'), pattern);
  }
  const body = JSON.stringify({ client_id: 'root', client_secret: 'wrong' });
  assert.equal((await gateway.request('/auth/token', { method: 'POST', body, headers: json })).status, 503);
  assert.equal(await gateway.login(), 'undefined');
});

/** A store that refuses only audit records. */
function withoutAudit(store: Store): Store {
  return {
    insert: (collection, document) =>
      collection.name === auditRecords.name ? Promise.reject(new Error('full')) : store.insert(collection, document),
    replace: (collection, document) => store.replace(collection, document),
    delete: (collection, document) => store.delete(collection, document),
    get: (collection, id) => store.get(collection, id),
    find: (collection, query) => store.find(collection, query),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

test('logins: clients that got a token and clients that were refused, by the claimed id', async (t) => {
  const gateway = await openGateway(t);
  await gateway.login();
  await gateway.login('root', 'wrong');
  for (const claimed of ['no-client', 'two words', ' lead', `${'x'.repeat(200)}`])
    await gateway.login(claimed, 'CANARY');
  const own = (await recordsOf(gateway, 'root')).map(({ action, client }) => `${action} ${client}`).sort();
  assert.deepEqual(own, ['token.issued root', 'token.refused root']);
  const unknown = await recordsOf(gateway, '');
  assert.deepEqual(unknown.map(({ client }) => client).sort(), ['', 'no-client', 'two', 'x'.repeat(128)]);
  assert.ok(unknown.every(({ action, request }) => action === 'token.refused' && request !== undefined));
  assert.ok(!JSON.stringify(unknown).includes('CANARY'));
});

test('AUDIT_FILE: the same records as lines; health reports a file that can not be written', async (t) => {
  const folder = await temporaryPath(t);
  const file = join(folder, 'audit.jsonl');
  const gateway = await openGateway(t, { env: { AUDIT_FILE: file } });
  await gateway.a('/session');
  await gateway.login();
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditDocument);
  assert.deepEqual(
    lines.map(({ tenant, action }) => [tenant, action]),
    [
      ['default', 'session.listed'],
      ['root', 'token.issued'],
    ],
  );
  assert.deepEqual(
    lines.map(({ id }) => id),
    [...(await recordsOf(gateway)), ...(await recordsOf(gateway, 'root'))].map(({ id }) => id),
  );
  assert.deepEqual(await auditHealth(gateway), [200, { status: 'up' }]);

  const broken = await openGateway(t, { env: { AUDIT_FILE: folder } });
  assert.equal((await broken.a('/session')).status, 200, 'the store has the record');
  const [status, state] = await auditHealth(broken);
  assert.equal(status, 200);
  assert.match(String(state?.message), /1 records wait/);
  assert.ok(broken.lines.some((line) => line.includes('"level":"error"') && line.includes('audit file')));
});

async function auditHealth(gateway: OpenGateway): Promise<[number, { readonly message?: string } | undefined]> {
  const answer = await gateway.request('/health');
  const { info } = (await answer.json()) as { info: Record<string, { message?: string }> };
  return [answer.status, info.auditFile];
}

async function temporaryPath(t: TestContext): Promise<string> {
  const { temporaryFolder } = await import('@countersign/shared/test/store/temporary');
  return temporaryFolder(t);
}

test('what a record names', () => {
  const request = {
    id: 'r',
    tenant: 'root',
    method: 'POST',
    url: '',
    params: { sessionId: 's', deliveryId: 'd', id: 'pid', session: 's' },
    query: {},
    headers: {},
    body: undefined,
    encoding: 'json',
  } as const;
  const named = (action: Parameters<typeof namedBy>[0], body: Json, reply: OperationReply, query = {}) =>
    namedBy(action, { ...request, body, query }, reply);
  assert.deepEqual(
    named('offer.made', { credentialConfigurationIds: ['pid'], claims: { pid: { a: 1 } } }, { body: { session: 's' } }),
    { session: 's', data: { configurations: ['pid'] } },
  );
  assert.deepEqual(named('presentation-request.made', { requestId: 'age' }, { body: { session: 's' } }), {
    session: 's',
    subject: 'age',
  });
  const answered = { session: 's', status: 'verified', credentials: [{ id: 'pid', values: { given_name: 'Ada' } }] };
  const ofPage = namedBy('presentation.answered', { ...request, params: { sessionId: 's' } }, { body: answered });
  assert.deepEqual(ofPage, { session: 's', data: { status: 'verified' } });
  assert.deepEqual(
    named('status.changed', { sessionId: 's', credentialConfigurationId: 'pid', status: 1 }, { body: [{}, {}] }),
    { session: 's', subject: 'pid', data: { status: 1, entries: 2 } },
  );
  assert.deepEqual(named('status.changed', { sessionId: 's', status: 1, reason: 'lost' }, { body: [{}] }).data, {
    status: 1,
    reason: 'lost',
    entries: 1,
  });
  assert.deepEqual(named('status.changed', { sessionId: 's', status: 0 }, { body: [] }), {
    session: 's',
    data: { status: 0, entries: 0 },
  });
  assert.deepEqual(named('session.read', {}, { body: {} }, { response_code: 'c' }), {
    session: 's',
    data: { responseCode: 'redeemed' },
  });
  assert.deepEqual(named('delivery.replayed', {}, {}), { session: 's', subject: 'd' });
  const many = Array.from({ length: 250 }, (_, n) => ({ id: `s-${n}` }));
  const { data } = named('session.listed', {}, { body: many });
  assert.equal(data?.count, 250);
  assert.deepEqual(
    data?.sessions,
    many.slice(0, 100).map(({ id }) => id),
  );
  assert.deepEqual(named('audit.read', {}, { raw: '{}\n{}\n' }, { session: 's' }), {
    data: { count: 2, session: 's' },
  });
});
