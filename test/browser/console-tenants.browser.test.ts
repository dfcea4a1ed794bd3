/** Tenants in Chromium: from a new tenant to its erasure. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openChromium } from './chromium.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';

test('tenants in the console', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const world = await openConsoleWorld(t, browser);
  await t.test('a tenant is made, its client gets another secret, it is suspended and erased', () => story(world));
});

async function story(world: ConsoleWorld): Promise<void> {
  const { page, errors, goto, context } = await world.open();
  await goto('/tenants');
  await page.getByLabel(/^Id/).fill('museum');
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tenant museum' }).waitFor();
  await secrets(page, world);
  await visit(page, world);
  await goto('/tenants/museum');
  await life(page);
  assert.deepEqual(errors, []);
  await context.close();
}

async function secrets(page: Page, { server }: ConsoleWorld): Promise<void> {
  const logIn = async (secret: string): Promise<number> =>
    (
      await fetch(`${server.url}/auth/token`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: 'museum-desk', client_secret: secret }),
      })
    ).status;
  await page.getByLabel(/^Client id/).fill('museum-desk');
  await page.getByRole('button', { name: 'Create client' }).click();
  await page.getByText('shown again').waitFor();
  const first = await secretOn(page);
  assert.equal(await logIn(first), 200);
  await page.getByRole('button', { name: 'New secret for museum-desk' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Overlap in seconds').fill('soon');
  await dialog.getByRole('button', { name: 'New secret' }).click();
  await dialog.getByText('A whole number from 0 to 604800.').waitFor();
  await dialog.getByLabel('Overlap in seconds').fill('0');
  await dialog.getByRole('button', { name: 'New secret' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const second = await secretOn(page);
  assert.notEqual(second, first);
  assert.equal(await logIn(second), 200);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  assert.equal(await page.getByText(second).count(), 0);
  await page.getByRole('button', { name: 'Remove museum-desk' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No client yet').waitFor();
}

async function secretOn(page: Page): Promise<string> {
  return (await page.locator('.notice .copy code').first().textContent()) ?? '';
}

/** Works in the tenant, in this window only, and comes back. */
async function visit(page: Page, { server }: ConsoleWorld): Promise<void> {
  const account = page.getByRole('region', { name: 'Account and appearance' });
  await account.getByRole('button', { name: 'Switch tenant' }).click();
  await account.getByLabel('Tenant').selectOption('museum');
  await account.getByRole('button', { name: 'Switch tenant' }).click();
  await page.getByText('You work in the tenant museum.').waitFor();
  assert.equal(await page.evaluate('document.activeElement.id'), 'content');
  await page.getByRole('navigation').getByRole('link', { name: 'Audit' }).click();
  await page.getByLabel('Show').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('cell', { name: 'platform:api-key' }).first().waitFor();
  const other = await page.context().newPage();
  await other.goto(`${server.url}/console`);
  await other.getByText('Tenant default').waitFor();
  await other.close();
  await page.reload();
  await account.getByRole('button', { name: 'Back to default' }).click();
  await page.getByText('Tenant default').waitFor();
  await account.getByRole('button', { name: 'Back to default' }).waitFor({ state: 'detached' });
}

async function life(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Suspend' }).click();
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('button', { name: 'Erase' }).click();
  await dialog.getByLabel(/^Type museum/).fill('musem');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await dialog.getByText("This isn't the tenant's id.").waitFor();
  await dialog.getByLabel(/^Type museum/).fill('museum');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await page.getByText('The tenant is being erased').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Resume' }).count(), 0);
}
