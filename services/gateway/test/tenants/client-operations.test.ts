import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, openGateway } from '../open-gateway.ts';
import { ADDRESS, open, post, read, withToken } from './tenant-world.ts';

test('a rotated secret ends at another gateway after the overlap, with the tokens made with it', async (t) => {
  const { gateway, secret } = await open(t);
  const other = await openGateway(t, { beside: gateway, env: ADDRESS });
  const token = await other.login('backend', secret);
  const rotated = await read(await gateway.a('/tenants/acme/clients/backend/rotate', post({ overlap: 60 })));
  assert.equal(rotated.status, 200);
  const next = String(rotated.json.client_secret);
  other.advance(1000);
  assert.equal(await withToken(other, token, '/session'), 200);
  for (const one of [secret, next]) assert.notEqual(await other.login('backend', one), 'undefined');
  const again = await read(await gateway.a('/tenants/acme/clients/backend/rotate', post({ overlap: 60 })));
  assert.deepEqual([again.status, again.json.reason], [409, 'client_secrets_overlap']);
  assert.equal(again.headers.get('retry-after'), '60');
  other.advance(60_000);
  assert.equal(await withToken(other, token, '/session'), 401);
  assert.equal(await other.login('backend', secret), 'undefined');
  assert.notEqual(await other.login('backend', next), 'undefined');
});

test('without an overlap the former secret and its tokens end within a second', async (t) => {
  const { gateway, secret } = await open(t);
  const other = await openGateway(t, { beside: gateway, env: ADDRESS });
  const token = await other.login('backend', secret);
  await gateway.a('/tenants/acme/clients/backend/rotate', post({ overlap: 0 }));
  assert.equal(await withToken(gateway, token, '/session'), 401);
  other.advance(1000);
  assert.equal(await withToken(other, token, '/session'), 401);
});

test('a removed client ends with its tokens, and another role holds for tokens that exist', async (t) => {
  const { gateway, secret } = await open(t);
  const token = await gateway.login('backend', secret);
  const change = await read(await gateway.a('/tenants/acme/clients/backend', post({ role: 'viewer' })));
  assert.deepEqual([change.status, change.json.role], [200, 'viewer']);
  assert.equal(await withToken(gateway, token, '/audit'), 403);
  assert.equal(await withToken(gateway, token, '/session'), 200);
  assert.equal((await gateway.a('/tenants/acme/clients/backend', { method: 'DELETE' })).status, 200);
  assert.equal(await withToken(gateway, token, '/session'), 401);
  assert.equal((await gateway.a('/tenants/acme/clients/backend', { method: 'DELETE' })).status, 404);
});

test('an administrator of a tenant manages the clients of that tenant alone, and no tenants', async (t) => {
  const { gateway, secret, as } = await open(t);
  await gateway.a('/tenants', post({ id: 'other' }));
  const own = await as('backend', secret, '/tenants/acme/clients', post({ role: 'operator' }));
  assert.equal(own.status, 201);
  assert.match(String(own.json.client_id), /^acme-[0-9a-f]{12}$/);
  const foreign = await as('backend', secret, '/tenants/other/clients');
  const nothing = await as('backend', secret, '/tenants/nothing/clients');
  assert.deepEqual([foreign.status, foreign.json.reason], [nothing.status, nothing.json.reason]);
  assert.equal(foreign.json.reason, 'managed_tenant_unknown');
  for (const [path, init] of [
    ['/tenants', {}],
    ['/tenants', post({ id: 'new' })],
    ['/tenants/acme', {}],
    ['/tenants/acme', { method: 'DELETE' }],
    ['/tenants/acme/suspend', post()],
    ['/tenants/acme/resume', post()],
  ] as const) {
    const refused = await as('backend', secret, path, init);
    assert.deepEqual([refused.status, refused.json.reason], [403, 'platform_only'], path);
  }
  // An operator of the tenant manages no clients.
  const operator = await as(String(own.json.client_id), String(own.json.client_secret), '/tenants/acme/clients');
  assert.equal(operator.json.reason, 'role_insufficient');
});

