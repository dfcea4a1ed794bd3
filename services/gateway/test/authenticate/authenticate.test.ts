import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { test } from 'node:test';
import { systemRandom } from '@countersign/shared/kernel/random';
import { SignJWT } from 'jose';
import { hashSecret, sameSecret } from '../../src/authenticate/client-secret.ts';
import { API_KEY, CLIENT_SECRET, form, JWT_SECRET, json, type OpenGateway, openGateway } from '../open-gateway.ts';
import { managementSamples } from '../samples.ts';

const management = managementSamples();

/** Sends exactly these header lines; fetch would join or refuse them. */
function rawStatus(gateway: OpenGateway, path: string, method: string, headers: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(gateway.origin);
    const lines = ['host', `${hostname}:${port}`, ...headers];
    const request = httpRequest({ hostname, port, path, method, headers: lines }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', reject);
    request.end();
  });
}

test('each management route without its credential is 401, and no operation is called', async (t) => {
  const gateway = await openGateway(t);
  assert.ok(management.length >= 25);
  for (const { path, init, pattern } of management) {
    const headers = (init.headers ?? {}) as Record<string, string>;
    for (const [why, extra] of [
      ['none', {}],
      ['empty key', { 'x-api-key': '' }],
      ['wrong key', { 'x-api-key': 'wrong' }],
      ['key of the same length', { 'x-api-key': API_KEY.replace('4', '5') }],
      ['empty bearer', { authorization: 'Bearer ' }],
      ['wrong bearer', { authorization: 'Bearer wrong' }],
      ['the key as bearer', { authorization: `Bearer ${API_KEY}` }],
      ['basic', { authorization: `Basic ${Buffer.from(`root:${CLIENT_SECRET}`).toString('base64')}` }],
    ] as const) {
      const answer = await gateway.request(path, { ...init, headers: { ...headers, ...extra } });
      assert.equal(answer.status, 401, `${init.method} ${pattern}: ${why}`);
      assert.ok(answer.headers.get('www-authenticate'));
      await answer.arrayBuffer();
    }
    const query = await gateway.request(`${path}?x-api-key=${API_KEY}&api_key=${API_KEY}`, init);
    assert.equal(query.status, 401, `${pattern}: key in the query`);
    const twice = ['x-api-key', API_KEY, 'x-api-key', API_KEY];
    assert.equal(await rawStatus(gateway, path, init.method ?? 'GET', twice), 401, `${pattern}: two headers`);
  }
  assert.equal(gateway.calls.length, 0);
});

test('with its credential each management route reaches its operation', async (t) => {
  const gateway = await openGateway(t);
  const token = await gateway.login();
  for (const { path, init, owner, route, pattern } of management) {
    const before = gateway.calls.length;
    const credentials =
      owner === 'a'
        ? [{ 'x-api-key': API_KEY }]
        : owner === 'b'
          ? [{ authorization: `Bearer ${token}` }]
          : [{ 'x-api-key': API_KEY }, { authorization: `Bearer ${token}` }];
    for (const credential of credentials) {
      const headers = { ...((init.headers ?? {}) as Record<string, string>), ...credential };
      const answer = await gateway.request(path, { ...init, headers });
      // The second credential finds what the first one created.
      const answers = route.service === 'gateway' ? [200, route.success.json, 404, 409, 501] : [501];
      // An event log is sent only as a stream, which these requests do not accept.
      const expected = route.stream === 'events' ? [404, 406] : answers;
      assert.ok(expected.includes(answer.status), `${init.method} ${pattern}: ${answer.status}`);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      await answer.arrayBuffer();
    }
    if (!route.operation.startsWith('gateway.')) {
      assert.deepEqual(
        gateway.calls.slice(before).map((call) => call.operation),
        credentials.map(() => route.operation),
      );
    }
  }
});

