import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API_KEY, form, json, openGateway } from '../open-gateway.ts';
import { raw } from '../raw-request.ts';
import { answeringFound } from '../refused-findings.ts';
import { managementSamples } from '../samples.ts';

const ok = { 'issuer.token': async () => ({ body: { access_token: 'x' } }) };

test('a parameter twice, in the query, in a form, or in both, is refused', async (t) => {
  const gateway = await openGateway(t, { replies: ok });
  const post = (path: string, body: string, headers: Record<string, string> = form): Promise<number> =>
    raw(gateway, path, { method: 'POST', body, headers }).then(({ status }) => status);
  assert.equal(await post('/authorize/token', 'grant_type=a&code=1'), 200);
  assert.equal(await post('/authorize/token', '{"grant_type":"a","code":"1"}', json), 201);
  for (const [path, body, headers] of [
    ['/authorize/token', 'code=a&code=b', form],
    ['/authorize/token', 'code=a&c%6fde=b', form],
    ['/authorize/token', '__proto__=a', form],
    ['/authorize/token', '{"code":["a","b"]}', json],
    ['/authorize/token', '{"code":{"a":1}}', json],
    ['/authorize/token', '{"code":1}', json],
    ['/authorize/token', '[]', json],
    ['/authorize/token', 'null', json],
    ['/authorize/token?code=a', 'code=b', form],
    ['/authorize/token?code=a', '{"code":"a"}', json],
    ['/authorize/token?code=a&code=b', 'grant_type=x', form],
  ] as const) {
    assert.equal(await post(path, body, headers), 400, `${path} ${body}`);
  }
  assert.equal((await raw(gateway, '/authorize?client_id=a&client_id=b')).status, 400);
  assert.equal((await gateway.a('/session?limit=1&limit=2')).status, 400);
  assert.equal(gateway.calls.length, 2);
});

test('bodies in an encoding that the route does not accept, compressed, no JSON, no UTF-8', async (t) => {
  const gateway = await openGateway(t, { replies: ok });
  const post = async (path: string, body: string | Buffer, headers: Record<string, string>) => {
    const answer = await gateway.request(path, { method: 'POST', body, headers });
    return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.text() };
  };
  for (const [path, body, headers, status] of [
    ['/authorize/token', 'a=1', { 'content-type': 'text/plain' }, 415],
    ['/authorize/token', '<a/>', { 'content-type': 'application/xml' }, 415],
    ['/authorize/token', 'a=1', { ...form, 'content-encoding': 'gzip' }, 415],
    ['/authorize/token', '', form, 400],
    ['/authorize/token', '{', json, 400],
    ['/authorize/token', Buffer.from([0x22, 0xff, 0x22]), json, 400],
    ['/vci/credential', 'a=1', form, 415],
    ['/authorize/token', 'x.y.z', { 'content-type': 'application/jwt' }, 415],
    ['/vci/notification', 'x.y.z', { 'content-type': 'application/jwt' }, 415],
    ['/vci/nonce', 'x.y.z', { 'content-type': 'application/jwt' }, 415],
    ['/vci/credential', Buffer.from([0x22, 0xff]), { 'content-type': 'application/jwt' }, 400],
  ] as const) {
    const answer = await post(path, body, headers);
    assert.equal(answer.status, status, `${path} ${String(body)}`);
    assert.equal(answer.type, 'application/json');
    assert.ok('error' in JSON.parse(answer.body));
  }
  const management = await gateway.a('/vci/offer', { method: 'POST', body: 'a=1', headers: form });
  assert.equal(management.status, 415);
  assert.equal(management.headers.get('content-type'), 'application/problem+json');
});

const isOther = ({ operation }: { readonly operation: string }): boolean => !Object.hasOwn(answeringFound, operation);

test('bodies over the limit of their route, and JSON that is too deep', async (t) => {
  const gateway = await openGateway(t, { replies: answeringFound });
  const large = (size: number): string => JSON.stringify({ x: 'y'.repeat(size) });
  // Only its length is sent: for a caller that is still sending, the end of the connection may overtake the response.
  const announced = async (path: string, bytes: number, own: Record<string, string> = {}, method = 'POST') =>
    (
      await raw(gateway, path, {
        method,
        headers: { ...json, ...own, connection: 'close', 'content-length': `${bytes}` },
      })
    ).status;
  const ofB = { authorization: `Bearer ${await gateway.login()}` };
  for (const { path, route, init, owner } of managementSamples()) {
    if (!route.accepts.includes('json')) continue;
    const send = owner === 'b' ? gateway.b : gateway.a;
    const own = owner === 'b' ? ofB : { 'x-api-key': API_KEY };
    assert.equal(await announced(path, route.bodyLimit + 1, own, String(init.method)), 413, path);
    assert.equal(
      (await send(path, { ...init, body: large(route.bodyLimit - 100) })).status,
      400,
      `${path}: just below`,
    );
  }
  for (const path of ['/authorize/token', '/authorize/par', '/vci/credential', '/vci/notification']) {
    assert.equal(await announced(path, 65 * 1024), 413, path);
  }
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  assert.equal((await gateway.a('/vci/offer', { method: 'POST', headers: json, body: deep })).status, 400);
  assert.equal((await gateway.request('/vci/credential', { method: 'POST', headers: json, body: deep })).status, 400);
  assert.deepEqual(gateway.calls.filter(isOther), []);
});

