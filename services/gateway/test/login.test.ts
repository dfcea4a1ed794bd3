/** Logins cost nothing until a tenant has a client. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, openGateway } from './open-gateway.ts';

test('without a client each address answers that nobody signs in, and the library is not loaded', async (t) => {
  const gateway = await openGateway(t);
  for (const path of ['.well-known/openid-configuration', 'jwks', 'auth?client_id=a', 'me', 'interaction/u/state']) {
    assert.equal((await gateway.request(`/login/${path}`)).status, 404, path);
  }
  assert.equal(
    (await gateway.request('/login/token', { method: 'POST', body: new URLSearchParams({ a: 'b' }) })).status,
    404,
  );
  assert.equal((await gateway.request('/login/assets/other.js')).status, 404);
  const script = await gateway.request('/login/assets/follow-0123456789abcdef.js');
  assert.deepEqual([script.status, script.headers.get('cache-control')], [200, 'no-store']);
});

test('a client is written, listed with its source, and deleted; a viewer sees no secret', async (t) => {
  const gateway = await openGateway(t);
  const client = {
    id: 'shop',
    name: 'Shop',
    redirect_uris: ['https://shop.example/callback'],
    client_secret: 'CANARY of thirty-two characters..',
    presentation: 'pid',
    claims: { given_name: ['given_name'] },
    subject: { kind: 'transient' },
  };
  const path = '/configurations/login-clients';
  const written = await gateway.a(path, { method: 'POST', headers: json, body: JSON.stringify(client) });
  assert.equal(written.status, 201, await written.text());
  const listed = (await (await gateway.a(path)).json()) as { id: string; source: string }[];
  assert.deepEqual(
    listed.map(({ id, source }) => [id, source]),
    [['shop', 'api']],
  );
  assert.equal((await gateway.request('/login/jwks')).status, 200);
  assert.equal((await gateway.a(`${path}/shop`, { method: 'DELETE' })).status, 200);
  assert.doesNotMatch(gateway.lines.join('\n'), /CANARY/);
});

test('keys are rotated by the API: the new ones are published, and the first ones sign on', async (t) => {
  const gateway = await openGateway(t);
  const client = {
    name: 'S',
    redirect_uris: ['https://s.example/cb'],
    client_secret: 'c'.repeat(32),
    presentation: 'p',
  };
  const more = { claims: { given_name: ['given_name'] }, subject: { kind: 'transient' } };
  gateway.writeConfig('login/shop.json', JSON.stringify({ ...client, ...more }));
  const keys = async () => ((await (await gateway.request('/login/jwks')).json()) as { keys: { n?: string }[] }).keys;
  const before = await keys();
  assert.equal((await gateway.a('/configurations/login-keys/rotate', { method: 'POST' })).status, 201);
  const after = await keys();
  assert.deepEqual([before.length, after.length], [2, 4]);
  assert.equal(after[0]?.n, before[0]?.n);
});
