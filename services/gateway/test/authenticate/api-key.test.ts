/** Variant A's API key while it is changed: which keys are accepted where, and until when. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { apiKeyClient, isApiKey } from '../../src/authenticate/api-key.ts';
import { API_KEY, json, type OpenGateway, openGateway } from '../open-gateway.ts';

const NEW_KEY = 'next-api-key-0815-qRs';
const OVERLAP = { AUTH_API_KEY: NEW_KEY, AUTH_API_KEY_PREVIOUS: API_KEY };

function signIn({ origin, request }: OpenGateway, key: string): Promise<Response> {
  const headers = { ...json, origin, 'x-countersign-console': '1' };
  return request('/console/login', { method: 'POST', body: JSON.stringify({ api_key: key }), headers });
}

async function cookieOf(gateway: OpenGateway, key: string): Promise<string> {
  const answer = await signIn(gateway, key);
  assert.equal(answer.status, 201, await answer.clone().text());
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

async function statusWith({ origin, request }: OpenGateway, headers: Record<string, string>): Promise<number> {
  return (await request('/session', { headers: { origin, 'x-countersign-console': '1', ...headers } })).status;
}

test('both keys are accepted during the overlap, for the same caller, and nothing else is', async (t) => {
  const gateway = await openGateway(t, { env: OVERLAP });
  const answers = [];
  for (const key of [NEW_KEY, API_KEY]) {
    const answer = await gateway.request('/console/session', { headers: { 'x-api-key': key } });
    answers.push([answer.status, await answer.json()]);
  }
  assert.deepEqual(answers[0], answers[1], 'the answer does not say which key was sent');
  assert.equal(answers[0]?.[0], 200);
  for (const wrong of ['', 'wrong', `${NEW_KEY}x`, `${API_KEY},${NEW_KEY}`, NEW_KEY + API_KEY]) {
    assert.equal(await statusWith(gateway, { 'x-api-key': wrong }), 401, wrong);
  }
  const ended = await openGateway(t, { env: { AUTH_API_KEY: NEW_KEY } });
  assert.equal(await statusWith(ended, { 'x-api-key': API_KEY }), 401, 'after the overlap');
});

test('a sign-in at the console lives as long as its key is accepted', async (t) => {
  const env = { CONSOLE: 'on' };
  const before = await openGateway(t, { env });
  const during = await openGateway(t, { env: { ...env, ...OVERLAP }, beside: before });
  const after = await openGateway(t, { env: { ...env, AUTH_API_KEY: NEW_KEY }, beside: before });
  const cookies = {
    'old key, before': await cookieOf(before, API_KEY),
    'old key, during': await cookieOf(during, API_KEY),
    'new key, during': await cookieOf(during, NEW_KEY),
  };
  const alive = async (gateway: OpenGateway): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const [name, cookie] of Object.entries(cookies)) {
      if ((await statusWith(gateway, { cookie })) === 200) found.push(name);
    }
    return found;
  };
  assert.deepEqual(await alive(during), Object.keys(cookies));
  assert.deepEqual(await alive(after), ['new key, during']);
  assert.equal((await signIn(during, 'wrong')).status, 401);
  assert.equal((await signIn(after, API_KEY)).status, 401);
});

test('the previous key alone enables nothing, and no settings accept an empty key', () => {
  const { settings } = readSettings({ AUTH_API_KEY: NEW_KEY, AUTH_API_KEY_PREVIOUS: API_KEY });
  assert.deepEqual(
    [NEW_KEY, API_KEY, ''].map((key) => isApiKey(settings, key)),
    [true, true, false],
  );
  const without = { ...settings, AUTH_API_KEY: undefined };
  assert.equal(apiKeyClient(without), undefined);
  assert.deepEqual(
    [API_KEY, ''].map((key) => isApiKey(without, key)),
    [false, false],
  );
  const one = readSettings({ AUTH_API_KEY: NEW_KEY }).settings;
  assert.deepEqual(
    [NEW_KEY, API_KEY, ''].map((key) => isApiKey(one, key)),
    [true, false, false],
  );
});
