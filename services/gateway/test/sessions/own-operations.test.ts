import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { API_KEY, json, type OpenGateway, openGateway } from '../open-gateway.ts';
import { answeringFound, refusingFound } from '../refused-findings.ts';

const listing = {
  'issuer.configuration.list': async () => ({ body: [{ id: 'ok' }, { id: 'bad', source: 'file', error: 'x' }] }),
};

function rawGet(gateway: OpenGateway, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(gateway.origin);
    const request = httpRequest({ hostname, port, path }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.on('error', reject).end();
  });
}

test('health: 200 with every component up, broken files counted', async (t) => {
  const gateway = await openGateway(t, { replies: listing });
  const answer = await gateway.request('/health');
  assert.equal(answer.status, 200);
  const details = { database: { status: 'up' }, configuration: { status: 'up', message: '2 files ignored' } };
  assert.deepEqual(await answer.json(), { status: 'ok', info: details, error: {}, details });
});

test('health: 503 names the component that is down, without the cause', async (t) => {
  const checks = { database: async () => Promise.reject(new Error('CANARY mongodb://user:pw@host')) };
  const gateway = await openGateway(t, { checks });
  const answer = await gateway.request('/health');
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get('retry-after'), '2');
  const body = (await answer.json()) as Record<string, Record<string, unknown>>;
  assert.equal(body.status, 'error');
  assert.deepEqual(body.error, { database: { status: 'down', message: 'does not answer' } });
  assert.deepEqual(body.details?.database, { status: 'down', message: 'does not answer' });
  assert.ok(!JSON.stringify(body).includes('CANARY'));
  assert.equal((await gateway.request('/health/live')).status, 200);
  assert.equal((await gateway.request('/health/ready')).status, 503);
});

test('ready follows the state of the process', async (t) => {
  let accepting = true;
  const gateway = await openGateway(t, { accepting: () => accepting });
  assert.equal((await gateway.request('/health/ready')).status, 200);
  accepting = false;
  assert.equal((await gateway.request('/health/ready')).status, 503);
  assert.equal((await gateway.request('/health/live')).status, 200);
});

test('health counts the files at most every ten seconds: it needs no login', async (t) => {
  const gateway = await openGateway(t, { replies: listing });
  for (let n = 0; n < 5; n += 1) await gateway.request('/health');
  assert.equal(gateway.calls.length, 2, 'default and root, once');
  gateway.advance(10_000);
  await gateway.request('/health');
  assert.equal(gateway.calls.length, 4);
});

test('public files of the tenant only, and no other file', async (t) => {
  const gateway = await openGateway(t);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  gateway.writeConfig('public/logo.svg', svg);
  gateway.writeConfig('public/.hidden', 'CANARY');
  gateway.writeConfig('public/folder/x.png', 'CANARY');
  gateway.writeConfig('display.json', 'CANARY');
  gateway.writeConfig('tenants/root/public/own.png', 'root');
  gateway.writeConfig('tenants/other/public/secret.png', 'CANARY');
  const outside = join(dirname(gateway.configFolder), 'outside.png');
  writeFileSync(outside, 'CANARY');
  symlinkSync(outside, join(gateway.configFolder, 'public', 'link.png'));
  symlinkSync(dirname(outside), join(gateway.configFolder, 'public', 'linked-folder'));

  const answer = await gateway.request('/public/logo.svg');
  assert.equal(answer.status, 200);
  assert.equal(await answer.text(), svg);
  assert.equal(answer.headers.get('content-type'), 'image/svg+xml');
  assert.match(answer.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=300');
  const etag = answer.headers.get('etag') ?? '';
  assert.equal((await gateway.request('/public/logo.svg', { headers: { 'if-none-match': etag } })).status, 304);
  assert.equal(await (await gateway.request('/root/public/own.png')).text(), 'root');

  for (const path of [
    '/public',
    '/public/',
    '/public/.hidden',
    '/public/folder',
    '/public/folder/x.png',
    '/public/nothing.png',
    '/public/link.png',
    '/public/linked-folder',
    '/public/linked-folder/outside.png',
    '/public/own.png',
    '/root/public/logo.svg',
    '/root/public/..%2f..%2f..%2fdisplay.json',
    '/public/..%2fdisplay.json',
    '/public/%2e%2e%2fdisplay.json',
    '/public/../display.json',
    '/public/..',
    '/public/logo.svg%00.png',
    '/public/..%5cdisplay.json',
    '/default/public/logo.svg',
    '/root/../public/logo.svg',
    '/no-tenant/public/secret.png',
  ]) {
    const { status, body } = await rawGet(gateway, path);
    assert.equal(status, 404, path);
    assert.ok(!body.includes('CANARY'), path);
  }
});

test('a missing public folder is no error', async (t) => {
  const gateway = await openGateway(t);
  assert.equal((await gateway.request('/public/logo.png')).status, 404);
  mkdirSync(join(gateway.configFolder, 'public'));
  assert.equal((await gateway.request('/public/logo.png')).status, 404);
});

test('the page for people: no script of its own text, no external resource, a style that its policy allows', async (t) => {
  const gateway = await openGateway(t);
  const answer = await gateway.request('/docs/api.html');
  const html = await answer.text();
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
  assert.ok(!/<script[^>]*>[^<]|(?:src|href)="https?:|<img|@import|url\(/.test(html));
  assert.match(html, /color-scheme: light dark/);
  const policy = answer.headers.get('content-security-policy') ?? '';
  const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? '';
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))).toString('base64');
  assert.ok(policy.includes(`'sha256-${hash}'`) && policy.includes("default-src 'none'") && !policy.includes('unsafe'));
});

