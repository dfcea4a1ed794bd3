/** Management, over HTTP on the whole server: tenants, ids, files, secrets in responses and logs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonBody, startServer, type TestServer } from '../support/server.ts';

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { given_name: { type: 'string' } },
  required: [],
};

function configuration(id: string): Record<string, unknown> {
  return {
    id,
    config: { format: 'dc+sd-jwt', vct: `<PUBLIC_URL>/credentials/vct/${id}` },
    claims: { given_name: 'Erika' },
    disclosureFrame: { _sd: ['given_name'] },
    schema,
  };
}

const fileOf = (id: string): unknown => {
  const { id: _, ...rest } = configuration(id);
  return rest;
};

type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** A second tenant with its own client. */
async function secondTenant(server: TestServer): Promise<Send> {
  server.writeConfig('clients.json', { clients: [{ client_id: 'two', tenant: 'two', secret_env: 'SECOND_SECRET' }] });
  const body = new URLSearchParams({ client_id: 'two', client_secret: SECOND_SECRET });
  const answer = await server.request('/auth/token', { method: 'POST', body });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    return server.request(path, { ...init, headers });
  };
}

const SECOND_SECRET = 'second-client-secret-99';
const env = { SECOND_SECRET };

const put = (send: Send, id: string, path = '/issuer-management'): Promise<Response> =>
  send(path, { method: 'POST', ...jsonBody(configuration(id)) });

const offer = (send: Send, body: object, path = '/issuer-management/offer'): Promise<Response> =>
  send(path, { method: 'POST', ...jsonBody({ response_type: 'uri', ...body }) });

async function ids(answer: Promise<Response>): Promise<string[]> {
  return ((await (await answer).json()) as { id: string }[]).map(({ id }) => id).sort();
}

/** The response without what differs from request to request. */
async function comparable(answer: Response): Promise<string> {
  return `${answer.status} ${(await answer.text()).replace(/urn:countersign:request:[\w-]+/, '')}`;
}

test('what belongs to another tenant is not there, byte for byte', async (t) => {
  const server = await startServer(t, { env });
  const two = await secondTenant(server);
  assert.equal((await put(server.b, 'mine')).status, 201);
  const created = await offer(server.b, { credentialConfigurationIds: ['mine'] });
  assert.equal(created.status, 201);
  const { session } = (await created.json()) as { session: string };
  const unknown = session.replace(/^./, session.startsWith('A') ? 'B' : 'A');

  for (const send of [two, server.a]) {
    assert.equal(
      await comparable(await send(`/session/${session}`)),
      await comparable(await send(`/session/${unknown}`)),
    );
    assert.equal((await send(`/session/${session}`)).status, 404);
    assert.deepEqual(await ids(send('/session')), []);
    assert.deepEqual(await ids(send('/issuer-management')), []);
    assert.equal(
      await comparable(await send('/issuer-management/mine', { method: 'DELETE' })),
      await comparable(await send('/issuer-management/nothing', { method: 'DELETE' })),
    );
  }
  assert.equal((await offer(two, { credentialConfigurationIds: ['mine'] })).status, 400);
  assert.deepEqual(await ids(server.b('/issuer-management')), ['mine'], 'still there');
  assert.equal((await server.b(`/session/${session}`)).status, 200);
  assert.equal((await server.request('/credentials/two/vct/mine')).status, 404);
  assert.equal((await server.request('/credentials/vct/mine')).status, 404);
});

test('the same id in several tenants: deleting one leaves the others', async (t) => {
  const server = await startServer(t, { env });
  const two = await secondTenant(server);
  for (const send of [server.a, server.b, two]) assert.equal((await put(send, 'same')).status, 201);
  assert.equal((await two('/issuer-management/same', { method: 'DELETE' })).status, 200);
  assert.deepEqual(await ids(two('/issuer-management')), []);
  assert.deepEqual(await ids(server.b('/issuer-management')), ['same']);
  assert.deepEqual(await ids(server.a('/issuer-managment')), ['same']);
});

test('what was read can be changed and written back; a file is 409, an unknown id 404', async (t) => {
  const server = await startServer(t, { config: { 'issuance/from-file.json': fileOf('from-file') } });
  for (const send of [server.a, server.b]) {
    assert.equal((await put(send, 'written')).status, 201);
    const [read] = ((await (await send('/issuer-management')).json()) as Record<string, unknown>[]).filter(
      ({ id }) => id === 'written',
    );
    const again = await send('/issuer-management', {
      method: 'POST',
      ...jsonBody({ ...read, claims: { given_name: 'Max' } }),
    });
    assert.equal(again.status, 201, await again.text());
  }
  assert.deepEqual(await ids(server.a('/issuer-managment')), ['from-file', 'written']);
  assert.equal((await server.a('/issuer-managment/from-file', { method: 'DELETE' })).status, 409);
  const gone = await server.a('/issuer-managment/written', { method: 'DELETE' });
  assert.deepEqual([gone.status, await gone.json()], [200, {}]);
  assert.equal((await server.a('/issuer-managment/written', { method: 'DELETE' })).status, 404);
});

