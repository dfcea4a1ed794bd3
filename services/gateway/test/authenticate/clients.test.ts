import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemRandom } from '@countersign/shared/kernel/random';
import { hashSecret, isSecretHash, secretMatches } from '../../src/authenticate/client-secret.ts';
import { openGateway } from '../open-gateway.ts';

test('a hash matches its secret only', async () => {
  const hash = await hashSecret('correct horse', systemRandom);
  assert.match(hash, /^scrypt\$16384\$8\$1\$/);
  assert.ok(isSecretHash(hash));
  assert.equal(await secretMatches('correct horse', hash), true);
  assert.equal(await secretMatches('correct hors', hash), false);
  assert.notEqual(await hashSecret('correct horse', systemRandom), hash, 'salted');
});

test('a text that is no hash, or one that costs too much, matches nothing', async () => {
  const [, , , , salt, hash] = (await hashSecret('s', systemRandom)).split('$');
  for (const text of [
    's',
    '',
    'scrypt$16384$8$1$$',
    `scrypt$16383$8$1$${salt}$${hash}`,
    `scrypt$1048576$8$1$${salt}$${hash}`,
    `scrypt$0$8$1$${salt}$${hash}`,
    `scrypt$1$8$1$${salt}$${hash}`,
  ]) {
    assert.equal(isSecretHash(text), false, text);
    assert.equal(await secretMatches('s', text), false, text);
  }
});

test('clients.json: hashes, variables, tenants; changes apply at once; a bad entry affects itself only', async (t) => {
  const gateway = await openGateway(t, { env: { OTHER_SECRET: 'from-a-variable-123' } });
  const clients = [
    { client_id: 'one', tenant: 'tenant-1', secret_scrypt: await hashSecret('first-secret', systemRandom) },
    { client_id: 'two', tenant: 'tenant-1', secret_env: 'OTHER_SECRET' },
    { client_id: 'three', secret_env: 'NOT_SET' },
    { client_id: 'four', secret_scrypt: 'plain' },
    { client_id: 'session', secret_env: 'OTHER_SECRET' },
    { client_id: 'five', tenant: 'default', secret_env: 'OTHER_SECRET' },
    { client_id: 'six', tenant: '../../etc', secret_env: 'OTHER_SECRET' },
    'nonsense',
  ];
  assert.equal(await gateway.login('one', 'first-secret'), 'undefined');
  gateway.writeConfig('clients.json', JSON.stringify({ clients }));
  for (const [id, secret] of [
    ['one', 'first-secret'],
    ['two', 'from-a-variable-123'],
  ] as const) {
    assert.match(await gateway.login(id, secret), /^ey/, id);
  }
  for (const id of ['three', 'four', 'session', 'five', 'six']) {
    assert.equal(await gateway.login(id, 'from-a-variable-123'), 'undefined', id);
  }
  assert.match(await gateway.login(), /^ey/, 'the first client of the environment');
  const warnings = gateway.lines.filter((line) => line.includes('clients.json'));
  assert.equal(warnings.length, 1, 'logged once');
  assert.ok(!warnings.join().includes('from-a-variable'));
});

test('a changed secret, another tenant and a deleted client void the tokens', async (t) => {
  const gateway = await openGateway(t);
  const write = async (tenant: string, secret: string): Promise<void> => {
    const entry = { client_id: 'one', tenant, secret_scrypt: await hashSecret(secret, systemRandom) };
    gateway.writeConfig('clients.json', JSON.stringify({ clients: [entry] }));
  };
  const status = async (token: string): Promise<number> =>
    (await gateway.request('/session', { headers: { authorization: `Bearer ${token}` } })).status;
  await write('t1', 'secret-1');
  const first = await gateway.login('one', 'secret-1');
  assert.equal(await status(first), 200);
  await write('t1', 'secret-2');
  assert.equal(await status(first), 401);
  const second = await gateway.login('one', 'secret-2');
  assert.equal(await status(second), 200);
  await write('t2', 'secret-2');
  assert.equal(await status(second), 401);
  const third = await gateway.login('one', 'secret-2');
  assert.equal(await status(third), 200);
  gateway.writeConfig('clients.json', 'no json');
  assert.equal(await status(third), 401);
});

test('tenants: named by a client or by a folder; reserved words and unknown ids are 404', async (t) => {
  const replies = { 'issuer.jwks': async () => ({ body: { keys: [] } }) };
  const gateway = await openGateway(t, { replies });
  const status = async (tenant: string): Promise<number> =>
    (await gateway.request(`/${tenant}/.well-known/jwks.json`)).status;
  assert.equal(await status('root'), 200);
  assert.equal(await status('folder-tenant'), 404);
  mkdirSync(join(gateway.configFolder, 'tenants', 'folder-tenant'));
  assert.equal(await status('folder-tenant'), 200);
  for (const word of ['default', 'session', 'vci', 'authorize', 'metrics']) {
    mkdirSync(join(gateway.configFolder, 'tenants', word));
    assert.equal(await status(word), 404, word);
  }
  gateway.writeConfig('tenants/a-file', '');
  assert.equal(await status('a-file'), 404);
});

test('a first client whose id can not be a tenant stops the start', async (t) => {
  await assert.rejects(openGateway(t, { env: { AUTH_CLIENT_ID: 'session' } }), /AUTH_CLIENT_ID/);
});
