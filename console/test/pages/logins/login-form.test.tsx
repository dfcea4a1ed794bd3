/** The form of an application at which people log in with their wallets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { draftOf, type LoginClient } from '../../../src/pages/logins/login-client.ts';
import { LoginFields } from '../../../src/pages/logins/login-form.tsx';

const client: LoginClient = { id: 'shop', source: 'api', name: 'Shop', client_secret: 'never shown' };
const fields = (of: LoginClient | undefined, part: object = {}): string =>
  renderToString(
    <LoginFields
      client={of}
      presentations={[{ id: 'login' }]}
      draft={{ ...draftOf(of, [{ id: 'login' }]), ...part }}
      edit={() => undefined}
      at={(pointer) => (pointer === '/client_secret' ? 'No secret' : undefined)}
    />,
  );

test('a new one gets an id; a stored one keeps its id and its secret, which is not shown', () => {
  assert.match(fields(undefined), /Client id/);
  assert.doesNotMatch(fields(undefined), /Create a new secret|Give every user a new sub/);
  assert.doesNotMatch(fields(client), /Client id|never shown/);
  assert.match(fields(client), /Create a new secret[\s\S]*Give every user a new sub/);
});

test('keys are asked for only where they are used, and an error of the secret stands at the method', () => {
  assert.match(fields(client), /Authentication method[\s\S]*<p class="error"[^>]*>No secret/);
  assert.doesNotMatch(fields(client), /JWK set/);
  assert.match(fields(client, { method: 'private_key_jwt' }), /Public keys \(JWK set\)/);
  assert.doesNotMatch(fields(client, { method: 'private_key_jwt' }), /Create a new secret/);
});

test('a kept session is set in seconds, with the address that is told of its end', () => {
  const kept = { ...client, session: 600, backchannel_logout_uri: 'https://shop.example/logout' };
  assert.match(fields(kept), /Keep users signed in \(seconds\)[\s\S]*value="600"/);
  assert.match(fields(kept), /Back-channel logout URI[\s\S]*value="https:\/\/shop\.example\/logout"/);
});