test('a credential of one variant is refused on paths of the other, with the call that takes it', async (t) => {
  const gateway = await openGateway(t);
  for (const { path, init, owner, route, pattern } of management) {
    if (owner !== 'a' && owner !== 'b') continue;
    const answer = await (owner === 'a' ? gateway.b(path, init) : gateway.a(path, init));
    assert.equal(answer.status, 401, path);
    const { detail, reason } = (await answer.json()) as Record<string, string>;
    assert.equal(reason, 'login_other_shape', path);
    const [takes, sent] = owner === 'a' ? ['an API key', 'a bearer token'] : ['a bearer token', 'an API key'];
    assert.ok(detail?.startsWith(`${init.method} ${path} takes ${takes} in the header `), detail);
    assert.ok(detail?.includes(`, and the request has ${sent}`), detail);
    const [other = ''] = route.paths[owner === 'a' ? 'b' : 'a'] ?? route.paths.shared ?? [];
    assert.ok(detail?.includes(`${init.method} ${other.split('{')[0]}`), `${pattern}: ${detail}`);
  }
  assert.equal(gateway.calls.length, 0);
});

test('the call in a shape that is off is not proposed; a missing credential is named by its header', async (t) => {
  const onlyB = await openGateway(t, { env: { AUTH_API_KEY: undefined } });
  const detailOf = async (sent: Promise<Response>): Promise<string> =>
    ((await (await sent).json()) as { detail: string }).detail;
  const post = { method: 'POST', headers: json, body: '{}' };
  const refused = await detailOf(onlyB.a('/issuer-management/offer', post));
  assert.equal(
    refused,
    'POST /issuer-management/offer takes a bearer token in the header Authorization, and the request has an API key',
  );
  const both = await openGateway(t);
  assert.match(await detailOf(both.request('/vci/offer', post)), /takes an API key in the header x-api-key$/);
  assert.match(await detailOf(both.request('/session')), /takes an API key in .* or a bearer token in /);
});

