import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { annotated } from '@countersign/shared/http/annotation';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { API_KEY, form, json, openGateway, type Replies } from '../open-gateway.ts';
import { raw } from '../raw-request.ts';
import { managementSamples, samples } from '../samples.ts';

const ok = { 'issuer.token': async () => ({ body: { access_token: 'x' } }) };

/** Other spellings of a path. */
function spellings(path: string): readonly string[] {
  const [, first = '', ...rest] = path.split('/');
  const tail = rest.map((segment) => `/${segment}`).join('');
  return [
    `${path}/`,
    `/${path}`,
    `/.${path}`,
    `/x/..${path}`,
    `/public/..${path}`,
    `/public/%2e%2e${path}`,
    `/public/..%2f${path.slice(1)}`,
    `${path}%00`,
    `${path}%2f`,
    `${path}%5c`,
    `${path};x=1`,
    `${path}%20`,
    `${path}.json`,
    `/${first.toUpperCase()}${tail}`,
    `/${first}%2f${rest.join('/')}`,
    `\\${first}${tail}`,
    `/%${first.charCodeAt(0).toString(16)}${first.slice(1)}${tail}`,
    `http://127.0.0.1${path}`,
  ];
}

test('no other spelling or method reaches a management route without its credential', async (t) => {
  // Its clock does not move, so all addresses are requested in one second.
  const gateway = await openGateway(t, { env: { RATE_OPEN: '0' } });
  const seen = new Set<string>();
  for (const { path, init } of managementSamples()) {
    const method = String(init.method);
    for (const spelling of spellings(path)) {
      if (seen.has(`${method} ${spelling}`)) continue;
      seen.add(`${method} ${spelling}`);
      const { status } = await raw(gateway, spelling, { method, headers: { 'content-length': '0' } });
      // 400: the HTTP parser itself refuses a target with a backslash in front.
      assert.ok([400, 401, 404, 405].includes(status), `${method} ${spelling}: ${status}`);
    }
    for (const other of ['HEAD', 'OPTIONS', 'TRACE', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      const { status, headers } = await raw(gateway, path, { method: other });
      assert.ok([401, 404, 405].includes(status), `${other} ${path}: ${status}`);
      assert.equal(headers['access-control-allow-origin'], undefined);
    }
    const override = { 'x-http-method-override': 'GET', 'x-method-override': 'GET', 'x-original-url': '/health' };
    const { status } = await raw(gateway, path, { method, headers: { ...override, 'content-length': '0' } });
    assert.equal(status, 401, `${method} ${path} with override headers`);
  }
  assert.equal(gateway.calls.length, 0);
});

test('an encoded letter is the same route, with the same authentication', async (t) => {
  const gateway = await openGateway(t);
  assert.equal((await raw(gateway, '/%73ession')).status, 401);
  assert.equal((await raw(gateway, '/%73ession', { headers: { 'x-api-key': API_KEY } })).status, 200);
});

test('405 names the methods; HEAD is GET without a body', async (t) => {
  const gateway = await openGateway(t);
  const put = await raw(gateway, '/session', { method: 'PUT' });
  assert.equal(put.status, 405);
  assert.equal(put.headers.allow, 'GET, HEAD');
  assert.equal((await raw(gateway, '/authorize/par', { method: 'GET' })).headers.allow, 'POST');
  const head = await raw(gateway, '/health', { method: 'HEAD' });
  assert.equal(head.status, 200);
  assert.equal(head.body, '');
  assert.ok(Number(head.headers['content-length']) > 0);
});

test('of all POST requests only those for a nonce or a challenge are repeated when the answer was lost', async (t) => {
  const gateway = await openGateway(t);
  for (const { path, init } of samples()) await gateway.a(path, init);
  const repeatable = gateway.calls.filter(({ request }) => request.repeatable === true);
  assert.deepEqual(
    [...new Set(repeatable.map(({ operation }) => operation))],
    ['issuer.attestation-challenge', 'issuer.nonce'],
  );
  assert.ok(gateway.calls.some(({ request }) => request.method === 'POST' && request.repeatable === undefined));
});

test('preflight and CORS on wallet routes only; no cookies anywhere', async (t) => {
  const gateway = await openGateway(t);
  for (const { path, route, init, pattern } of samples()) {
    const method = String(init.method);
    const headers = { origin: 'https://evil.example', 'access-control-request-method': method };
    const preflight = await raw(gateway, path, { method: 'OPTIONS', headers });
    const answer = await raw(gateway, path, { method, headers: { origin: 'https://evil.example' } });
    assert.equal(answer.headers['set-cookie'], undefined);
    if (route.cors) {
      assert.equal(preflight.status, 204, pattern);
      assert.equal(preflight.headers['access-control-allow-origin'], '*');
      assert.match(String(preflight.headers['access-control-allow-headers']), /dpop/);
      assert.equal(preflight.headers['access-control-allow-credentials'], undefined);
      assert.equal(answer.headers['access-control-allow-origin'], '*', `${pattern}: ${answer.status}`);
      assert.match(String(answer.headers['access-control-expose-headers']), /dpop-nonce/);
    } else {
      assert.equal(preflight.status, 405, pattern);
      for (const answered of [preflight, answer]) {
        assert.ok(!Object.keys(answered.headers).some((name) => name.startsWith('access-control-')), pattern);
      }
    }
  }
});

test('every answer has its request id and the security headers, and no header names the software', async (t) => {
  const gateway = await openGateway(t);
  const ids = new Set<unknown>();
  for (const path of ['/', '/health', '/session', '/nothing/here', '/docs', '/%', '/authorize']) {
    const { headers, body } = await raw(gateway, path, { headers: { 'x-request-id': 'mine' } });
    assert.match(String(headers['x-request-id']), /^[A-Za-z0-9_-]{16}$/);
    ids.add(headers['x-request-id']);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['x-powered-by'], undefined);
    assert.equal(headers.server, undefined);
    if (String(headers['content-type']).includes('problem')) assert.ok(body.includes(String(headers['x-request-id'])));
  }
  assert.equal(ids.size, 7);
  for (const id of ids)
    assert.ok(
      gateway.lines.some((line) => line.includes(String(id))),
      'and in the log',
    );
});

