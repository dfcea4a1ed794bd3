import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { openIssuer, REDIRECT_URI } from '../world.ts';

async function opened(t: TestContext) {
  const world = await openIssuer(t);
  const authenticate = (parameters: JsonObject) =>
    world.dependencies.clients.authenticate('default', parameters, world.dependencies.requirementsOf('default'));
  const refused = (parameters: JsonObject, code = 'invalid_client') =>
    assert.rejects(authenticate(parameters), { code });
  return { world, authenticate, refused };
}

test('a registered client authenticates, once with each assertion', async (t) => {
  const { world, authenticate, refused } = await opened(t);
  const assertion = world.assertion();
  const client = { clientId: 'registered', authenticated: true, redirectUris: [REDIRECT_URI] };
  assert.deepEqual(await authenticate(assertion), client);
  await refused(assertion);
  assert.deepEqual(await authenticate({ client_id: 'registered', ...world.assertion() }), client);
});

test('an invalid authentication is refused', async (t) => {
  const { world, refused } = await opened(t);
  await refused({ client_id: 'registered' });
  await refused({ client_id: 'wallet', ...world.assertion() });
  await refused({ ...world.assertion(), client_assertion_type: 'urn:other' });
  await refused({ ...world.assertion(), client_assertion: '' });
  await refused(world.assertion({ aud: 'https://elsewhere.example' }));
  await refused(world.assertion({ iss: 'wallet', sub: 'wallet' }));
});

test('every other client is public, or anonymous', async (t) => {
  const { authenticate, refused } = await opened(t);
  const client = { clientId: 'wallet', authenticated: false, redirectSchemes: [] };
  assert.deepEqual(await authenticate({ client_id: 'wallet' }), client);
  assert.equal(await authenticate({}), undefined);
  await refused({ client_id: 'w'.repeat(513) }, 'invalid_request');
});

test('an installation may refuse unregistered clients', async (t) => {
  const { world, refused } = await opened(t);
  writeFileSync(join(world.configFolder, 'wallets.json'), JSON.stringify({ public_clients: false }));
  await refused({});
  await refused({ client_id: 'wallet' });
});

test('a tenant of profile haip serves clients that authenticate, whatever wallets.json allows', async (t) => {
  const { world, authenticate, refused } = await opened(t);
  writeFileSync(join(world.configFolder, 'tenant.json'), JSON.stringify({ profile: 'haip' }));
  await refused({});
  await refused({ client_id: 'wallet' });
  assert.equal((await authenticate(world.assertion()))?.authenticated, true);
});

test('the reasons of clients', async (t) => {
  const { world, authenticate } = await opened(t);
  const why = async (parameters: JsonObject) => {
    const { reason, facts } = await refusalOf(() => authenticate(parameters));
    return facts === undefined ? [reason] : [reason, facts];
  };
  const used = world.assertion();
  await authenticate(used);
  assert.deepEqual(await why(used), ['client_assertion_replayed']);
  assert.deepEqual(await why({ client_id: 'registered' }), [
    'client_authentication_missing',
    { clientId: 'registered', expectedAny: ['private_key_jwt'] },
  ]);
  assert.deepEqual(await why({ client_id: 'wallet', ...world.assertion() }), [
    'client_assertion_issuer',
    { claim: 'sub', expected: 'wallet', received: 'registered' },
  ]);
  const expected = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  assert.deepEqual(await why({ ...world.assertion(), client_assertion_type: 'urn:other' }), [
    'client_assertion_type',
    { parameter: 'client_assertion_type', expected, received: 'urn:other' },
  ]);
  assert.deepEqual(await why({ ...world.assertion(), client_assertion: '' }), [
    'client_assertion_type',
    { parameter: 'client_assertion', expected, received: expected },
  ]);
  assert.deepEqual(await why({ client_id: 'w'.repeat(513) }), ['client_id_too_long', { count: 513, most: 512 }]);
  writeFileSync(join(world.configFolder, 'wallets.json'), JSON.stringify({ public_clients: false }));
  assert.deepEqual(await why({}), ['client_authentication_missing']);
  assert.deepEqual(await why({ client_id: 'wallet' }), ['client_authentication_missing', { clientId: 'wallet' }]);
  writeFileSync(join(world.configFolder, 'wallets.json'), '{');
  assert.deepEqual(await why({}), ['clients_broken', { place: 'wallets.json' }]);
});
