import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { refusalOf, whyOf } from '@countersign/shared/test/http/refusal';
import { authorizationEndpoint } from '../../src/authorize/authorize.ts';
import { goodRequest, openIssuer, PUBLIC_URL, REDIRECT_URI, type World } from '../world.ts';

async function pushed(world: World, more: JsonObject = {}) {
  const { session, grant } = await world.offer();
  const asked = { ...goodRequest, issuer_state: grant, ...more };
  const { body } = await world.post('issuer.pushed-authorization-request', asked);
  const { request_uri = '' } = body as Record<string, string>;
  return { session, query: { client_id: 'wallet', request_uri } };
}

/** The redirect of a reply, with its parameters. */
function led({ status, headers }: Awaited<ReturnType<World['call']>>) {
  assert.equal(status, 302);
  assert.equal(headers?.['cache-control'], 'no-store');
  const url = new URL(headers?.location ?? '');
  return { to: `${url.origin}${url.pathname}`, ...Object.fromEntries(url.searchParams) } as Record<string, string>;
}

test('a request_uri redirects to the wallet with code, state and iss', async (t) => {
  const world = await openIssuer(t, { CODE_TTL: '30' });
  const { session, query } = await pushed(world);
  const { code = '', ...rest } = led(await world.call('issuer.authorize', { query }));
  assert.deepEqual(rest, { to: REDIRECT_URI, state: 'course', iss: PUBLIC_URL });
  const { issuance } = await world.stored(session);
  assert.ok(issuance.progress.state === 'authorized');
  assert.equal(issuance.progress.expiresAt, world.now + 30_000);
  assert.ok(!JSON.stringify(issuance).includes(code.slice(22)), 'the code is not kept');
});

test('it can be used once, by its client, before its expiry', async (t) => {
  const world = await openIssuer(t, { REQUEST_URI_TTL: '60' });
  const { query } = await pushed(world);
  const other = world.call('issuer.authorize', { query: { ...query, client_id: 'another' } });
  await assert.rejects(other, { code: 'invalid_request' });
  await world.call('issuer.authorize', { query });
  await assert.rejects(world.call('issuer.authorize', { query }), { code: 'invalid_request_uri' });
  const late = await pushed(world);
  world.now += 60_000;
  await assert.rejects(world.call('issuer.authorize', { query: late.query }), { code: 'invalid_request_uri' });
});

test('where requests must be pushed, one in the URL is refused', async (t) => {
  const world = await openIssuer(t);
  const { grant } = await world.offer();
  const query = { ...goodRequest, issuer_state: grant } as Record<string, string>;
  await assert.rejects(world.call('issuer.authorize', { query }), { code: 'invalid_request' });
});

test('a whole request in the URL redirects to the wallet, with a code or an error', async (t) => {
  const world = await openIssuer(t, { PAR: 'optional' });
  const { session, grant } = await world.offer();
  const query = { ...goodRequest, issuer_state: grant } as Record<string, string>;
  const refused = await world.dependencies.clients.authenticate(
    ...(['default', { client_id: 'wallet' }, { clientAuthentication: 'optional' }] as const),
  );
  assert.equal(refused?.authenticated, false);
  const wrong = await world.call('issuer.authorize', { query: { ...query, scope: 'foreign' } });
  const { error_description: _, ...rest } = led(wrong);
  assert.deepEqual(rest, { to: REDIRECT_URI, error: 'invalid_scope', state: 'course', iss: PUBLIC_URL });
  assert.equal((await world.stored(session)).lastRefusal?.code, 'invalid_scope');
  assert.ok(led(await world.call('issuer.authorize', { query })).code !== undefined);
  assert.equal((await world.stored(session)).status, 'authorized');
});

test('no parameter of a URL authenticates a client, and without a valid offer there is no redirect', async (t) => {
  const world = await openIssuer(t, { PAR: 'optional' });
  const { grant } = await world.offer();
  const query = { ...goodRequest, issuer_state: grant } as Record<string, string>;
  const proven = { ...query, client_id: 'registered', ...world.assertion() } as Record<string, string>;
  await assert.rejects(world.call('issuer.authorize', { query: proven }), { code: 'invalid_client' });
  const without = { ...query, issuer_state: '' };
  await assert.rejects(world.call('issuer.authorize', { query: without }), { code: 'access_denied' });
});

test('an outage is no refusal: there is no redirect', async (t) => {
  const world = await openIssuer(t, { PAR: 'optional' });
  const { grant } = await world.offer();
  const { store } = world.platform;
  store.replace = async () => {
    throw new Error('the store is unreachable');
  };
  const query = { ...goodRequest, issuer_state: grant } as Record<string, string>;
  await assert.rejects(world.call('issuer.authorize', { query }), /the store is unreachable/);
});

test('the reason of a request_uri that was used, and of a request in the URL that is refused', async (t) => {
  const world = await openIssuer(t, { PAR: 'optional' });
  const { grant } = await world.offer();
  const query = { ...goodRequest, issuer_state: grant } as Record<string, string>;
  const request = { ...world.request({}), query: { ...query, scope: 'foreign' } };
  const { refusal: wrong } = await authorizationEndpoint(world.dependencies)(request, newReports());
  const { reason, facts } = whyOf(wrong);
  assert.deepEqual([reason, facts?.received], ['scope_unknown', 'foreign']);
  const pushed = await world.post('issuer.pushed-authorization-request', { ...goodRequest, issuer_state: grant });
  const visit = { client_id: 'wallet', request_uri: String((pushed.body as JsonObject).request_uri) };
  await world.call('issuer.authorize', { query: visit });
  assert.deepEqual(await refusalOf(() => world.call('issuer.authorize', { query: visit })), {
    code: 'invalid_request_uri',
    reason: 'request_uri_used',
    facts: { state: 'authorized' },
  });
});
