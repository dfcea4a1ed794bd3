/** Sign-in, who is signed in, and sign-out, over HTTP. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { auditRecords, consoleSessions } from '@countersign/shared/test/model/every-tenant';
import { API_KEY, CLIENT_SECRET, type GatewayOptions, json, type OpenGateway, openGateway } from '../open-gateway.ts';

const SECRET = 'secret-of-a-role-4711';
const viewer = { client_id: 'watcher', tenant: 'one', role: 'viewer', secret_env: 'ROLE_SECRET' };
const env = { ROLE_SECRET: SECRET };

function open(t: TestContext, options: GatewayOptions = {}): Promise<OpenGateway> {
  return openGateway(t, { ...options, env: { CONSOLE: 'on', ...options.env } });
}

type Sent = Readonly<Record<string, string>>;

function page({ origin }: OpenGateway, more: Sent = {}): Sent {
  return { 'x-countersign-console': '1', origin, ...more };
}

function signIn(gateway: OpenGateway, body: object, headers: Sent = page(gateway)): Promise<Response> {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { ...json, ...headers } };
  return gateway.request('/console/login', init);
}

/** The pair of the header `Set-Cookie`. */
function cookieOf(answer: Response): string {
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

async function signedIn(gateway: OpenGateway, body: object = { api_key: API_KEY }): Promise<string> {
  const answer = await signIn(gateway, body);
  assert.equal(answer.status, 201, await answer.clone().text());
  return cookieOf(answer);
}

async function reasonOf(answer: Response): Promise<unknown> {
  return ((await answer.json()) as { reason?: string }).reason;
}

test('API key and client sign in; the cookie reads who is signed in, and calls the interface', async (t) => {
  const gateway = await open(t, { env });
  gateway.writeConfig('clients.json', JSON.stringify({ clients: [viewer] }));
  gateway.writeConfig('tenants/one/tenant.json', JSON.stringify({ profile: 'eu' }));
  const end = '2026-06-01T20:00:00.000Z';
  const cases = [
    [
      { api_key: API_KEY },
      { tenant: 'default', variant: 'a', role: 'admin', platform: true, name: 'api-key', profile: 'open' },
    ],
    [
      { client_id: 'root', client_secret: CLIENT_SECRET },
      { tenant: 'root', variant: 'b', role: 'admin', platform: true, name: 'root', profile: 'open' },
    ],
    [
      { client_id: 'watcher', client_secret: SECRET },
      { tenant: 'one', variant: 'b', role: 'viewer', platform: false, name: 'watcher', profile: 'eu' },
    ],
  ] as const;
  for (const [body, view] of cases) {
    const answer = await signIn(gateway, body);
    assert.deepEqual([answer.status, await answer.json()], [201, { ...view, expiresAt: end }]);
    const cookie = cookieOf(answer);
    assert.match(cookie, /^countersign=[\w-]{43}\.\w+$/);
    const headers = page(gateway, { cookie });
    const again = await gateway.request('/console/session', { headers });
    assert.deepEqual([again.status, await again.json()], [200, { ...view, expiresAt: end }]);
    assert.equal((await gateway.request('/session', { headers })).status, 200);
    assert.equal((await gateway.request('/audit', { headers })).status, view.role === 'admin' ? 200 : 403);
  }
});

test('an API key and a bearer token read who they are too, without an end', async (t) => {
  const gateway = await open(t);
  const expected = { tenant: 'default', variant: 'a', role: 'admin', platform: true, name: 'api-key', profile: 'open' };
  assert.deepEqual(await (await gateway.a('/console/session')).json(), expected);
  assert.equal(((await (await gateway.b('/console/session')).json()) as { name: string }).name, 'root');
  assert.equal((await gateway.request('/console/session')).status, 401);
});

test('a broken tenant.json keeps nobody from the console, which then knows no profile', async (t) => {
  const gateway = await open(t);
  gateway.writeConfig('tenants/root/tenant.json', '{');
  const answer = await signIn(gateway, { client_id: 'root', client_secret: CLIENT_SECRET });
  assert.deepEqual([answer.status, ((await answer.json()) as { profile?: string }).profile], [201, undefined]);
});

test('what is no credential gets no cookie', async (t) => {
  const gateway = await open(t);
  const bodies = [
    {},
    { client_id: 'root' },
    { api_key: API_KEY, client_id: 'root', client_secret: CLIENT_SECRET },
    { api_key: '' },
    { api_key: 1 },
    { api_key: API_KEY, role: 'admin' },
  ];
  for (const body of bodies) {
    const answer = await signIn(gateway, body);
    assert.deepEqual([answer.status, answer.headers.get('set-cookie')], [400, null], JSON.stringify(body));
  }
  for (const body of [
    { api_key: 'wrong' },
    { client_id: 'root', client_secret: 'wrong' },
    { client_id: 'x', client_secret: 'y' },
  ]) {
    const answer = await signIn(gateway, body);
    assert.deepEqual([answer.status, answer.headers.get('set-cookie')], [401, null], JSON.stringify(body));
    assert.equal(await reasonOf(answer), 'login_failed');
  }
});

test('a sign-in of another origin is refused: no site signs a browser in as another person', async (t) => {
  const gateway = await open(t);
  const foreign = await signIn(gateway, { api_key: API_KEY }, page(gateway, { origin: 'https://evil.example' }));
  assert.deepEqual([foreign.status, foreign.headers.get('set-cookie')], [403, null]);
  const form = await signIn(gateway, { api_key: API_KEY }, { origin: gateway.origin });
  assert.deepEqual([form.status, await reasonOf(form)], [403, 'console_header']);
});

test('the cookie alone calls nothing', async (t) => {
  const gateway = await open(t);
  const cookie = await signedIn(gateway);
  const bare = await gateway.request('/session', { headers: { cookie } });
  assert.deepEqual([bare.status, await reasonOf(bare)], [403, 'console_header']);
  const headers = { cookie, 'x-countersign-console': '1', origin: 'https://evil.example' };
  for (const method of ['GET', 'DELETE']) {
    const foreign = await gateway.request('/session/something', { method, headers });
    assert.deepEqual([foreign.status, await reasonOf(foreign)], [403, 'console_origin'], method);
  }
});

test('with an API key or a bearer token beside it the cookie is refused', async (t) => {
  const gateway = await open(t);
  const cookie = await signedIn(gateway);
  for (const answer of [
    await gateway.a('/session', { headers: page(gateway, { cookie }) }),
    await gateway.b('/session', { headers: page(gateway, { cookie }) }),
    await gateway.a('/session', { headers: { cookie: 'countersign=other' } }),
  ]) {
    assert.deepEqual([answer.status, await reasonOf(answer)], [400, 'login_twofold']);
  }
  assert.equal((await gateway.a('/session', { headers: { cookie: 'other=1' } })).status, 200);
});

test('a cookie of one variant does not open the paths of the other', async (t) => {
  const replies = { 'issuer.offer.create': async () => ({ body: { link: 'l', session: 's' } }) };
  const gateway = await open(t, { replies });
  const offer = async (path: string, cookie: string): Promise<number> => {
    const body = JSON.stringify({ response_type: 'uri', credentialConfigurationIds: ['pid'] });
    const headers = page(gateway, { cookie, ...json });
    return (await gateway.request(path, { method: 'POST', body, headers })).status;
  };
  const a = await signedIn(gateway);
  const b = await signedIn(gateway, { client_id: 'root', client_secret: CLIENT_SECRET });
  assert.deepEqual([await offer('/vci/offer', a), await offer('/issuer-management/offer', a)], [201, 401]);
  assert.deepEqual([await offer('/vci/offer', b), await offer('/issuer-management/offer', b)], [401, 201]);
});

test('sign-out ends the cookie, whichever copy of it a client kept', async (t) => {
  const gateway = await open(t);
  const cookie = await signedIn(gateway);
  const headers = page(gateway, { cookie });
  const out = await gateway.request('/console/logout', { method: 'POST', headers });
  assert.equal(out.status, 200);
  assert.match(out.headers.get('set-cookie') ?? '', /^countersign=; Path=\/; Max-Age=0;/);
  const after = await gateway.request('/session', { headers });
  assert.deepEqual([after.status, await reasonOf(after)], [401, 'console_session_ended']);
  assert.deepEqual((await gateway.platform.store.find(consoleSessions, { index: 'end', limit: 10 })).documents, []);
});

test('each sign-in has a new secret, and the one before ends (session fixation)', async (t) => {
  const gateway = await open(t);
  const planted = `countersign=${'A'.repeat(43)}.default`;
  const first = cookieOf(await signIn(gateway, { api_key: API_KEY }, page(gateway, { cookie: planted })));
  assert.notEqual(first, planted);
  const second = cookieOf(await signIn(gateway, { api_key: API_KEY }, page(gateway, { cookie: first })));
  assert.notEqual(second, first);
  const status = async (cookie: string): Promise<number> =>
    (await gateway.request('/session', { headers: page(gateway, { cookie }) })).status;
  assert.deepEqual([await status(planted), await status(first), await status(second)], [401, 401, 200]);
});

test('a sign-in ends after eight hours, and with the secret of its client', async (t) => {
  const gateway = await open(t, { env: { ROLE_SECRET: SECRET, NEXT_SECRET: `${SECRET}-next` } });
  const write = (more: object): void =>
    gateway.writeConfig('clients.json', JSON.stringify({ clients: [{ ...viewer, ...more }] }));
  write({});
  const cookie = await signedIn(gateway, { client_id: 'watcher', client_secret: SECRET });
  const headers = page(gateway, { cookie });
  const status = async (): Promise<number> => (await gateway.request('/session', { headers })).status;
  assert.equal(await status(), 200);
  write({ role: 'admin' });
  assert.equal((await gateway.request('/audit', { headers })).status, 200, 'the present role of the client counts');
  write({ tenant: 'two' });
  assert.equal(await status(), 401, 'another tenant');
  write({ secret_env: 'NEXT_SECRET' });
  assert.equal(await status(), 401, 'another secret');
  write({});
  gateway.advance(8 * 3600_000 - 1);
  assert.equal(await status(), 200);
  gateway.advance(1);
  assert.equal(await status(), 401);
});

test('what is in the store signs in nowhere', async (t) => {
  const gateway = await open(t);
  const cookie = await signedIn(gateway);
  const { documents } = await gateway.platform.store.find(consoleSessions, { index: 'end', limit: 10 });
  const [, secret = ''] = /=([\w-]{43})\./.exec(cookie) ?? [];
  assert.ok(!JSON.stringify(documents).includes(secret) && secret.length === 43);
  assert.ok(!JSON.stringify(documents).includes(API_KEY));
  const copied = `countersign=${documents[0]?.id}.default`;
  assert.equal((await gateway.request('/session', { headers: page(gateway, { cookie: copied }) })).status, 401);
  assert.ok(!gateway.lines.join().includes(secret));
});

test('the cookie of another tenant finds nothing', async (t) => {
  const gateway = await open(t);
  const cookie = (await signedIn(gateway)).replace(/default$/, 'root');
  assert.equal((await gateway.request('/session', { headers: page(gateway, { cookie }) })).status, 401);
});

test('the cookie reaches no service, wallet paths included', async (t) => {
  const replies = {
    'issuer.sign-in.begin': async () => ({ status: 303, headers: { location: 'https://x.example' } }),
    'dispatcher.deliveries': async () => ({ body: [] }),
  };
  const gateway = await open(t, { replies });
  const cookie = `${await signedIn(gateway)}; countersign-sign-in=mine`;
  await gateway.request(`/authorize/sign-in/${'r'.repeat(43)}`, { headers: { cookie } });
  await gateway.request('/session/s/deliveries', { headers: page(gateway, { cookie }) });
  assert.deepEqual(
    gateway.calls.map(({ request }) => request.headers.cookie),
    ['countersign-sign-in=mine', undefined],
  );
});

test('sign-in, sign-out and refusals are in the audit log', async (t) => {
  const gateway = await open(t);
  const cookie = await signedIn(gateway);
  gateway.advance(1);
  await signIn(gateway, { api_key: 'wrong' });
  gateway.advance(1);
  await gateway.request('/console/logout', { method: 'POST', headers: page(gateway, { cookie }) });
  const { documents } = await gateway.platform.store.find(auditRecords, { index: 'age', limit: 10 });
  assert.deepEqual(
    documents.map(({ tenant, action, client }) => [tenant, action, client]),
    [
      ['default', 'console.signed-in', 'api-key'],
      ['default', 'console.refused', 'api-key'],
      ['default', 'console.signed-out', 'api-key'],
    ],
  );
});

test('with variant A off its key signs in nowhere, and neither does a client with variant B off', async (t) => {
  const none = { AUTH_API_KEY: undefined };
  const withoutA = await open(t, { env: none });
  assert.equal((await signIn(withoutA, { api_key: API_KEY })).status, 401);
  const withoutB = await open(t, { env: { AUTH_CLIENT_SECRET: undefined, ...env } });
  withoutB.writeConfig('clients.json', JSON.stringify({ clients: [viewer] }));
  assert.equal((await signIn(withoutB, { client_id: 'watcher', client_secret: SECRET })).status, 401);
});

test('with CONSOLE=off there is no sign-in', async (t) => {
  const gateway = await open(t, { env: { CONSOLE: 'off' } });
  assert.equal((await signIn(gateway, { api_key: API_KEY })).status, 404);
});

test('sign-out ends an open stream of events; that of an API key stays', async (t) => {
  const gateway = await open(t);
  const cookie = await signedIn(gateway);
  const accept = 'text/event-stream';
  const left = new AbortController();
  const stays = await gateway.request('/events', { headers: { 'x-api-key': API_KEY, accept }, signal: left.signal });
  const ends = await gateway.request('/events', { headers: page(gateway, { cookie, accept }) });
  assert.deepEqual([stays.status, ends.status], [200, 200]);
  const out = await gateway.request('/console/logout', { method: 'POST', headers: page(gateway, { cookie }) });
  assert.equal(out.status, 200);
  await ends.text();
  const more = await Promise.race([stays.text(), Promise.resolve('open')]);
  assert.equal(more, 'open');
  left.abort();
});

test('a platform administrator works in the tenant that each call names, and nobody else does', async (t) => {
  const gateway = await open(t, { env });
  gateway.writeConfig('clients.json', JSON.stringify({ clients: [viewer] }));
  const created = { method: 'POST', body: JSON.stringify({ id: 'acme' }), headers: json };
  assert.equal((await gateway.a('/tenants', created)).status, 201);
  const calling = (cookie: string) => (path: string, tenant: string) =>
    gateway.request(path, { headers: page(gateway, { cookie, 'x-countersign-tenant': tenant }) });
  const call = calling(await signedIn(gateway));
  const session = (await (await call('/console/session', 'acme')).json()) as Record<string, unknown>;
  assert.deepEqual(
    [session.tenant, session.home, session.variant, session.role, session.platform, session.name],
    ['acme', 'default', 'b', 'admin', true, 'api-key'],
  );
  assert.equal((await call('/audit', 'acme')).status, 200);
  const records = (await (await call('/audit', 'acme')).json()) as readonly { client: string; action: string }[];
  assert.deepEqual([...new Set(records.map(({ client }) => client))], ['platform:api-key']);
  const own = (await (await call('/audit', 'default')).json()) as readonly { client: string; action: string }[];
  assert.ok(own.some(({ action }) => action === 'tenant.created'));
  assert.ok(own.every(({ client }) => !client.startsWith('platform:')));
  assert.equal((await call('/settings', 'acme')).status, 200);
  assert.equal(await reasonOf(await call('/session', 'nobody')), 'managed_tenant_unknown');
  await gateway.a('/tenants/acme/suspend', { method: 'POST' });
  assert.equal(await reasonOf(await call('/session', 'acme')), 'tenant_suspended');
  const watching = calling(await signedIn(gateway, { client_id: 'watcher', client_secret: SECRET }));
  assert.equal(await reasonOf(await watching('/session', 'root')), 'platform_only');
});

test('backends have a client in each tenant: their header changes nothing', async (t) => {
  const gateway = await open(t);
  await gateway.a('/tenants', { method: 'POST', body: JSON.stringify({ id: 'acme' }), headers: json });
  const named = { headers: { 'x-countersign-tenant': 'acme' } };
  for (const [call, tenant] of [
    [gateway.a, 'default'],
    [gateway.b, 'root'],
  ] as const) {
    assert.equal(((await (await call('/console/session', named)).json()) as { tenant: string }).tenant, tenant);
  }
});
