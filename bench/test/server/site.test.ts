/** Paths and headers of both variants of the API. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backendHeaders, backendPaths, issuerOf, loginOf, walletBase, wellKnown } from '@countersign/bench/server/site';

const a = { url: 'https://issuer.example', apiKey: 'key' };
const b = { ...a, tenant: { id: 'acme', token: 'token' } };

test('variant A: an API key, and no tenant in the paths', () => {
  assert.deepEqual(loginOf(a), { 'x-api-key': 'key' });
  assert.equal(backendPaths(a).offer, '/vci/offer');
  assert.deepEqual([walletBase(a), issuerOf(a)], ['', 'https://issuer.example']);
  assert.equal(wellKnown(a, 'openid-credential-issuer'), '/.well-known/openid-credential-issuer');
});

test('variant B: a bearer token, and the tenant in the paths of wallets', () => {
  assert.deepEqual(backendHeaders(b), { 'content-type': 'application/json', authorization: 'Bearer token' });
  assert.equal(backendPaths(b).status, '/session/revoke');
  assert.deepEqual([walletBase(b), issuerOf(b)], ['/acme', 'https://issuer.example/acme']);
  assert.equal(wellKnown(b, 'openid-credential-issuer'), '/.well-known/openid-credential-issuer/acme');
});
