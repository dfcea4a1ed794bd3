/** What to enter in an application. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoginClient } from '../../../src/pages/logins/login-client.ts';
import { applications, environmentOf, scopeOf, setupOf } from '../../../src/pages/logins/setup.ts';

const client: LoginClient = {
  id: 'shop',
  source: 'api',
  redirect_uris: ['https://shop.example/cb'],
  claims: { given_name: ['given_name'], 'address.locality': ['city'], plan: ['plan'] },
  scopes: { contract: ['plan'] },
};
const issuer = 'https://issuer.example/login';
const options = { client, issuer, secret: 'S' };

test('the scope has what the client can get', () => {
  assert.equal(scopeOf(client), 'openid profile address contract');
  assert.equal(scopeOf({ id: 'a', source: 'api' }), 'openid');
});

test('each application gets the address, the id and the secret in its own words', () => {
  for (const application of applications) {
    if (application === 'library') continue;
    const { rows, redirectUri, place } = setupOf(application, options);
    const values = rows.map(({ value }) => value);
    for (const wanted of [`${issuer}/.well-known/openid-configuration`, 'shop', 'S', 'openid profile address contract'])
      assert.ok(values.includes(wanted), `${application}: ${wanted}`);
    assert.match(redirectUri, /^https:\/\/.*<\w+/, application);
    assert.ok(place.includes('OpenID'), application);
  }
});

test('a client without a secret shows none, and Keycloak its way to authenticate', () => {
  const keyed = { ...client, token_endpoint_auth_method: 'private_key_jwt' } as const;
  const { rows } = setupOf('keycloak', { ...options, client: keyed });
  assert.ok(!rows.some(({ isSecret }) => isSecret));
  assert.ok(rows.some(({ value }) => value === 'JWT signed with private key'));
});

test('what an application would refuse is said', () => {
  const warnings = (more: object, address = issuer): readonly string[] =>
    setupOf('entra', { client: { ...client, ...more }, issuer: address }).warnings;
  assert.deepEqual(warnings({}, 'http://localhost/login'), ['http', 'secret_post', 'email']);
  assert.deepEqual(warnings({ token_endpoint_auth_method: 'client_secret_post', claims: { email: ['mail'] } }), []);
  assert.deepEqual(setupOf('auth0', options).warnings, []);
});

test('a library gets a file of settings', () => {
  assert.equal(
    environmentOf(options),
    `OIDC_ISSUER=${issuer}
OIDC_CLIENT_ID=shop
OIDC_CLIENT_SECRET=S
OIDC_SCOPE="openid profile address contract"
OIDC_REDIRECT_URI=https://shop.example/cb
`,
  );
  const open = environmentOf({ client: { ...client, token_endpoint_auth_method: 'none' }, issuer });
  assert.doesNotMatch(open, /SECRET/);
});