test('offers: link, QR code as data URL, PNG', async (t) => {
  const link = 'openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fissuer.example%2Fvci%2Foffer%2Fabc';
  const neutral = { session: 's-1', link, expiresAt: '2026-06-01T12:00:00.000Z', txCode: '123456' };
  const gateway = await openGateway(t, { replies: { 'issuer.offer.create': async () => ({ body: neutral }) } });
  const ask = (response_type: string, accept = '*/*'): Promise<Response> =>
    gateway.a('/vci/offer', {
      method: 'POST',
      headers: { ...json, accept },
      body: JSON.stringify({ response_type, credentialConfigurationIds: ['pid'] }),
    });
  const uri = await ask('uri', 'image/png');
  assert.equal(uri.status, 201);
  assert.deepEqual(await uri.json(), { uri: link, ...neutral });
  const code = (await (await ask('qrcode')).json()) as { uri: string; link: string };
  assert.match(code.uri, /^data:image\/png;base64,iVBOR/);
  assert.equal(code.link, link);
  const png = await ask('qrcode', 'text/html, image/png;q=0.9');
  assert.equal(png.status, 201);
  assert.equal(png.headers.get('content-type'), 'image/png');
  assert.equal(png.headers.get('x-session-id'), 's-1');
  assert.equal(png.headers.get('link'), `<${link}>; rel="alternate"`);
  assert.deepEqual([...new Uint8Array(await png.arrayBuffer())].slice(0, 4), [0x89, 0x50, 0x4e, 0x47]);
});

const webhook = { url: 'https://hook.example' };
const auth = { type: 'apiKey', config: { headerName: 'x-key', value: 'v' } };
const config = {
  id: 'pid',
  config: {},
  claims: { webhook: { auth: 1 } },
  disclosureFrame: {},
  schema: { properties: {}, required: [] },
};

test('both spellings are accepted in both shapes; each shape answers its own', async (t) => {
  const stored = {
    ...config,
    createdAt: '2026-01-01T00:00:00Z',
    presentation_during_issuance: { type: 'p', webhook: { ...webhook, auth } },
  };
  const replies = {
    'issuer.configuration.put': refusingFound(async () => ({ body: stored })),
    'issuer.configuration.list': async () => ({ body: [stored] }),
  };
  const gateway = await openGateway(t, { replies });
  for (const spelling of ['auth', 'auhth']) {
    const written = {
      ...config,
      presentation_during_issuance: { type: 'p', webhook: { ...webhook, [spelling]: auth } },
    };
    const init = { method: 'POST', headers: json, body: JSON.stringify(written) };
    const a = (await (await gateway.a('/issuer-managment', init)).json()) as typeof stored;
    const b = (await (await gateway.b('/issuer-management', init)).json()) as typeof stored;
    assert.deepEqual(a.presentation_during_issuance.webhook, { ...webhook, auhth: auth });
    assert.deepEqual(b.presentation_during_issuance.webhook, { ...webhook, auth });
    assert.equal(a.createdAt, undefined);
    assert.equal(b.createdAt, '2026-01-01T00:00:00Z');
    assert.deepEqual(a.claims, { webhook: { auth: 1 } }, 'claims are not touched');
  }
  for (const { request } of gateway.calls) {
    const { presentation_during_issuance: part } = request.body as typeof stored;
    assert.deepEqual(part.webhook, { ...webhook, auth });
  }
  const both = { ...config, presentation_during_issuance: { type: 'p', webhook: { ...webhook, auth, auhth: auth } } };
  assert.equal(
    (await gateway.a('/issuer-managment', { method: 'POST', headers: json, body: JSON.stringify(both) })).status,
    400,
  );
  const [listed] = (await (await gateway.a('/credentials/config')).json()) as (typeof stored)[];
  assert.equal(listed?.createdAt, undefined);
});