test('both credentials at once are refused', async (t) => {
  const gateway = await openGateway(t);
  const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${await gateway.login()}` };
  assert.equal((await gateway.request('/session', { headers })).status, 400);
});

test('a variant that is not enabled answers 404; its credential is refused', async (t) => {
  const onlyA = await openGateway(t, { env: { AUTH_CLIENT_SECRET: undefined, JWT_SECRET: undefined } });
  assert.equal((await onlyA.request('/auth/token', { method: 'POST', headers: json, body: '{}' })).status, 404);
  assert.equal((await onlyA.request('/root/authorize')).status, 404);
  // This path of variant B is also an id of variant A that could be deleted: known address, other method.
  assert.equal((await onlyA.request('/issuer-management/offer', { method: 'POST' })).status, 405);
  assert.equal((await onlyA.request('/session/revoke', { method: 'POST' })).status, 405);
  assert.equal((await onlyA.a('/session')).status, 200);
  const onlyB = await openGateway(t, { env: { AUTH_API_KEY: undefined } });
  assert.equal((await onlyB.request('/vci/offer', { method: 'POST' })).status, 404);
  assert.equal((await onlyB.request('/.well-known/openid-credential-issuer')).status, 404);
  assert.equal((await onlyB.a('/session')).status, 401);
  assert.equal((await onlyB.b('/session')).status, 200);
});

test('keys are compared as digests of one length', () => {
  // timingSafeEqual throws for different lengths.
  assert.equal(sameSecret('a', 'a much longer secret'), false);
  assert.equal(sameSecret(API_KEY, API_KEY), true);
  assert.equal(sameSecret('', ''), true);
});

test('a login takes strings only', async (t) => {
  const gateway = await openGateway(t);
  for (const body of [
    { client_id: { $ne: null }, client_secret: { $gt: '' } },
    { client_id: ['root'], client_secret: [CLIENT_SECRET] },
    { client_id: 'root', client_secret: 5 },
    { client_id: 'root', client_secret: true },
    { client_id: 'root' },
    [],
    'root',
    null,
  ]) {
    const answer = await gateway.request('/auth/token', { method: 'POST', headers: json, body: JSON.stringify(body) });
    assert.equal(answer.status, 400, JSON.stringify(body));
  }
});

test('a login: 201 to JSON, 200 to a form, 401 to a wrong secret or client', async (t) => {
  const gateway = await openGateway(t);
  const good = { client_id: 'root', client_secret: CLIENT_SECRET };
  const asJson = await gateway.request('/auth/token', { method: 'POST', headers: json, body: JSON.stringify(good) });
  assert.equal(asJson.status, 201);
  assert.equal(asJson.headers.get('cache-control'), 'no-store');
  const body = (await asJson.json()) as Record<string, unknown>;
  assert.equal(body.token_type, 'Bearer');
  assert.equal(body.expires_in, '24h');
  assert.equal((await gateway.request('/auth/token', { method: 'POST', body: new URLSearchParams(good) })).status, 200);
  for (const wrong of [
    { ...good, client_secret: 'x' },
    { ...good, client_id: 'x' },
  ]) {
    const answer = await gateway.request('/auth/token', {
      method: 'POST',
      body: new URLSearchParams(wrong),
      headers: form,
    });
    assert.equal(answer.status, 401);
  }
});

const claims = { tenant: 'root', fpr: 'x'.repeat(22) };
const header = { alg: 'HS256', typ: 'at+jwt' };

test('forged, edited and foreign tokens are refused', async (t) => {
  const gateway = await openGateway(t);
  const good = await gateway.login();
  const [head = '', payload = '', signature = ''] = good.split('.');
  const decoded = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(gateway.platform.clock() / 1000);
  const sign = (change: Record<string, unknown>, headerChange: Record<string, unknown> = {}, key = JWT_SECRET) => {
    const merged = Object.entries({ ...decoded, ...change }).filter(([, value]) => value !== undefined);
    return new SignJWT(Object.fromEntries(merged))
      .setProtectedHeader({ ...header, ...headerChange })
      .sign(Buffer.from(key));
  };
  const forged: Record<string, string> = {
    'alg none': `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
    'alg none with signature': `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.${signature}`,
    'edited payload': `${head}.${encode({ ...decoded, tenant: 'other' })}.${signature}`,
    'no signature': `${head}.${payload}.`,
    'other key': await sign({}, {}, 'another-secret-0123456789-abcdefghijkl'),
    'key from the header': await sign({}, { jku: 'http://127.0.0.1:9/keys' }, 'another-secret-0123456789-abcdefghijkl'),
    HS512: await sign({}, { alg: 'HS512' }),
    'another type': await sign({}, { typ: 'JWT' }),
    'no type': await sign({}, { typ: undefined }),
    expired: await sign({ exp: now - 1 }),
    'no expiry': await sign({ exp: undefined }),
    'other issuer': await sign({ iss: 'https://evil.example' }),
    'other audience': await sign({ aud: 'other' }),
    'no tenant': await sign({ tenant: undefined }),
    'another tenant': await sign({ tenant: 'default' }),
    'unknown client': await sign({ sub: 'no-client' }),
    'other fingerprint': await sign(claims),
    'no jti': await sign({ jti: undefined }),
    'a wallet token': Buffer.alloc(48, 1).toString('base64url'),
  };
  assert.equal(
    (await gateway.request('/session', { headers: { authorization: `Bearer ${await sign({})}` } })).status,
    200,
  );
  for (const [why, token] of Object.entries(forged)) {
    const answer = await gateway.request('/session', { headers: { authorization: `Bearer ${token}` } });
    assert.equal(answer.status, 401, why);
  }
});

test('a token ends with its lifetime', async (t) => {
  const gateway = await openGateway(t, { env: { AUTH_TOKEN_TTL: '60' } });
  const headers = { authorization: `Bearer ${await gateway.login()}` };
  gateway.advance(59_000);
  assert.equal((await gateway.request('/session', { headers })).status, 200);
  gateway.advance(1000);
  assert.equal((await gateway.request('/session', { headers })).status, 401);
});