test('the limit holds for a body without a length too', async (t) => {
  const gateway = await openGateway(t);
  const { route } = managementSamples().find(({ path }) => path === '/vci/offer') ?? assert.fail();
  // It does not end, and has no byte that the server leaves unread.
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(route.bodyLimit + 1))),
  });
  const init = { method: 'POST', headers: json, body, duplex: 'half' } as RequestInit;
  assert.equal((await gateway.a('/vci/offer', init)).status, 413);
});

test('unknown fields are named, and no operation is called but those that answer them with their own findings', async (t) => {
  const gateway = await openGateway(t, { replies: answeringFound });
  for (const { path, route, init, owner } of managementSamples()) {
    if (route.request === undefined) continue;
    const send = owner === 'b' ? gateway.b : gateway.a;
    const good = JSON.parse(String(init.body)) as Record<string, unknown>;
    for (const field of ['tenantId', '_id', 'issuance.state', 'rev', 'constructor']) {
      const answer = await send(path, { ...init, body: JSON.stringify({ ...good, [field]: 'x' }) });
      assert.equal(answer.status, 400, `${path} ${field}`);
      const { errors } = (await answer.json()) as { errors: { pointer: string; detail: string }[] };
      assert.deepEqual(errors, [{ pointer: `/${field}`, detail: `unknown field ${field}` }]);
    }
    const polluted = `${JSON.stringify(good).slice(0, -1)},"__proto__":{"polluted":true}}`;
    assert.equal((await send(path, { ...init, body: polluted })).status, 400, 'M11');
  }
  assert.deepEqual(gateway.calls.filter(isOther), []);
  assert.deepEqual(new Set(gateway.calls.map(({ operation }) => operation)), new Set(Object.keys(answeringFound)));
  assert.ok(gateway.calls.every(({ request }) => (request.found ?? []).length > 0));
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
});

test('ids that name no configuration are not found, and never passed on', async (t) => {
  const gateway = await openGateway(t);
  for (const id of [
    '__proto__',
    '..%2f..%2fdisplay',
    '%2e%2e',
    '.hidden',
    'a%00b',
    'x'.repeat(10_000),
    'caf%C3%A9',
    '%EF%BC%8E%EF%BC%8E',
    '-x',
    'a%20b',
  ]) {
    for (const path of [
      '/credentials/vct',
      '/credentials/schema',
      '/credentials/root/vct',
      '/root/credentials/schema',
    ]) {
      assert.equal((await raw(gateway, `${path}/${id}`)).status, 404, `${path}/${id}`);
    }
    const headers = { 'x-api-key': API_KEY };
    const { status } = await raw(gateway, `/issuer-managment/${id}`, { method: 'DELETE', headers });
    assert.equal(status, 404, id);
  }
  assert.equal(gateway.calls.length, 0);
});

test('an encrypted request reaches the issuer as its text, in both variants, and its answer leaves as it is', async (t) => {
  const replies = Object.fromEntries(
    ['issuer.credential', 'issuer.deferred-credential'].map((operation) => [
      operation,
      async () => ({ status: 202, raw: 'an.encrypted.answer', contentType: 'application/jwt' }),
    ]),
  );
  const gateway = await openGateway(t, { replies });
  const headers = { 'content-type': 'application/jwt; charset=utf-8' };
  for (const path of ['/vci/credential', '/vci/deferred', '/root/vci/credential', '/root/vci/deferred']) {
    const answer = await gateway.request(path, { method: 'POST', headers, body: 'a..b.c.d' });
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [202, 'application/jwt'], path);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(await answer.text(), 'an.encrypted.answer');
    const { request } = gateway.calls.at(-1) ?? assert.fail();
    assert.deepEqual([request.body, request.encoding], ['a..b.c.d', 'jwt']);
    assert.equal(request.tenant, path.startsWith('/root') ? 'root' : 'default');
    const large = await gateway.request(path, { method: 'POST', headers, body: 'x'.repeat(65 * 1024) });
    assert.equal(large.status, 413, path);
  }
});

test('the address of a schema for editors is dropped from the body of every management call, and nothing else', async (t) => {
  const gateway = await openGateway(t, { replies: answeringFound });
  const configuration = { id: 'x', config: {}, claims: {}, disclosureFrame: {}, schema };
  const post = (body: object) =>
    gateway.b('/issuer-management', { method: 'POST', headers: json, body: JSON.stringify(body) });
  assert.equal((await post({ ...configuration, $schema: 'https://editor.example/issuance.json' })).status, 201);
  assert.deepEqual(gateway.calls.at(-1)?.request.body, configuration);
  assert.equal((await post({ ...configuration, $schema: 7 })).status, 400);
});

const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', properties: {}, required: ['iss'] };

test('an empty object counts as no body where none is accepted, and nothing else does', async (t) => {
  const gateway = await openGateway(t);
  const rotate = (body: string) =>
    gateway.a('/keys/credential/rotate', { method: 'POST', headers: json, body }).then(({ status }) => status);
  for (const body of ['{}', ' { }\n']) assert.notEqual(await rotate(body), 415, body);
  for (const body of ['{"a":1}', '[]', '{', `{${' '.repeat(64)}}`]) assert.equal(await rotate(body), 415, body);
});
