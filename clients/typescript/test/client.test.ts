import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../src/client.ts';
import { json, scripted } from './sending-support.ts';

const body = { response_type: 'uri' as const, credentialConfigurationIds: ['pid'] };

test('a POST has the API key and a unique idempotency key, which a retry keeps', async () => {
  const script = scripted(new TypeError('fetch failed'), json(201, { uri: 'u', session: 's' }), json(201, {}));
  const client = createClient({ baseUrl: 'http://a.example/path/', apiKey: 'k', ...script });
  const { data } = await client.POST('/vci/offer', { body });
  assert.equal(data?.session, 's');
  await client.POST('/vci/offer', { body, headers: { 'idempotency-key': 'order-4711' } });
  const keys = script.sent.map(({ headers }) => headers.get('idempotency-key'));
  assert.match(keys[0] ?? '', /^[0-9a-f-]{36}$/);
  assert.equal(keys[1], keys[0]);
  assert.equal(keys[2], 'order-4711');
  for (const sent of script.sent) {
    assert.equal(sent.url, 'http://a.example/path/vci/offer');
    assert.equal(sent.headers.get('x-api-key'), 'k');
    assert.equal(sent.headers.get('accept'), 'application/json');
    assert.deepEqual(JSON.parse(String(sent.body)), body);
  }
});

test('a GET has no Idempotency-Key', async () => {
  const script = scripted(json(200, []));
  await createClient({ baseUrl: 'http://a.example', apiKey: 'k', ...script }).GET('/session');
  assert.equal(script.sent[0]?.headers.get('idempotency-key'), null);
});

test('client credentials become a token, which is replaced once if it is refused', async () => {
  const token = (access_token: string): Response => json(200, { access_token, expires_in: '10m' });
  const script = scripted(token('one'), json(401, {}), token('two'), json(401, { reason: 'r' }));
  const client = createClient({ baseUrl: 'http://a.example', clientId: 'c', clientSecret: 's', ...script });
  const { response } = await client.GET('/session');
  assert.equal(response.status, 401);
  assert.deepEqual(
    script.sent.map(({ headers }) => headers.get('authorization')),
    [null, 'Bearer one', null, 'Bearer two'],
  );
});
