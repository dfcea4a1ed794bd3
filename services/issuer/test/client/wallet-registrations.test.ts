import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, parseJson } from '@countersign/shared/kernel/json';
import { parseRegistrations, RegistrationError } from '../../src/client/wallet-registrations.ts';
import { signer } from '../support.ts';

const { jwk } = signer();
const jwks = { keys: [{ ...jwk, kid: 'k1' }] };
const client = { client_id: 'wallet', redirect_uris: ['https://wallet.example/cb'], jwks };

function parse(value: Json) {
  return parseRegistrations(parseJson(JSON.stringify(value)));
}

test('registered clients are read', () => {
  const clients = parse({ public_clients: false, clients: [client, { client_id: 'https://w2.example', jwks }] });
  assert.equal(clients.publicClients, false);
  assert.deepEqual([...clients.registered.keys()], ['wallet', 'https://w2.example']);
  assert.deepEqual(clients.registered.get('wallet'), {
    clientId: 'wallet',
    redirectUris: ['https://wallet.example/cb'],
    keys: [{ ...jwk, kid: 'k1' }],
  });
  assert.deepEqual(clients.registered.get('https://w2.example')?.redirectUris, []);
});

test('public clients are allowed unless the file forbids them', () => {
  assert.deepEqual(parse({}), { publicClients: true, redirectSchemes: [], registered: new Map() });
  assert.equal(parse({ public_clients: true }).publicClients, true);
  assert.equal(parse({ public_clients: false }).publicClients, false);
});

const broken: readonly [name: string, text: string, reason: RegExp][] = [
  ['no JSON', '{', /JSON/],
  ['an array', '[]', /object/],
  ['null', 'null', /object/],
  ['public_clients as text', '{"public_clients":"false"}', /public_clients/],
  ['public_clients null', '{"public_clients":null}', /public_clients/],
  ['clients as an object', '{"clients":{}}', /clients must be an array/],
  ['a reserved key', '{"clients":[],"__proto__":{}}', /reserved/],
];

for (const [name, text, reason] of broken) {
  test(`broken: ${name}`, () => {
    assert.throws(() => parseRegistrations(parseJson(text)), reason);
  });
}

const brokenClients: readonly [name: string, entry: Json, reason: RegExp][] = [
  ['no object', 'wallet', /client_id/],
  ['null', null, /client_id/],
  ['no client_id', { jwks }, /client_id/],
  ['client_id as a number', { ...client, client_id: 5 }, /client_id/],
  ['redirect_uris as text', { ...client, redirect_uris: 'https://wallet.example/cb' }, /redirect_uris of wallet/],
  ['a redirect URI that is no text', { ...client, redirect_uris: ['https://wallet.example/cb', 5] }, /redirect_uris/],
  ['no jwks', { client_id: 'wallet' }, /jwks of wallet/],
  ['jwks as an array', { ...client, jwks: [jwk] as unknown as Json }, /jwks of wallet/],
  ['no keys', { ...client, jwks: { keys: [] } }, /jwks of wallet/],
  ['a key that is no object', { ...client, jwks: { keys: ['AAAA'] } }, /jwks of wallet/],
  ['a private key', { ...client, jwks: { keys: [{ ...jwk }, { ...jwk, d: 'secret-4711' }] } }, /only public keys/],
];

for (const [name, entry, reason] of brokenClients) {
  test(`a broken client breaks the file: ${name}`, () => {
    assert.throws(
      () => parse({ clients: [{ ...client, client_id: 'good' }, entry] }),
      (error) => error instanceof Error && reason.test(error.message) && !error.message.includes('4711'),
    );
  });
}

test('a duplicate client makes the file invalid, because which one counts would be undefined', () => {
  assert.throws(() => parse({ clients: [client, { ...client, redirect_uris: [] }] }), /wallet stands twice/);
});

test('redirect URI schemes of unregistered wallets', () => {
  assert.deepEqual(parse({ public_redirect_schemes: ['eudi-openid4ci'] }).redirectSchemes, ['eudi-openid4ci']);
  for (const schemes of ['haip', ['haip:'], ['http'], ['javascript'], [7], {}]) {
    assert.throws(() => parse({ public_redirect_schemes: schemes }), /public_redirect_schemes/);
  }
});

test('a mistake names its place', () => {
  const places: readonly (readonly [Json, string])[] = [
    [{ public_clients: 'no' }, '/public_clients'],
    [{ public_redirect_schemes: ['HTTP'] }, '/public_redirect_schemes'],
    [{ clients: [client, { jwks }] }, '/clients/1/client_id'],
    [{ clients: [client, client] }, '/clients/1/client_id'],
    [{ clients: [{ ...client, redirect_uris: ['https://a.example/#x'] }] }, '/clients/0/redirect_uris'],
    [{ clients: [{ ...client, jwks: {} }] }, '/clients/0/jwks'],
  ];
  for (const [value, pointer] of places) {
    assert.throws(
      () => parse(value),
      (error) => error instanceof RegistrationError && error.pointer === pointer,
      pointer,
    );
  }
});
