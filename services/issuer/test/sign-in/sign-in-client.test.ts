/**
 * The client against a provider's responses, without a network. test/security/haip-sign-in.test.ts has a real
 * provider's lies.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutboundRequest } from '@countersign/shared/http/outbound';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { createSignInClient } from '../../src/sign-in/sign-in-client.ts';
import { refusal } from '../world.ts';

const issuer = 'https://login.example';
const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
};
const attempt = {
  issuer,
  redirectUri: 'https://issuer.example/authorize/callback',
  nonce: 'n',
  codeVerifier: 'v'.repeat(43),
};

function open(answers: Readonly<Record<string, unknown>> = {}) {
  const requests: OutboundRequest[] = [];
  const world = { now: 0, down: false };
  const known: Readonly<Record<string, unknown>> = { '/.well-known/openid-configuration': metadata, ...answers };
  const outbound = {
    request: async (request: OutboundRequest) => {
      requests.push(request);
      if (world.down) throw new OutboundError('refused');
      const body = known[new URL(request.url).pathname];
      const status = body === undefined ? 404 : request.url.endsWith('/par') ? 201 : 200;
      return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(body ?? {})) };
    },
  };
  const client = createSignInClient({ outbound, clock: () => world.now });
  return { client, world, paths: () => requests.map(({ url }) => new URL(url).pathname), requests };
}
const provider = (more: object = {}, version = '1') => ({
  version,
  settings: { issuer, clientId: 'countersign', clientSecret: 's', scope: 'openid', claims: {}, ...more },
});

test('the browser is sent with state, nonce, PKCE, level and age', async () => {
  const { client } = open();
  const url = new URL(await client.begin(provider({ acr: ['high', 'higher'], maxAge: 0 }), attempt, 'the-state'));
  assert.equal(url.origin + url.pathname, `${issuer}/authorize`);
  const { code_challenge: challenge, ...sent } = Object.fromEntries(url.searchParams);
  assert.match(challenge ?? '', /^[A-Za-z0-9_-]{43}$/);
  assert.deepEqual(sent, {
    client_id: 'countersign',
    response_type: 'code',
    redirect_uri: attempt.redirectUri,
    scope: 'openid',
    state: 'the-state',
    nonce: 'n',
    code_challenge_method: 'S256',
    acr_values: 'high higher',
    max_age: '0',
  });
});

test('a provider that offers it gets the request pushed', async () => {
  const offered = { ...metadata, pushed_authorization_request_endpoint: `${issuer}/par` };
  const { client, requests } = open({
    '/.well-known/openid-configuration': offered,
    '/par': { request_uri: 'urn:x', expires_in: 60 },
  });
  const url = new URL(await client.begin(provider(), attempt, 'the-state'));
  assert.deepEqual(Object.fromEntries(url.searchParams), { client_id: 'countersign', request_uri: 'urn:x' });
  const pushed = requests.at(-1);
  assert.ok(String(pushed?.body).includes('state=the-state'));
  assert.match(pushed?.headers?.authorization ?? '', /^Basic /);
});

test('a provider that wants the secret in the body gets it there', async () => {
  const { client, requests } = open({
    '/.well-known/openid-configuration': {
      ...metadata,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      pushed_authorization_request_endpoint: `${issuer}/par`,
    },
    '/par': { request_uri: 'urn:x', expires_in: 60 },
  });
  await client.begin(provider(), attempt, 'the-state');
  assert.ok(String(requests.at(-1)?.body).includes('client_secret=s'));
  assert.equal(requests.at(-1)?.headers?.authorization, undefined);
});

test('metadata is fetched once in ten minutes, and anew where the settings change', async () => {
  const { client, world, paths } = open();
  for (let n = 0; n < 3; n += 1) await client.begin(provider(), attempt, 'the-state');
  assert.equal(paths().length, 1);
  await client.begin(provider({}, '2'), attempt, 'the-state');
  assert.equal(paths().length, 2);
  world.now += 600_000;
  await client.begin(provider(), attempt, 'the-state');
  assert.equal(paths().length, 3);
});

test('an https provider does not lead the browser to http, to a script or nowhere', async () => {
  for (const page of ['http://login.example/authorize', 'javascript:alert(1)', undefined]) {
    const { client } = open({ '/.well-known/openid-configuration': { ...metadata, authorization_endpoint: page } });
    assert.equal((await refusal(client.begin(provider(), attempt, 's'))).code, 'temporarily_unavailable', String(page));
  }
});

test('a provider that is down is asked again by the next person', async () => {
  const { client, world } = open();
  world.down = true;
  assert.equal((await refusal(client.begin(provider(), attempt, 's'))).code, 'temporarily_unavailable');
  world.down = false;
  await client.begin(provider(), attempt, 's');
});

test('metadata of many tenants does not fill the memory', async () => {
  const { client, paths } = open();
  for (let n = 0; n <= 1000; n += 1) await client.begin(provider({}, `v${n}`), attempt, 's');
  const before = paths().length;
  await client.begin(provider({}, 'v1000'), attempt, 's');
  assert.equal(paths().length, before);
  await client.begin(provider({}, 'v0'), attempt, 's');
  assert.equal(paths().length, before + 1);
});

test('answers of the provider: an error, another state, another provider, an outage', async () => {
  const { client, world } = open();
  const finish = (query: Readonly<Record<string, string>>, settings: object = {}) =>
    refusal(client.finish(provider(settings), { attempt, state: 'the-state', query, needed: [] }));
  const state = 'the-state';
  assert.equal((await finish({ state, error: 'access_denied' })).code, 'access_denied');
  assert.equal((await finish({ state, error: 'temporarily_unavailable' })).code, 'temporarily_unavailable');
  assert.equal((await finish({ state: 'other', code: 'c' })).code, 'access_denied');
  assert.equal((await finish({ state, code: 'c' }, { issuer: 'https://other.example' })).code, 'access_denied');
  assert.equal((await finish({ state, code: 'c' })).code, 'access_denied', 'the token endpoint answers 404');
  world.down = true;
  assert.equal((await finish({ state, code: 'c' })).code, 'temporarily_unavailable');
});

test('the reasons of the answers of a provider name its error code, and nothing of the person', async () => {
  const { client, world } = open();
  const state = 'the-state';
  const finish = async (query: Readonly<Record<string, string>>, settings: object = {}) => {
    const answer = { attempt, state, query, needed: [] };
    const { reason, facts } = await refusalOf(() => client.finish(provider(settings), answer));
    return facts === undefined ? [reason] : [reason, facts];
  };
  const cancelled = { state, error: 'access_denied', error_description: 'Erika has cancelled' };
  assert.deepEqual(await finish(cancelled), ['sign_in_refused', { received: 'access_denied' }]);
  const other = { issuer: 'https://other.example' };
  assert.deepEqual(await finish({ state, code: 'c' }, other), [
    'sign_in_provider_changed',
    { expected: issuer, received: 'https://other.example' },
  ]);
  assert.equal((await finish({ state: 'other', code: 'c' }))[0], 'sign_in_answer');
  world.down = true;
  assert.deepEqual(await finish({ state, code: 'c' }), ['dependency_away', { dependency: 'identity provider' }]);
});
