/** From nothing to a login with a wallet, on the page "Wallet login" in Chromium: an application uses only what the page shows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { read } from '@countersign/wallet/sending/answer';
import * as client from 'openid-client';
import { CALLBACK, holdPidOf, loginQuestion, openApplication, signIn } from '../support/login.ts';
import { openChromium } from './chromium.ts';
import { openConsole } from './console-world.ts';
import { accessible, picture } from './page-checks.ts';

test('an application is added, logs a user in with what the page shows, is changed and deleted', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const { page, server, errors } = await openConsole(t, browser, { path: '/configurations' });
  server.writeConfig('presentation/login.json', loginQuestion);
  await page.getByRole('link', { name: 'Wallet login' }).click();
  await page.getByRole('link', { name: 'Add application' }).click();

  await page.getByLabel(/^Client id/).fill('shop');
  await page.getByLabel(/^Application name/).fill('Example Shop');
  await page
    .getByLabel(/^Redirect URIs/)
    .first()
    .fill('http://shop.example/callback');
  await page.getByLabel('Presentation configuration').selectOption('login');
  await page.getByLabel('place_of_birth identifies the user').check();
  for (const name of ['given_name', 'family_name', 'birthdate', 'place_of_birth'])
    await page.getByLabel(`${name} identifies the user`).uncheck();
  await page.getByRole('button', { name: 'Save application' }).click();
  await page.getByText('Select at least one claim').waitFor();
  for (const name of ['given_name', 'family_name', 'birthdate'])
    await page.getByLabel(`${name} identifies the user`).check();
  await page.getByLabel('Name of place_of_birth').fill('');
  await page.getByRole('button', { name: 'Save application' }).click();
  await page.locator('.field.wrong', { hasText: 'Redirect URIs' }).waitFor();
  await page
    .getByLabel(/^Redirect URIs/)
    .first()
    .fill(CALLBACK);
  await page.getByRole('button', { name: 'Save application' }).click();

  await page.getByText('Client secret of shop').waitFor();
  await accessible(page);
  await picture(page, 'login-saved');
  await page.getByRole('tab', { name: 'Library (.env)' }).click();
  const settings = parseEnv(await page.getByLabel('Environment variables').first().innerText()) as Record<
    string,
    string
  >;
  const { OIDC_ISSUER: issuer = '', OIDC_CLIENT_ID: id = '', OIDC_CLIENT_SECRET: secret = '' } = settings;
  assert.equal(secret.length, 43);
  assert.deepEqual([settings.OIDC_SCOPE, settings.OIDC_REDIRECT_URI], ['openid profile', CALLBACK]);
  const held = await holdPidOf(server);
  const application = await openApplication({
    id,
    issuer,
    metadata: { client_secret: secret },
    auth: client.ClientSecretBasic(secret),
  });
  const begun = await application.begin({ scope: settings.OIDC_SCOPE ?? '' });
  const tokens = await application.redeem(begun, await signIn(held, begun));
  const userinfo = await application.userinfo(tokens.access_token);
  assert.deepEqual([userinfo.given_name, userinfo.family_name], ['Erika', 'Mustermann']);

  // The secret is shown once, and stays when something else is changed.
  await page.getByRole('button', { name: 'I have saved it' }).click();
  assert.ok(!(await page.content()).includes(secret));
  await page.getByRole('link', { name: 'Edit application' }).click();
  await page.getByLabel('birthdate identifies the user').uncheck();
  await page.getByRole('button', { name: 'Save application' }).click();
  await page.locator('.field.wrong', { hasText: 'User identifier (sub)' }).waitFor();
  await page.getByLabel('Give every user a new sub').check();
  await page.getByRole('button', { name: 'Save application' }).click();
  await page.getByRole('link', { name: 'Edit application' }).waitFor();
  assert.equal((await stored(server)).client_secret, secret);

  await page.getByRole('button', { name: 'Delete application' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Its users can no longer log in').waitFor();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No applications yet').waitFor();
  assert.equal(await stored(server), undefined);
  // The browser itself writes a refused call to the console.
  assert.deepEqual(
    errors.filter((error) => !/status of 4\d\d/.test(error)),
    [],
  );
});

async function stored(server: { a(path: string): Promise<Response> }) {
  const { json } = await read(await server.a('/configurations/login-clients'));
  return json[0];
}
