/**
 * A Keycloak realm with Countersign as its identity provider, configured by docs/how-to/login.md: users of wallets
 * become users of the realm.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import * as client from 'openid-client';
import { CookieBrowser, type Visited } from '../support/cookie-browser.ts';
import {
  APPLICATION_SECRET,
  answerWith,
  CALLBACK,
  holdPidOf,
  isCallback,
  linkOfWallet,
  loginQuestion,
  shop,
  submitForm,
} from '../support/login.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { type Keycloak, provisionKeycloak, startKeycloak } from './keycloak.ts';

const REALM = 'shop';
const EMAIL = 'erika@example.org';

let keycloak: Keycloak | undefined;
let server: TestServer;
let missing = '';
const folder = mkdtempSync(join(tmpdir(), 'countersign-keycloak-'));

before(async () => {
  try {
    const home = await provisionKeycloak();
    server = await startSampleServer();
    keycloak = await startKeycloak(home, folder);
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    missing = error instanceof Error ? error.message : String(error);
    process.stderr.write(`\nMISSING: Keycloak, a broker of logins: ${missing}\n`);
  }
});
after(async () => {
  await keycloak?.stop();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('users of wallets become users of a realm of Keycloak, and are the same at the next login', async (t) => {
  const broker = brokerOf(t);
  if (broker === undefined) return;
  server.writeConfig('presentation/login.json', loginQuestion);
  server.writeConfig('login/keycloak.json', clientOf(broker));
  await fillForm(broker);
  const application = await applicationOf(broker);
  const erika = await holdPidOf(server);

  const first = await signIn(application, erika, async (page, browser) => {
    // The realm requires an e-mail address, which a PID doesn't have.
    assert.match(page.text, /name="email"/, page.text.slice(0, 2000));
    assert.match(page.text, /value="Erika"/);
    return browser.submit(page, { email: EMAIL }, isCallback);
  });
  assert.equal(first.given_name, 'Erika');
  assert.equal(first.family_name, 'Mustermann');
  assert.equal(first.email, EMAIL);

  const renewed = await holdPidOf(server);
  const second = await signIn(application, renewed, () => assert.fail('Keycloak asks again'));
  assert.equal(second.sub, first.sub);

  const users: readonly { readonly id: string }[] = await broker.read(`/${REALM}/users`);
  assert.deepEqual(
    users.map(({ id }) => id),
    [first.sub],
  );
  const [link] = (await broker.read(`/${REALM}/users/${first.sub}/federated-identity`)) as readonly {
    readonly identityProvider: string;
    readonly userId: string;
  }[];
  assert.equal(link?.identityProvider, 'wallet');
  assert.match(String(link?.userId), /^[\w-]{43}$/);
});

test('a person who cancels is led back to Keycloak, which makes no user', async (t) => {
  const broker = brokerOf(t);
  if (broker === undefined) return;
  const application = await applicationOf(broker);
  const browser = new CookieBrowser();
  const page = await browser.visit(application.address().href, isCallback);
  const { url } = await submitForm({ browser, page }, 'cancel');
  assert.ok(url.href.startsWith(broker.url), url.href);
  assert.equal(((await broker.read(`/${REALM}/users`)) as readonly object[]).length, 1);
});

function brokerOf(t: TestContext): Keycloak | undefined {
  if (keycloak === undefined) t.skip(`Keycloak is missing: ${missing}`);
  return keycloak;
}

/** The file of the client, as the document has it. */
function clientOf({ url }: Keycloak): object {
  return shop({
    name: 'Keycloak',
    redirect_uris: [`${url}/realms/${REALM}/broker/wallet/endpoint`],
    token_endpoint_auth_method: 'client_secret_post',
    crossDevice: false,
  });
}

/** What the form "Add OpenID Connect provider" of the console sends, and then "Use PKCE" of its settings. */
async function fillForm(broker: Keycloak): Promise<void> {
  await broker.read('', { realm: REALM, enabled: true });
  const fromUrl = `${server.url}/login/.well-known/openid-configuration`;
  const imported: object = await broker.read(`/${REALM}/identity-provider/import-config`, {
    providerId: 'oidc',
    fromUrl,
  });
  await broker.read(`/${REALM}/identity-provider/instances`, {
    alias: 'wallet',
    displayName: 'Wallet',
    providerId: 'oidc',
    config: {
      ...imported,
      clientAuthMethod: 'client_secret_post',
      clientId: 'keycloak',
      clientSecret: APPLICATION_SECRET,
      pkceEnabled: 'true',
      pkceMethod: 'S256',
      defaultScope: 'openid profile',
    },
  });
  await broker.read(`/${REALM}/clients`, {
    clientId: 'app',
    secret: APPLICATION_SECRET,
    redirectUris: [CALLBACK],
    publicClient: false,
  });
}

interface BrokeredApplication {
  readonly config: client.Configuration;
  address(): URL;
}

/** An application of the realm. */
async function applicationOf({ url }: Keycloak): Promise<BrokeredApplication> {
  const config = await client.discovery(
    new URL(`${url}/realms/${REALM}`),
    'app',
    {},
    client.ClientSecretPost(APPLICATION_SECRET),
    { execute: [client.allowInsecureRequests] },
  );
  const address = (): URL =>
    client.buildAuthorizationUrl(config, { redirect_uri: CALLBACK, scope: 'openid', kc_idp_hint: 'wallet' });
  return { config, address };
}

/** @param asked fills in Keycloak's page after the wallet's response @returns claims of Keycloak's ID token */
async function signIn(
  { config, address }: BrokeredApplication,
  held: HeldCredential,
  asked: (page: Visited, browser: CookieBrowser) => Promise<Visited>,
): Promise<client.IDToken> {
  const browser = new CookieBrowser();
  const page = await browser.visit(address().href, isCallback);
  const answer = await answerWith(held, linkOfWallet(page));
  assert.equal(answer.status, 200, answer.text);
  const returned = await browser.visit(answer.json.redirect_uri, isCallback);
  const { url } = isCallback(returned.url) ? returned : await asked(returned, browser);
  assert.ok(isCallback(url), url.href);
  const claims = (await client.authorizationCodeGrant(config, url)).claims();
  assert.ok(claims !== undefined);
  return claims;
}
