import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditRecords } from '@countersign/shared/test/model/every-tenant';
import { json, openGateway } from '../open-gateway.ts';
import { ADDRESS, type Json, open, post, read, withToken } from './tenant-world.ts';

test('a tenant and its client are made, and the client manages that tenant', async (t) => {
  const { gateway, secret, as } = await open(t);
  assert.match(secret, /^cs_[0-9a-f]{8}_[\w-]{43}$/);
  const sessions = await as('backend', secret, '/session');
  assert.deepEqual([sessions.status, sessions.json], [200, []]);
  const listed = await read(await gateway.a('/tenants'));
  const rows = (listed.json as unknown as Json[]).map(({ id, source, state }) => [id, source, state]);
  assert.deepEqual(rows, [
    ['default', 'file', 'active'],
    ['root', 'file', 'active'],
    ['acme', 'api', 'active'],
  ]);
  const stored = await gateway.platform.store.find(auditRecords, { index: 'age', limit: 100 });
  const named = stored.documents.filter(({ action }) => /^(tenant|client)\./.test(action));
  const actions = named.map(({ action, subject = '' }) => `${action} ${subject}`).sort();
  assert.deepEqual(actions, ['client.created backend', 'tenant.created acme', 'tenant.listed ']);
  assert.ok(!JSON.stringify(stored.documents).includes(secret));
  assert.ok(!gateway.lines.some((line) => line.includes(secret)));
});

test('a taken, reserved or erased id is refused, and so is one of files', async (t) => {
  const { gateway } = await open(t);
  const make = async (id: string) => {
    const { status, json: body } = await read(await gateway.a('/tenants', post({ id })));
    return [status, body.reason];
  };
  assert.deepEqual(await make('acme'), [409, 'tenant_id_taken']);
  assert.deepEqual(await make('root'), [409, 'tenant_of_files']);
  for (const id of ['default', 'tenants', 'session', 'console-x'].slice(0, 3)) {
    assert.deepEqual(await make(id), [400, 'tenant_id_reserved'], id);
  }
  assert.equal((await make('../x'))[0], 400);
});

test('a tenant of files that has an id of the interface wins, and the list says it', async (t) => {
  const { gateway } = await open(t);
  gateway.writeConfig('tenants/acme/display.json', '[]');
  const one = await read(await gateway.a('/tenants/acme'));
  assert.equal(one.json.hiddenByFiles, true);
  assert.equal((await read(await gateway.a('/tenants/acme/suspend', post()))).json.reason, 'tenant_of_files');
});

test('a folder with trust or keys alone leaves a tenant of the interface what it is', async (t) => {
  const { gateway } = await open(t);
  gateway.writeConfig('tenants/acme/trust/issuers/own.pem', '');
  gateway.writeConfig('tenants/acme/keys/credential.cert.pem', '');
  const one = await read(await gateway.a('/tenants/acme'));
  assert.equal(one.json.hiddenByFiles, undefined);
  const all = (await read(await gateway.a('/tenants'))).json as unknown as Json[];
  assert.deepEqual(
    all.filter(({ id }) => id === 'acme').map(({ source }) => source),
    ['api'],
  );
  assert.equal((await gateway.a('/tenants/acme/suspend', post())).status, 200);
});

test('suspension holds at another gateway within a second: management 403, wallets 503, status lists are served', async (t) => {
  const { gateway, secret } = await open(t);
  const other = await openGateway(t, {
    beside: gateway,
    env: ADDRESS,
    replies: { 'status.list': async () => ({ raw: 'list' }), 'issuer.nonce': async () => ({ body: {} }) },
  });
  const token = await gateway.login('backend', secret);
  const wallet = (): Promise<Response> => other.request('/acme/vci/nonce', { method: 'POST' });
  assert.equal(await withToken(other, token, '/session'), 200);
  assert.notEqual((await wallet()).status, 503);
  assert.equal((await gateway.a('/tenants/acme/suspend', post())).status, 200);
  // The gateway that suspended it immediately, the other one at its next read.
  assert.equal(await withToken(gateway, token, '/session'), 403);
  other.advance(1000);
  assert.equal(await withToken(other, token, '/session'), 403);
  const refused = await wallet();
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '300']);
  assert.equal((await other.request('/acme/status-management/status-list')).status, 200);
  assert.equal((await gateway.a('/tenants/acme/resume', post())).status, 200);
  other.advance(1000);
  assert.equal(await withToken(other, token, '/session'), 200);
});

test('a suspended tenant gets no token, and does not sign in at the console, until it is resumed', async (t) => {
  const { gateway, secret } = await open(t, { CONSOLE: 'on' });
  const headers = { ...json, 'x-countersign-console': '1', origin: ADDRESS.PUBLIC_URL };
  const body = JSON.stringify({ client_id: 'backend', client_secret: secret });
  const logIn = (path: string) => gateway.request(path, { method: 'POST', body, headers }).then(read);
  const outcomes = async (): Promise<unknown[]> =>
    (await Promise.all(['/auth/token', '/console/login'].map(logIn))).map(({ status, json: { reason } }) =>
      reason === undefined ? status : [status, reason],
    );
  const [token, console] = await outcomes();
  await gateway.a('/tenants/acme/suspend', post());
  assert.deepEqual(await outcomes(), [
    [403, 'tenant_suspended'],
    [403, 'tenant_suspended'],
  ]);
  await gateway.a('/tenants/acme/resume', post());
  assert.deepEqual(await outcomes(), [token, console]);
  assert.ok([token, console].every((status) => typeof status === 'number' && status < 300));
});

test('calls share one read of the state of a tenant', async (t) => {
  let reads = 0;
  const gateway = await openGateway(t, {
    replies: { 'issuer.nonce': async () => ({ body: {} }) },
    store: (store) => {
      const get = store.get.bind(store);
      store.get = (collection, id) => {
        if (collection.name === 'tenants') reads += 1;
        return get(collection, id);
      };
      return store;
    },
  });
  await gateway.a('/tenants', post({ id: 'acme' }));
  reads = 0;
  const calls = Array.from({ length: 20 }, () => gateway.request('/acme/vci/nonce', { method: 'POST' }));
  for (const answer of await Promise.all(calls)) assert.ok(answer.ok);
  assert.equal(reads, 1);
});

test('only a suspended tenant is erased; then its clients and its paths end', async (t) => {
  const { gateway, secret } = await open(t);
  const token = await gateway.login('backend', secret);
  const early = await read(await gateway.a('/tenants/acme', { method: 'DELETE' }));
  assert.deepEqual([early.status, early.json.reason], [409, 'tenant_state']);
  await gateway.a('/tenants/acme/suspend', post());
  const begun = await read(await gateway.a('/tenants/acme', { method: 'DELETE' }));
  assert.deepEqual([begun.status, begun.json.state], [202, 'erasing']);
  assert.equal(await withToken(gateway, token, '/session'), 403);
  assert.equal((await gateway.request('/acme/vci/nonce', { method: 'POST' })).status, 404);
  const resume = await read(await gateway.a('/tenants/acme/resume', post()));
  assert.deepEqual([resume.status, resume.json.reason], [409, 'tenant_state']);
});
