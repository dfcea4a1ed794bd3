/** The forms of the page "Trust and keys" in Chromium: trust anchors, display of the issuer, registered wallets. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { read } from '@countersign/wallet/sending/answer';
import type { Page } from 'playwright-core';
import { openChromium } from './chromium.ts';
import { type ConsoleWorld, openConsoleWorld, openForm } from './console-world.ts';

test('trust in the console', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const world = await openConsoleWorld(t, browser);
  // Files come first.
  rmSync(join(world.server.configFolder, 'display.json'));
  const within = (story: (page: Page, world: ConsoleWorld) => Promise<void>) => async () => {
    const { page, errors, goto, context } = await world.open();
    await goto('/keys');
    await story(page, world);
    // The browser itself writes a refused call to the console.
    assert.deepEqual(
      errors.filter((error) => !/status of 4\d\d/.test(error)),
      [],
    );
    await context.close();
  };
  await t.test('a trust anchor is added from a file, refused at its field, and deleted', within(anchors));
  await t.test('name and logo are saved, and a wrong image is refused at its field', within(display));
  await t.test('a wallet is registered by its PEM, and deleted', within(wallets));
});

async function anchors(page: Page, { server }: ConsoleWorld): Promise<void> {
  const [ca] = await server.platform.keys.anchors('default', 'credential');
  const form = await openForm(page, 'Add trust anchor');
  await form.getByLabel('Trusted as').selectOption('wallet-providers');
  await form.getByLabel(/^Name \(/).fill('maker');
  await form.getByLabel(/^CA certificates/).fill('no certificate');
  await page.getByRole('button', { name: 'Add trust anchor' }).click();
  await page.locator('.field.wrong', { hasText: 'must contain a certificate in PEM' }).waitFor();
  const file = { name: 'ca.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(String(ca)) };
  await form.getByLabel('Certificate file').setInputFiles(file);
  await page.getByRole('button', { name: 'Add trust anchor' }).click();
  await page.getByText('Trust anchor added: maker').waitFor();
  await page.getByText('API: maker').waitFor();
  await page.getByRole('button', { name: 'Delete: maker' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('API: maker').waitFor({ state: 'detached' });
  const { json } = await read(await server.a('/trust'));
  assert.ok(!JSON.stringify(json).includes('"maker"'));
}

async function display(page: Page, { server }: ConsoleWorld): Promise<void> {
  const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`;
  const file = (inside: string) => ({ name: 'seal.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg(inside)) });
  await page.getByLabel(/^Issuer name/).fill('City museum');
  await page.getByLabel('Logo file').setInputFiles(file('<script>1</script>'));
  await page.getByRole('button', { name: 'Save display' }).click();
  await page.locator('.field.wrong', { hasText: 'must not contain scripts' }).waitFor();
  await page.getByLabel('Logo file').setInputFiles(file('<path d="M0 0h9v9z"/>'));
  await page.getByRole('textbox', { name: 'Language tag' }).fill('no language');
  await page.getByRole('button', { name: 'Save display' }).click();
  await page.locator('.field.wrong', { hasText: 'BCP 47' }).waitFor();
  await page.getByRole('textbox', { name: 'Language tag' }).fill('en');
  await page.getByRole('button', { name: 'Save display' }).click();
  await page.getByText('Display saved').waitFor();
  await page.reload();
  const preview = page.getByRole('img', { name: 'Logo: City museum' });
  await preview.waitFor();
  const width = await preview.evaluate(async (image: { decode?(): Promise<void>; naturalWidth?: number }) => {
    await image.decode?.();
    return image.naturalWidth;
  });
  assert.equal(width, 9);
  const { json } = await read(await server.a('/configurations/display'));
  assert.deepEqual(json, {
    source: 'api',
    entries: [{ name: 'City museum', locale: 'en', logo: { uri: '<PUBLIC_URL>/public/seal.svg' } }],
  });
}

async function wallets(page: Page, { server }: ConsoleWorld): Promise<void> {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const stored = async () => (await read(await server.a('/configurations/wallets'))).json;
  await openForm(page, 'Add wallet');
  await page.getByLabel(/^Client id/).fill('https://wallet.example');
  await page.getByLabel('Redirect URIs').fill('https://wallet.example/cb#fragment');
  await page.getByLabel(/^Public key/).fill('no key');
  await page.getByRole('button', { name: 'Add wallet' }).click();
  await page.getByText('This is not a public key').waitFor();
  await page.getByLabel(/^Public key/).fill(String(publicKey.export({ format: 'pem', type: 'spki' })));
  await page.getByRole('button', { name: 'Add wallet' }).click();
  await page.locator('.field.wrong', { hasText: 'have no fragment' }).waitFor();
  await page.getByLabel('Redirect URIs').fill('https://wallet.example/cb');
  await page.getByRole('button', { name: 'Add wallet' }).click();
  await page.getByRole('button', { name: 'Delete: https://wallet.example' }).waitFor();
  const { public_clients, clients } = await stored();
  assert.deepEqual([public_clients, clients[0].jwks.keys], [true, [publicKey.export({ format: 'jwk' })]]);
  await page.getByLabel('Accept wallets that are not registered').uncheck();
  await page.getByText('Registrations saved').waitFor();
  const written = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'Delete: https://wallet.example' }).click();
  await page.getByText('No registered wallets').waitFor();
  await written;
  const left = await stored();
  assert.deepEqual([left.public_clients, left.clients], [false, []]);
}