test('the schema of A needs `schema`, on the shared path too', async (t) => {
  const gateway = await openGateway(t, { replies: answeringFound });
  const { schema: _, ...without } = config;
  const init = { method: 'POST', headers: json, body: JSON.stringify(without) };
  assert.equal((await gateway.a('/issuer-managment', init)).status, 400);
  assert.equal((await gateway.a('/issuer-management', init)).status, 400);
  assert.equal((await gateway.b('/issuer-management', init)).status, 201);
});

test('status codes of wallet endpoints, by encoding and by WALLET_DIALECT', async (t) => {
  const answer = async () => ({ body: {} });
  const replies = Object.fromEntries(
    ['pushed-authorization-request', 'token', 'authorization-challenge', 'nonce', 'credential', 'notification'].map(
      (name) => [`issuer.${name}`, answer],
    ),
  );
  const gateway = await openGateway(t, { replies });
  const letter = await openGateway(t, { replies, env: { WALLET_DIALECT: 'interface' } });
  const post = async (
    server: OpenGateway,
    path: string,
    body?: NonNullable<RequestInit['body']>,
    headers: Record<string, string> = {},
  ) => (await server.request(path, { method: 'POST', headers, ...(body === undefined ? {} : { body }) })).status;
  const form = new URLSearchParams({ a: 'b' });
  for (const [path, asForm, asJson] of [
    ['/authorize/par', 201, 201],
    ['/authorize/token', 200, 201],
    ['/authorize/challenge', 200, 201],
  ] as const) {
    assert.equal(await post(gateway, path, form), asForm, path);
    assert.equal(await post(gateway, path, '{"a":"b"}', json), asJson, path);
  }
  assert.equal(await post(gateway, '/vci/nonce'), 200);
  assert.equal(await post(gateway, '/vci/nonce', undefined, json), 200, 'JSON type without a body');
  assert.equal(await post(gateway, '/root/vci/nonce', '{}', json), 200);
  assert.equal(await post(gateway, '/vci/credential', '{}', json), 200);
  assert.equal(await post(gateway, '/vci/notification', '{}', json), 204);
  assert.equal(await post(letter, '/vci/credential', '{}', json), 201);
  assert.equal(await post(letter, '/vci/notification', '{}', json), 201);
  assert.equal(await post(letter, '/vci/nonce'), 200);
});

test('a path prefix: identifiers keep it, and the inserted well-known form is at the root', async (t) => {
  const replies = { 'issuer.metadata': async () => ({ body: {} }) };
  const gateway = await openGateway(t, { replies, env: { PUBLIC_URL: 'https://h.example/base' } });
  const status = async (path: string): Promise<number> => (await gateway.request(path)).status;
  assert.equal(await status('/.well-known/openid-credential-issuer/base'), 200);
  assert.equal(await status('/.well-known/openid-credential-issuer/base/root'), 200);
  assert.equal(await status('/base/.well-known/openid-credential-issuer'), 200);
  assert.equal(await status('/base/root/.well-known/openid-credential-issuer'), 200);
  assert.equal(await status('/.well-known/openid-credential-issuer'), 404);
  assert.equal(await status('/session'), 404);
  assert.equal(await status('/base/session'), 401);
  assert.equal(await status('/health/live'), 200);
  assert.deepEqual(
    gateway.calls.map(({ request }) => request.tenant),
    ['default', 'root', 'default', 'root'],
  );
  assert.equal(gateway.calls[2]?.request.url, 'https://h.example/base/.well-known/openid-credential-issuer');
  const page = await gateway.request('/base/session?limit=1', { headers: { 'x-api-key': API_KEY } });
  assert.equal(page.status, 200);
});

test('404 names whether the session or the route is unknown', async (t) => {
  const gateway = await openGateway(t);
  const detail = async (path: string): Promise<string> => {
    const answer = await gateway.a(path);
    assert.equal(answer.status, 404, path);
    return String(((await answer.json()) as { detail: unknown }).detail);
  };
  assert.match(await detail('/session/no-such-session'), /no such session/);
  assert.match(await detail('/session/not%20an%20id'), /no such session/);
  assert.match(await detail('/sesion/no-such-session'), /no route of this server/);
});

test('an unknown query parameter is refused on management routes, and ignored on wallet routes', async (t) => {
  const gateway = await openGateway(t, { replies: { 'issuer.metadata': async () => ({ body: {} }) } });
  const answer = await gateway.a('/session?status=nonsense');
  assert.equal(answer.status, 400);
  assert.match(String(((await answer.json()) as { detail: unknown }).detail), /one of: created/);
  assert.equal((await gateway.a('/session?stauts=created')).status, 400);
  assert.equal((await gateway.a('/session?status=created')).status, 200);
  assert.equal((await gateway.request('/.well-known/openid-credential-issuer?utm_source=x')).status, 200);
});