test('an unexpected error is a 500 with an id, in the style of the route, and a log line without its message', async (t) => {
  const fail = async (): Promise<never> => {
    throw new Error('CANARY /etc/passwd mongodb://user:pw@host');
  };
  const replies = {
    'issuer.token': fail,
    'issuer.configuration.list': fail,
    'issuer.authorize': fail,
    'issuer.credential': fail,
  };
  const gateway = await openGateway(t, { replies });
  for (const [path, init] of [
    ['/authorize/token', { method: 'POST', body: new URLSearchParams({ a: 'b' }) }],
    ['/vci/credential', { method: 'POST', body: '{}', headers: json }],
    ['/authorize', {}],
    ['/issuer-managment', { headers: { 'x-api-key': API_KEY } }],
  ] as const) {
    const answer = await gateway.request(path, init);
    assert.equal(answer.status, 500, path);
    const text = await answer.text();
    assert.ok(!/CANARY|passwd|at |\.ts|\.js/.test(text), text);
  }
  const errors = gateway.lines.filter((line) => line.includes('unexpected error'));
  assert.equal(errors.length, 4);
  assert.ok(errors.every((line) => line.includes('edge.test') && !line.includes('CANARY')));
});

test('503 has Retry-After and is logged', async (t) => {
  const down = async (): Promise<never> => {
    throw new ProtocolError('temporarily_unavailable', 'Try again', {
      reason: 'dependency_away',
      headers: { 'retry-after': '2' },
    });
  };
  const gateway = await openGateway(t, { replies: { 'issuer.nonce': down } });
  const answer = await gateway.request('/vci/nonce', { method: 'POST' });
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get('retry-after'), '2');
  assert.ok(gateway.lines.some((line) => line.includes('request failed')));
});