test('no secret in sessions, errors, health or logs', async (t) => {
  const server = await startServer(t, { config: { 'issuance/pid.json': fileOf('pid') } });
  const made = await offer(
    server.a,
    {
      credentialConfigurationIds: ['pid'],
      flow: 'pre_authorized_code',
      tx_code: 'CANARY-tx',
      claims: { pid: { given_name: 'CANARY-claim' } },
    },
    '/vci/offer',
  );
  assert.equal(made.status, 201, await made.clone().text());
  const { session, link } = (await made.json()) as { session: string; link: string };
  const path = new URL(new URL(link).searchParams.get('credential_offer_uri') ?? '').pathname;
  const offered = (await (await server.request(path)).json()) as { grants: Record<string, Record<string, string>> };
  const code = offered.grants['urn:ietf:params:oauth:grant-type:pre-authorized_code']?.['pre-authorized_code'] ?? '';
  assert.ok(code.length > 40);
  const wrong = {
    grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code',
    'pre-authorized_code': code,
    tx_code: 'CANARY-wrong',
  };
  const refused = await server.request('/authorize/token', { method: 'POST', body: new URLSearchParams(wrong) });
  assert.equal(refused.status, 400);
  const token = await server.request('/authorize/token', {
    method: 'POST',
    body: new URLSearchParams({ ...wrong, tx_code: 'CANARY-tx' }),
  });
  assert.equal(token.status, 200);
  const { access_token: accessToken } = (await token.json()) as { access_token: string };

  const view = await (await server.a(`/session/${session}`)).text();
  const list = await (await server.a('/session')).text();
  const health = await (await server.request('/health')).text();
  const error = await (
    await offer(server.a, { credentialConfigurationIds: ['CANARY-id'], state: 7 }, '/vci/offer')
  ).text();
  // The claims are the backend's own and are shown to it; nothing else is.
  for (const text of [view, list, health, error, await refused.text()]) {
    assert.ok(!/CANARY-(tx|wrong|id)/.test(text), text);
    assert.ok(!text.includes(code) && !text.includes(accessToken), text);
  }
  const logged = server.lines.join('');
  assert.ok(!logged.includes('CANARY') && !logged.includes(code) && !logged.includes(accessToken));
  assert.ok(!logged.includes(path.slice(-64)), 'no wallet-facing value of the path');
  assert.ok(!logged.includes(session), 'session ids are cut');
});

test('a broken file breaks only itself; a mended, added or removed one is seen at once', async (t) => {
  const server = await startServer(t, {
    config: { 'issuance/good.json': fileOf('good'), 'issuance/bad.json': '{"config":' },
  });
  const listed = (await (await server.a('/issuer-managment')).json()) as Record<string, unknown>[];
  const bad = listed.find(({ id }) => id === 'bad');
  assert.equal(bad?.source, 'file');
  assert.ok(bad?.error !== undefined, 'the list says why');
  assert.equal((await offer(server.a, { credentialConfigurationIds: ['good'] }, '/vci/offer')).status, 201);
  assert.equal((await offer(server.a, { credentialConfigurationIds: ['bad'] }, '/vci/offer')).status, 400);
  const health = (await (await server.request('/health')).json()) as { info: Record<string, unknown> };
  assert.deepEqual(health.info.configuration, { status: 'up', message: '1 files ignored' });
  server.writeConfig('issuance/bad.json', fileOf('bad'));
  server.writeConfig('issuance/new.json', fileOf('new'));
  for (const id of ['bad', 'new']) {
    assert.equal((await offer(server.a, { credentialConfigurationIds: [id] }, '/vci/offer')).status, 201, id);
  }
});

test('the host of a request is nowhere in the answer', async (t) => {
  const server = await startServer(t, { config: { 'issuance/pid.json': fileOf('pid') } });
  const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', 'x-forwarded-proto': 'https' };
  for (const path of [
    '/.well-known/openid-credential-issuer',
    '/.well-known/oauth-authorization-server',
    '/.well-known/jwt-vc-issuer',
    '/root/.well-known/openid-credential-issuer',
    '/openapi.json',
  ]) {
    const answer = await server.request(path, { headers });
    assert.equal(answer.status, 200, path);
    const text = await answer.text();
    assert.ok(!text.includes('evil') && text.includes(server.url), path);
  }
  const made = await server.a('/vci/offer', {
    method: 'POST',
    ...jsonBody({ response_type: 'uri', credentialConfigurationIds: ['pid'] }),
  });
  const { link } = (await made.json()) as { link: string };
  assert.ok(decodeURIComponent(link).includes(`${server.url}/vci/offer/`));
});

test('both well-known forms answer the same', async (t) => {
  const server = await startServer(t);
  for (const name of ['openid-credential-issuer', 'oauth-authorization-server', 'jwt-vc-issuer']) {
    const inserted = await (await server.request(`/.well-known/${name}/root`)).text();
    const appended = await (await server.request(`/root/.well-known/${name}`)).text();
    assert.equal(inserted, appended, name);
  }
});
