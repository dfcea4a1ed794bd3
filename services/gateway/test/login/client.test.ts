import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WrittenLoginClient } from '@countersign/shared/configuration-documents/login-client';
import { clientFindings } from '../../src/login/client.ts';
import { clientOf, written } from './given.ts';

const places = (more: Partial<WrittenLoginClient>, source: 'api' | 'file' = 'file'): readonly string[] => {
  const all = { ...written, ...more };
  // Undefined removes a member.
  for (const [name, value] of Object.entries(more))
    if (value === undefined) delete (all as Record<string, unknown>)[name];
  return clientFindings(all, source).map(({ pointer }) => pointer);
};

test('a client has the defaults that most applications need', () => {
  const client = clientOf();
  assert.deepEqual([client.authMethod, client.idTokenAlg, client.requirePkce], ['client_secret_basic', 'RS256', true]);
  assert.deepEqual([client.crossDevice, client.claimsInIdToken], [false, false]);
  assert.deepEqual(places({}), []);
});

test('addresses lead to the web, to loopback or to an app, and to no fragment', () => {
  const uris = ['http://rp.example/cb', 'https://rp.example/cb#x', 'javascript:alert(1)', 'myapp:cb'];
  for (const uri of uris) assert.ok(places({ redirect_uris: [uri] }).includes('/redirect_uris/0'), uri);
  const fine = ['https://rp.example/cb', 'http://127.0.0.1:5000/cb', 'org.example.app:/cb'];
  for (const uri of fine) assert.deepEqual(places({ redirect_uris: [uri] }), [], uri);
});

test('lasting subjects need one host', () => {
  const two = ['https://a.example/cb', 'https://b.example/cb'];
  assert.deepEqual(places({ redirect_uris: two }), ['/redirect_uris']);
  assert.deepEqual(places({ redirect_uris: two, subject: { kind: 'transient' } }), []);
});

test('each way to authenticate has what it needs, and no more', () => {
  const jwks = { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }] };
  const without = { client_secret: undefined } as unknown as Partial<WrittenLoginClient>;
  assert.deepEqual(places(without), ['/client_secret']);
  assert.deepEqual(places({ client_secret: 'short' }), ['/client_secret']);
  assert.deepEqual(places({ token_endpoint_auth_method: 'none' }), ['/client_secret']);
  assert.deepEqual(places({ ...without, token_endpoint_auth_method: 'none', require_pkce: false }), ['/require_pkce']);
  assert.deepEqual(places({ ...without, token_endpoint_auth_method: 'private_key_jwt' }), ['/jwks']);
  assert.deepEqual(places({ ...without, token_endpoint_auth_method: 'private_key_jwt', jwks }), []);
  const secret = { keys: [{ ...jwks.keys[0], d: 'd' }] };
  assert.deepEqual(places({ ...without, token_endpoint_auth_method: 'private_key_jwt', jwks: secret }), ['/jwks']);
});

test('the API names no variable of the environment', () => {
  const named = { client_secret: undefined, client_secret_env: 'SECRET' } as unknown as Partial<WrittenLoginClient>;
  assert.deepEqual(places(named), []);
  assert.deepEqual(places(named, 'api'), ['/client_secret_env']);
});

test('no claim of a credential stands in place of one of the provider', () => {
  assert.deepEqual(places({ claims: { ...written.claims, sub: ['number'] } }), ['/claims/sub']);
  assert.deepEqual(places({ claims: { ...written.claims, email_verified: ['yes'] } }), ['/claims/email_verified']);
  assert.deepEqual(places({ scopes: { profile: ['member'] } }), ['/scopes/profile']);
  assert.deepEqual(places({ scopes: { membership: ['unknown'] } }), ['/scopes/membership/0']);
});

test('a lasting subject is made of claims, a transient one of nothing', () => {
  assert.deepEqual(places({ subject: { kind: 'pairwise' } }), ['/subject/from']);
  assert.deepEqual(places({ subject: { kind: 'transient', from: [['given_name']] } }), ['/subject/from']);
});