test('host and internal headers from outside have no effect', async (t) => {
  const gateway = await openGateway(t, { replies: ok });
  const forwarded = {
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'accept-language': 'de',
    authorization: 'DPoP token',
    dpop: 'proof',
    'if-none-match': '"1"',
    'oauth-client-attestation': 'a',
    'oauth-client-attestation-pop': 'b',
  };
  const headers = {
    ...form,
    ...forwarded,
    cookie: 'a=b',
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-internal-secret': 'x',
    'x-internal-tenant': 'other',
    'x-tenant-id': 'other',
  };
  const { status } = await raw(gateway, '/authorize/token', { method: 'POST', body: 'a=1', headers });
  assert.equal(status, 200);
  const request = gateway.calls[0]?.request;
  assert.equal(request?.url, `${gateway.origin}/authorize/token`);
  assert.equal(request?.tenant, 'default');
  assert.deepEqual(request?.headers, forwarded);
  assert.ok(!JSON.stringify(request).includes('evil'));
});

test('a management credential is not passed on', async (t) => {
  const gateway = await openGateway(t, { replies: { 'issuer.configuration.list': async () => ({ body: [] }) } });
  assert.equal((await gateway.b('/issuer-management')).status, 200);
  const text = JSON.stringify(gateway.calls);
  assert.ok(!text.includes('Bearer') && !text.includes('authorization'));
  assert.equal(gateway.calls[0]?.request.client, 'root');
});

test('line ends and quotes in every place make no extra log line', async (t) => {
  const gateway = await openGateway(t, { replies: ok });
  const evil = 'a%0d%0a%7b%22level%22:%22error%22%7d';
  await raw(gateway, `/session/${evil}`, { headers: { 'x-api-key': API_KEY } });
  await raw(gateway, `/authorize?client_id=${evil}`);
  await raw(gateway, '/authorize/token', { method: 'POST', body: `code=${evil}`, headers: form });
  assert.equal(gateway.lines.length, 3);
  for (const line of gateway.lines) {
    assert.equal(line.indexOf('\n'), line.length - 1);
    assert.doesNotThrow(() => JSON.parse(line));
  }
});

test('a path with a secret, and secrets in headers and bodies, are not logged', async (t) => {
  const gateway = await openGateway(t);
  await raw(gateway, '/vci/offer/CANARY1');
  await raw(gateway, '/session/CANARY2', { headers: { 'x-api-key': API_KEY } });
  await raw(gateway, '/nowhere/CANARY3?x=CANARY4');
  await raw(gateway, '/authorize/token', {
    method: 'POST',
    body: 'code=CANARY5',
    headers: { ...form, authorization: 'DPoP CANARY6', dpop: 'CANARY7' },
  });
  await raw(gateway, '/session', { headers: { 'x-api-key': 'CANARY8' } });
  await gateway.request('/auth/token', {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'CANARY9', client_secret: 'CANARY10' }),
  });
  assert.equal(gateway.lines.length, 6);
  assert.ok(!gateway.lines.join('').includes('CANARY'));
});

test('while sockets hang with half a request, other requests are answered', async (t) => {
  const gateway = await openGateway(t);
  const { port } = new URL(gateway.origin);
  const stuck = Array.from({ length: 200 }, () => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('POST /authorize/token HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n');
    return socket;
  });
  t.after(() => {
    for (const socket of stuck) socket.destroy();
  });
  await Promise.all(stuck.map((socket) => new Promise<void>((resolve) => socket.once('connect', () => resolve()))));
  assert.equal((await gateway.request('/health/live')).status, 200);
});

test('headers over 32 kB are refused', async (t) => {
  const gateway = await openGateway(t);
  const { status } = await raw(gateway, '/health/live', { headers: { 'x-large': 'x'.repeat(40 * 1024) } });
  assert.equal(status, 431);
});

