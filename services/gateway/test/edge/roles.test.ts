/** Every management row × every role: what a role may not do is refused before the operation runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Role, reachesRole, roles } from '@countersign/shared/kernel/role';
import { allPaths } from '../../src/routes/routes.ts';
import { API_KEY, json, openGateway } from '../open-gateway.ts';

const SECRET = 'secret-of-a-role-4711';
const env = { ROLE_SECRET: SECRET };
const ran = 'x-test-ran';

const rows = allPaths().filter(({ route, owner }) => route.auth === 'management' && owner !== 'a');

/**
 * Operations of other services respond with a header of the test. The gateway's are recognized by any status but 403.
 */
const replies = Object.fromEntries(
  rows
    .filter(({ route }) => route.service !== 'gateway')
    .map(({ route }) => [route.operation, async () => ({ body: {}, headers: { [ran]: 'yes' } })]),
);

const fill = (path: string): string => path.replace('{purpose}', 'credential').replaceAll(/\{\w+\}/g, 'something');

interface Refusal {
  readonly reason?: string;
  readonly type?: string;
}

function clientsOf(tenant: string): string {
  const clients = roles.map((role) => ({ client_id: `${tenant}-${role}`, tenant, role, secret_env: 'ROLE_SECRET' }));
  return JSON.stringify({ clients });
}

test('a role may call what its row allows, and nothing else', async (t) => {
  const gateway = await openGateway(t, { env, replies });
  gateway.writeConfig('clients.json', clientsOf('one'));
  const tokens = new Map<Role, string>();
  for (const role of roles) tokens.set(role, await gateway.login(`one-${role}`, SECRET));
  for (const { route, path } of rows) {
    for (const role of roles) {
      const headers = { authorization: `Bearer ${tokens.get(role)}`, ...json };
      const body = route.method === 'GET' ? {} : { body: '{}' };
      const answer = await gateway.request(fill(path), { method: route.method, headers, ...body });
      const allowed = reachesRole(role, route.role ?? 'admin') && route.platform !== true;
      const name = `${role}: ${route.method} ${path}`;
      assert.equal(answer.status !== 403, allowed, `${name} is ${answer.status}`);
      if (allowed) continue;
      const { reason, type } = (await answer.json()) as Refusal;
      assert.equal(type, 'urn:countersign:problem:forbidden', name);
      assert.equal(reason, route.platform === true ? 'platform_only' : 'role_insufficient', name);
      assert.equal(answer.headers.get(ran), null, name);
    }
  }
});

test('a viewer spends no code of a same-device return', async (t) => {
  const gateway = await openGateway(t, { env });
  gateway.writeConfig('clients.json', clientsOf('one'));
  const headers = { authorization: `Bearer ${await gateway.login('one-viewer', SECRET)}` };
  const answer = await gateway.request('/session/something?response_code=abc', { headers });
  assert.equal(answer.status, 403);
  assert.deepEqual(gateway.calls, []);
});

test('the role reaches the operation; the API key and the first client are administrators', async (t) => {
  const replies = { 'dispatcher.deliveries': async () => ({ body: [] }) };
  const gateway = await openGateway(t, { env, replies });
  gateway.writeConfig('clients.json', clientsOf('one'));
  for (const role of roles) {
    const headers = { authorization: `Bearer ${await gateway.login(`one-${role}`, SECRET)}` };
    await gateway.request('/session/s/deliveries', { headers });
  }
  await gateway.request('/session/s/deliveries', { headers: { 'x-api-key': API_KEY } });
  await gateway.b('/session/s/deliveries');
  assert.deepEqual(
    gateway.calls.map(({ request }) => request.role),
    [...roles, 'admin', 'admin'],
  );
});

test('a role that changes counts for the next request of a token', async (t) => {
  const gateway = await openGateway(t, { env });
  const write = (role: string): void =>
    gateway.writeConfig(
      'clients.json',
      JSON.stringify({ clients: [{ client_id: 'c', secret_env: 'ROLE_SECRET', role }] }),
    );
  write('admin');
  const headers = { authorization: `Bearer ${await gateway.login('c', SECRET)}` };
  assert.equal((await gateway.request('/audit', { headers })).status, 200);
  write('viewer');
  assert.equal((await gateway.request('/audit', { headers })).status, 403);
  write('nonsense');
  assert.equal((await gateway.request('/audit', { headers })).status, 401, 'the entry can not be used');
});
