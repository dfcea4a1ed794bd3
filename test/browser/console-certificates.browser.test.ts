/** Certificates of an authority on the page "Trust and keys" in Chromium: request, installation, renewal, deletion. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { certificateRequestDer } from '@countersign/shared/crypto/certificate-request';
import { testAuthority } from '@countersign/shared/test/keys/set-authority';
import { read } from '@countersign/wallet/sending/answer';
import type { Page } from 'playwright-core';
import { openChromium } from './chromium.ts';
import { openConsole, openConsoleWorld, openForm } from './console-world.ts';
import { accessible, picture } from './page-checks.ts';

test('a certificate is requested, installed, renewed and deleted', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const { page, server, errors } = await openConsole(t, browser, { path: '/keys' });
  const authority = await testAuthority(Date.now());

  await openForm(page, 'New certificate');
  await page.getByLabel(/^Key set/).fill('shop');
  await page.getByLabel(/^Common name/).fill('Example Shop');
  await page.getByLabel('Country').fill('Germany');
  await page.getByRole('button', { name: 'Create certificate request' }).click();
  await page.locator('.field.wrong', { hasText: 'Country' }).waitFor();
  await page.getByLabel('Country').fill('de');
  await page.getByLabel('Organisation identifier').fill('NTRDE-HRB123456');
  await page.getByLabel('Contacts').fill('https://shop.example/support\nhelp@shop.example');
  await page.getByRole('button', { name: 'Create certificate request' }).click();
  await page.getByText('Certificate request created.').waitFor();
  await page.getByText('1 certificate request waits for the authority.').waitFor();
  await accessible(page);
  await picture(page, 'certificate-request');

  const request = await downloaded(page, 'shop-request.csr');
  const installation = await openForm(page, 'Install certificates');
  await installation.getByLabel(/^Certificate chain/).fill('no certificate');
  await page.getByRole('button', { name: 'Install certificates' }).click();
  await page.locator('.field.wrong', { hasText: 'Certificate chain' }).waitFor();
  const chain = await authority.answer(certificateRequestDer(request));
  const file = { name: 'chain.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(chain.join('')) };
  await installation.getByLabel('Certificate file').setInputFiles(file);
  await page.getByRole('button', { name: 'Install certificates' }).click();
  await page.getByText('Certificates installed.').waitFor();
  await page.getByText('1 certificate request waits for the authority.').waitFor({ state: 'detached' });
  const [shop] = await setsOf(server);
  assert.deepEqual(
    shop?.keys.map(({ state }) => state),
    ['active'],
  );

  await page.getByRole('button', { name: 'Renew: Presentation requests: shop' }).click();
  assert.equal(await page.getByLabel(/^Key set/).inputValue(), 'shop');
  await page.getByLabel(/^Common name/).fill('Example Shop');
  await page.getByRole('button', { name: 'Create certificate request' }).click();
  await page.getByText('1 certificate request waits for the authority.').waitFor();
  const waiting = (await setsOf(server))[0]?.keys.find(({ state }) => state === 'requested');
  await confirmed(page, `Delete: ${waiting?.kid}`);
  await page.getByText('1 certificate request waits for the authority.').waitFor({ state: 'detached' });
  await confirmed(page, 'Delete keys: Presentation requests: shop');
  await page.getByRole('heading', { name: 'Presentation requests: shop' }).waitFor({ state: 'detached' });
  assert.deepEqual(await setsOf(server), []);
  // The browser itself writes a refused call to the console.
  assert.deepEqual(
    errors.filter((error) => !/status of 4\d\d/.test(error)),
    [],
  );
});

test('certificates of acme.json are shown with their next step, in both languages', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const world = await openConsoleWorld(t, browser);
  const without = await world.open({ path: '/keys' });
  await without.page.getByRole('heading', { name: 'Registration certificates' }).waitFor();
  assert.equal(await without.page.getByText('Automatic renewal').count(), 0);
  const certificate = {
    directory: 'https://ca.invalid/directory',
    set: 'shop',
    identifiers: [{ type: 'wrp-id', value: 'NTRDE-HRB123456' }],
    subject: { commonName: 'Example Shop', organization: 'Example Shop', country: 'DE', emails: ['help@shop.example'] },
  };
  world.server.writeConfig('acme.json', { certificates: [certificate] });
  const { page, errors } = await world.open({ path: '/keys' });
  const table = page.getByRole('table', { name: 'Automatic renewal (ACME)' });
  await table.getByText('Presentation requests: shop').waitFor();
  await table.getByText('from ca.invalid').waitFor();
  await accessible(page);
  await picture(page, 'renewals');
  const german = await world.open({ path: '/keys', language: 'de' });
  await german.page
    .getByRole('table', { name: 'Automatische Erneuerung (ACME)' })
    .getByText('von ca.invalid')
    .waitFor();
  assert.deepEqual([...errors, ...german.errors], []);
});

async function downloaded(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: `Download: ${name}` })
      .last()
      .click(),
  ]);
  assert.equal(download.suggestedFilename(), name);
  return readFileSync(await download.path(), 'utf8');
}

async function confirmed(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function setsOf(server: { a(path: string): Promise<Response> }) {
  const { json } = await read(await server.a('/keys'));
  const { purposes } = json as { purposes: { rotation: string; keys: { state: string; kid: string }[] }[] };
  return purposes.filter(({ rotation }) => rotation === 'certificate_request');
}
