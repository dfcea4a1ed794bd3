/**
 * Runs the commands of docs/learn/keycloak.md while a server runs, and signs the wallet of the page in at the client that they make. The
 * form of Keycloak's console is sent by test/keycloak.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import * as client from 'openid-client';
import { CookieBrowser } from '../../support/cookie-browser.ts';
import { blocksOf, runShell, serveClone } from '../../support/documented-commands.ts';
import { linkOfWallet } from '../../support/login.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const ENDPOINT = 'http://localhost:8080/realms/shop/broker/wallet/endpoint';

test('the commands of docs/learn/keycloak.md give Keycloak a client, and its wallet signs in there', async (t) => {
  const { folder, port } = await serveClone(t);
  const document = readFileSync(join(ROOT, 'docs/learn/keycloak.md'), 'utf8');
  assert.ok(document.includes('npm run --silent wallet -- "$LINK"'));
  const commands = blocksOf(document.replaceAll('localhost:3000', `localhost:${port}`)).filter(
    ({ kind }) => kind === '',
  );
  const printed = await runShell(`set -euo pipefail\n${commands.map(({ text }) => text).join('\n')}`, folder);
  assert.match(printed, /^No mistakes in /m);
  const [, secret = ''] = /^Client secret: (\S+)$/m.exec(printed) ?? [];
  const issuer = new URL(`http://localhost:${port}/login`);
  // As the form of Keycloak sets it: the secret in the body, PKCE, and two scopes.
  const config = await client.discovery(issuer, 'keycloak', {}, client.ClientSecretPost(secret), {
    execute: [client.allowInsecureRequests],
  });
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()];
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: ENDPOINT,
    scope: 'openid profile',
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const browser = new CookieBrowser();
  const page = await browser.visit(address.href);
  assert.match(page.text, /Example Shop[\s\S]*Given name, Family name, Date of birth/);
  const said = await runShell(`LINK='${linkOfWallet(page)}'; npm run --silent wallet -- "$LINK"`, folder);
  const back = said.trim().split('\n').at(-1) ?? '';
  const { url } = await browser.visit(back, ({ href }) => href.startsWith(ENDPOINT));
  const tokens = await client.authorizationCodeGrant(config, url, { pkceCodeVerifier, expectedState, expectedNonce });
  const user = await client.fetchUserInfo(config, tokens.access_token, client.skipSubjectCheck);
  assert.deepEqual([user.given_name, user.family_name], ['Erika', 'Mustermann']);
});
