/** One presentation request for each login. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { beginLogin } from '../../src/login/begin-login.ts';
import type { LoginParts } from '../../src/login/parts.ts';
import { clientOf } from './given.ts';
import { loginWorld } from './world.ts';

const cause = {
  id: 'r',
  tenant: 'default',
  method: 'GET',
  url: '',
  params: {},
  query: {},
  headers: {},
  encoding: 'none',
} as unknown as OperationRequest;

test('a page that is loaded again, or twice at once, shows one request, which asks for what the scopes need', async (t) => {
  const world = await loginWorld(t);
  const asked: OperationRequest[] = [];
  const call: LoginParts['call'] = async (_, request) => {
    asked.push(request);
    const n = asked.length;
    return {
      body: { session: `s${n}`, link: `openid4vp://?${n}`, types: {}, purpose: [], privacyPolicy: 'https://p.example' },
    };
  };
  const parts = { ...world, call, settings: { SESSION_TTL: 100 } } as unknown as LoginParts;
  const interaction = { uid: 'uid', params: { scope: 'openid membership' } };
  const begin = () =>
    beginLogin(parts, { cause, client: clientOf(), interaction, page: 'https://id.example/login/interaction/uid' });
  const both = await Promise.all([begin(), begin()]);
  const again = await begin();
  for (const one of both) assert.deepEqual(one.request, again.request);
  assert.ok(asked.length <= 2);
  assert.equal(again.request.privacyPolicy, 'https://p.example');
  assert.deepEqual(asked[0]?.body, {
    requestId: 'pid',
    paths: [['given_name'], ['birthdate'], ['member_number']],
    redirectUri: 'https://id.example/login/interaction/uid/return',
    crossDevice: false,
    expiresIn: 100,
  });
});

test('a code for another device lives for two minutes, and is not there if the request insists on more than it reaches', async (t) => {
  const world = await loginWorld(t);
  const asked: object[] = [];
  const call: LoginParts['call'] = async (_, { body }) => {
    const { crossDevice, expiresIn } = body as { readonly crossDevice: boolean; readonly expiresIn: number };
    asked.push({ crossDevice, expiresIn });
    return { body: { session: 's', link: 'openid4vp://?' } };
  };
  const parts = { ...world, call, settings: { SESSION_TTL: 600 } } as unknown as LoginParts;
  const acr = 'http://eidas.europa.eu/LoA/high';
  const begin = (uid: string, crossDevice: boolean, params = {}) =>
    beginLogin(parts, {
      cause,
      client: clientOf({ crossDevice, acr }),
      interaction: { uid, params: { scope: 'openid', ...params } },
      page: 'https://id.example/login/interaction/uid',
    });
  await begin('here', false);
  await begin('across', true);
  await begin('high', true, { acr_values: acr });
  assert.deepEqual(asked, [
    { crossDevice: false, expiresIn: 300 },
    { crossDevice: true, expiresIn: 120 },
    { crossDevice: false, expiresIn: 300 },
  ]);
});
