/** The forms of the page "Trust and keys" in Chromium: trust anchors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from '@countersign/wallet/sending/answer';
import type { Page } from 'playwright-core';
import { openChromium } from './chromium.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';

test('trust in the console', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const world = await openConsoleWorld(t, browser);
  const within = (story: (page: Page, world: ConsoleWorld) => Promise<void>) => async () => {
    const { page, errors, goto, context } = await world.open();
    await goto('/keys');
    await story(page, world);
    // A refused call is written to the console by the browser itself.
    assert.deepEqual(
      errors.filter((error) => !/status of 4\d\d/.test(error)),
      [],
    );
    await context.close();
  };
  await t.test('a trust anchor is added from a file, refused at its field, and deleted', within(anchors));
});

async function anchors(page: Page, { server }: ConsoleWorld): Promise<void> {
  const [ca] = await server.platform.keys.anchors('default', 'credential');
  await page.getByLabel('Trusted as').selectOption('wallet-providers');
  await page.getByLabel(/^Name \(/).fill('maker');
  await page.getByLabel(/^CA certificates/).fill('no certificate');
  await page.getByRole('button', { name: 'Add trust anchor' }).click();
  await page.locator('.field.wrong', { hasText: 'must contain a certificate in PEM' }).waitFor();
  const file = { name: 'ca.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(String(ca)) };
  await page.getByLabel('Certificate file').setInputFiles(file);
  await page.getByRole('button', { name: 'Add trust anchor' }).click();
  await page.getByText('Trust anchor added: maker').waitFor();
  await page.getByText('interface: maker').waitFor();
  await page.getByRole('button', { name: 'Delete: maker' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('interface: maker').waitFor({ state: 'detached' });
  const { json } = await read(await server.a('/trust'));
  assert.ok(!JSON.stringify(json).includes('"maker"'));
}