test('many wrong logins are slowed down, per client and address', async (t) => {
  const gateway = await openGateway(t, { env: { TRUST_PROXY: '127.0.0.1' } });
  const tryLogin = (secret: string, address: string, client = 'root'): Promise<Response> =>
    gateway.request('/auth/token', {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
      body: new URLSearchParams({ client_id: client, client_secret: secret }),
    });
  const statuses: number[] = [];
  for (let n = 0; n < 20; n += 1) statuses.push((await tryLogin(`wrong-${n}`, '192.0.2.1')).status);
  assert.deepEqual(statuses, [...Array(10).fill(401), ...Array(10).fill(429)]);
  assert.equal((await tryLogin('wrong', '192.0.2.1')).headers.get('retry-after'), '60');
  assert.equal((await tryLogin(CLIENT_SECRET, '192.0.2.1')).status, 200, 'the right secret passes');
  assert.equal((await tryLogin('wrong', '192.0.2.1')).status, 429, 'and allows no further guesses');
  assert.equal((await tryLogin(CLIENT_SECRET, '192.0.2.2')).status, 200, 'another address');
  gateway.advance(60_000);
  assert.equal((await tryLogin(CLIENT_SECRET, '192.0.2.1')).status, 200, 'a minute later');
});

test('each of many parallel guesses counts; successes do not', async (t) => {
  const gateway = await openGateway(t);
  const tryLogin = (secret: string): Promise<Response> =>
    gateway.request('/auth/token', {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'root', client_secret: secret }),
    });
  for (let n = 0; n < 15; n += 1) assert.equal((await tryLogin(CLIENT_SECRET)).status, 200);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => tryLogin(`wrong-${n}`)));
  assert.equal(answers.filter(({ status }) => status === 401).length, 10);
  assert.equal(answers.filter(({ status }) => status === 429).length, 40);
});

test('one address can not use any number of made-up clients', async (t) => {
  const gateway = await openGateway(t, { env: { RATE_LOGIN: '1' } });
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    const body = new URLSearchParams({ client_id: `made-up-${n}`, client_secret: 'x' });
    statuses.push((await gateway.request('/auth/token', { method: 'POST', body })).status);
  }
  assert.deepEqual(statuses, [...Array(10).fill(401), 429, 429]);
});

test('over the limit the right secret of a client of clients.json is accepted too, once it was right before', async (t) => {
  const gateway = await openGateway(t, { env: { RATE_LOGIN: '1' } });
  const clients = [{ client_id: 'other', secret_scrypt: await hashSecret('the-right-secret', systemRandom) }];
  gateway.writeConfig('clients.json', JSON.stringify({ clients }));
  const tryLogin = async (secret: string): Promise<number> => {
    const body = new URLSearchParams({ client_id: 'other', client_secret: secret });
    return (await gateway.request('/auth/token', { method: 'POST', body })).status;
  };
  assert.equal(await tryLogin('the-right-secret'), 200);
  const wrong: number[] = [];
  for (let n = 0; n < 20; n += 1) wrong.push(await tryLogin(`wrong-${n}`));
  assert.deepEqual(wrong, [401, ...Array(19).fill(429)]);
  assert.equal(await tryLogin('the-right-secret'), 200);
});

test('a proxy that TRUST_PROXY does not name is reported once', async (t) => {
  for (const [TRUST_PROXY, warnings] of [
    ['', 1],
    ['192.0.2.0/24', 1],
    ['127.0.0.1', 0],
  ] as const) {
    const gateway = await openGateway(t, { env: { TRUST_PROXY } });
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    for (let n = 0; n < 3; n += 1) assert.equal((await gateway.request('/health/live', { headers })).status, 200);
    const found = gateway.lines.filter((line) => line.includes('TRUST_PROXY'));
    assert.equal(found.length, warnings, TRUST_PROXY);
    assert.ok(found.every((line) => line.includes('127.0.0.1') && !line.includes('203.0.113.9')));
  }
});
