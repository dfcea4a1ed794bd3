import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingDefinitions } from '@countersign/shared/settings/settings';
import { API_KEY, CLIENT_SECRET, JWT_SECRET, openGateway } from '../open-gateway.ts';

interface Answer {
  readonly version: string;
  readonly settings: readonly { readonly name: string; readonly value?: unknown; readonly source: string }[];
}

test('every setting with its source; no secret and no password is shown', async (t) => {
  const MONGODB_URL = 'mongodb://u:password-canary@db/x';
  const gateway = await openGateway(t, { env: { RATE_LOGIN: '7', MONGODB_URL } });
  const answer = await gateway.a('/settings');
  const text = await answer.text();
  for (const secret of [API_KEY, CLIENT_SECRET, JWT_SECRET, 'password-canary']) assert.ok(!text.includes(secret));
  const { settings } = JSON.parse(text) as Answer;
  assert.deepEqual(
    settings.map(({ name }) => name),
    Object.keys(settingDefinitions),
  );
  const of = (name: string) => settings.find((one) => one.name === name);
  assert.deepEqual([of('RATE_LOGIN')?.value, of('RATE_LOGIN')?.source], [7, 'environment']);
  assert.deepEqual([of('AUTH_API_KEY')?.value, of('AUTH_API_KEY')?.source], ['***', 'environment']);
  assert.deepEqual([of('AUTH_TOKEN_TTL')?.value, of('AUTH_TOKEN_TTL')?.source], [86400, 'default']);
  assert.deepEqual([of('MASTER_KEY')?.value, of('MASTER_KEY')?.source], [undefined, 'none']);
});

test('the administrator of a tenant does not read them', async (t) => {
  const gateway = await openGateway(t, { env: { SHOP_SECRET: 'secret-of-a-shop-4711' } });
  gateway.writeConfig('clients.json', JSON.stringify({ clients: [{ client_id: 'shop', secret_env: 'SHOP_SECRET' }] }));
  const headers = { authorization: `Bearer ${await gateway.login('shop', 'secret-of-a-shop-4711')}` };
  assert.equal((await gateway.request('/settings', { headers })).status, 403);
});