test('clients of files are listed, and changed nowhere but there', async (t) => {
  const { gateway } = await open(t);
  const listed = await read(await gateway.b('/tenants/root/clients'));
  assert.deepEqual(listed.json, [{ client_id: 'root', role: 'admin', source: 'file' }]);
  const rotate = await read(await gateway.b('/tenants/root/clients/root/rotate', post({})));
  assert.equal(rotate.json.reason, 'managed_client_of_files');
  // An id from the platform is stored unchanged, and is unique across all tenants.
  const taken = await read(await gateway.b('/tenants/root/clients', post({ client_id: 'backend' })));
  assert.deepEqual([taken.status, taken.json.reason], [409, 'managed_client_taken']);
});

test('an id that an administrator of a tenant chooses meets no client of another tenant', async (t) => {
  const { gateway, secret, as } = await open(t);
  await gateway.a('/tenants', post({ id: 'other' }));
  const admin = await read(await gateway.a('/tenants/other/clients', post({ client_id: 'other-admin' })));
  const asOther = (path: string, init?: RequestInit) =>
    as('other-admin', String(admin.json.client_secret), `/tenants/other/clients${path}`, init);
  // The response is the same for ids of a client of another tenant, of the environment, and of nobody.
  for (const id of ['backend', 'root', 'free', 'acme-0123456789ab']) {
    const made = await asOther('', post({ client_id: id }));
    assert.deepEqual([made.status, made.json.client_id], [201, `other~${id}`]);
  }
  const again = await asOther('', post({ client_id: 'free' }));
  assert.deepEqual([again.status, again.json.reason], [409, 'managed_client_taken']);
  // Only the server writes the prefix.
  assert.equal((await asOther('', post({ client_id: 'acme~backend' }))).status, 400);
  assert.equal((await as('backend', secret, '/tenants/acme/clients')).status, 200);
});

test('a client with the prefix of its tenant logs in, and is changed and removed by its full id', async (t) => {
  const tenant = 'a'.repeat(128);
  const chosen = 'c'.repeat(127);
  const id = `${tenant}~${chosen}`;
  const { gateway, as } = await open(t, { CONSOLE: 'on' });
  await gateway.a('/tenants', post({ id: tenant }));
  const admin = await read(await gateway.a(`/tenants/${tenant}/clients`, post({})));
  const asAdmin = (path: string, init?: RequestInit) =>
    as(String(admin.json.client_id), String(admin.json.client_secret), path, init);
  const path = `/tenants/${tenant}/clients/${id}`;
  const made = await asAdmin(`/tenants/${tenant}/clients`, post({ client_id: chosen, role: 'viewer' }));
  assert.deepEqual([made.status, made.json.client_id], [201, id]);
  const rotated = await asAdmin(`${path}/rotate`, post({ overlap: 0 }));
  const secret = String(rotated.json.client_secret);
  const token = await gateway.login(id, secret);
  assert.equal(await withToken(gateway, token, '/session'), 200);
  const ofConsole = { ...json, 'x-countersign-console': '1', origin: ADDRESS.PUBLIC_URL };
  const login = { method: 'POST', body: JSON.stringify({ client_id: id, client_secret: secret }), headers: ofConsole };
  assert.equal((await gateway.request('/console/login', login)).status, 201);
  assert.equal(await gateway.login(id, 'wrong'), 'undefined');
  const audit = (await asAdmin('/audit')).json as unknown as { action: string; client: string; subject?: string }[];
  const of = (action: string) => audit.find((record) => record.action === action);
  assert.deepEqual([of('client.created')?.subject, of('token.refused')?.client], [id, id]);
  assert.equal((await asAdmin(path, { method: 'DELETE' })).status, 200);
  assert.equal(await withToken(gateway, token, '/session'), 401);
});