test('RATE_WALLET limits each address over the costly endpoints', async (t) => {
  const replies = { ...ok, 'issuer.nonce': async () => ({ body: {} }) };
  const gateway = await openGateway(t, { env: { RATE_WALLET: '3', TRUST_PROXY: '127.0.0.1' }, replies });
  const nonce = (address: string): Promise<number> =>
    raw(gateway, '/vci/nonce', { method: 'POST', headers: { 'x-forwarded-for': address, 'content-length': '0' } }).then(
      ({ status }) => status,
    );
  const statuses = await Promise.all(Array.from({ length: 10 }, () => nonce('192.0.2.1')));
  assert.equal(statuses.filter((status) => status === 429).length, 7);
  assert.equal(await nonce('192.0.2.2'), 200);
  assert.equal(
    (
      await raw(gateway, '/authorize/token', {
        method: 'POST',
        body: 'a=1',
        headers: { ...form, 'x-forwarded-for': '192.0.2.1' },
      })
    ).status,
    429,
  );
  assert.equal((await raw(gateway, '/health')).status, 200);
  gateway.advance(1000);
  assert.equal(await nonce('192.0.2.1'), 200);
});

test('RATE_OPEN limits each address over what needs no login, and not health', async (t) => {
  const replies = { ...ok, 'issuer.jwks': async () => ({ body: { keys: [] } }) };
  const gateway = await openGateway(t, { env: { RATE_OPEN: '3', TRUST_PROXY: '127.0.0.1' }, replies });
  const keys = (address: string) => raw(gateway, '/.well-known/jwks.json', { headers: { 'x-forwarded-for': address } });
  const answers = await Promise.all(Array.from({ length: 10 }, () => keys('192.0.2.1')));
  assert.equal(answers.filter(({ status }) => status === 429).length, 7);
  assert.match(answers.find(({ status }) => status === 429)?.body ?? '', /RATE_OPEN allows 3 requests per second/);
  assert.equal((await keys('192.0.2.2')).status, 200);
  assert.equal((await raw(gateway, '/health', { headers: { 'x-forwarded-for': '192.0.2.1' } })).status, 200);
  gateway.advance(1000);
  assert.equal((await keys('192.0.2.1')).status, 200);
});

test('the annotation of an answer is logged, and never sent to the wallet', async (t) => {
  const annotation = { session: '01hk0mps8abcdefg-rest', step: 'token' } as const;
  const replies: Replies = {
    'issuer.token': async () => {
      throw annotated(
        new ProtocolError('invalid_grant', 'No', { reason: 'code_unknown', forBackend: { description: 'canary' } }),
        annotation,
      );
    },
    'issuer.offer.get': async () => ({ body: {}, annotation: { ...annotation, step: 'offer' } }),
    'issuer.authorize': async () => ({
      status: 302,
      headers: { location: 'https://wallet.example/' },
      annotation: { ...annotation, step: 'authorize', code: 'access_denied' },
    }),
  };
  const gateway = await openGateway(t, { replies });
  const token = { method: 'POST', body: new URLSearchParams({ grant_type: 'x' }) };
  for (const [path, init, code] of [
    ['/authorize/token', token, 'invalid_grant'],
    ['/vci/offer/x', {}, undefined],
    ['/authorize', { redirect: 'manual' }, 'access_denied'],
  ] as const) {
    gateway.lines.length = 0;
    const answer = await gateway.request(path, init);
    const sent = JSON.stringify([...answer.headers]) + (await answer.text());
    assert.ok(!sent.includes('01hk0mps8') && !sent.includes('canary') && !sent.includes('annotation'), sent);
    const line = gateway.lines.map((text) => JSON.parse(text)).find(({ message }) => message === 'request');
    assert.deepEqual([line.session, line.tenant, line.code], ['01hk0mps8abcdefg', 'default', code], path);
  }
});

test('the log line of a refusal has its code, also without a session', async (t) => {
  const gateway = await openGateway(t);
  await gateway.request('/authorize/token', { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } });
  const line = JSON.parse(gateway.lines.at(-1) ?? '');
  assert.deepEqual([line.status, line.code, line.session], [415, 'unsupported_media_type', undefined]);
});
