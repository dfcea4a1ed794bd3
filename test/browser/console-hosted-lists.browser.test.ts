/** A published list in the console, in Chromium: created, changed, and closed, each version after its differences were shown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '@countersign/european-trust/test/lists/made-lists';
import { makeTestAuthority } from '@countersign/european-trust/test/registration/made-certificates';
import { read } from '@countersign/wallet/sending/answer';
import type { Locator, Page } from 'playwright-core';
import { openChromium } from './chromium.ts';
import { openConsoleWorld, openForm } from './console-world.ts';
import { accessible } from './page-checks.ts';

const VALIDITY = { notBefore: Date.now() - DAY, notAfter: Date.now() + 400 * DAY };

/** Confirms the version that the form makes, and returns what the dialog has shown. */
async function publish(page: Page, form: Locator): Promise<string> {
  await form.getByRole('button', { name: 'Review changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish this version?' });
  await dialog.waitFor();
  await accessible(page);
  const shown = await dialog.innerText();
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  return shown;
}

test('a published list in the console', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const world = await openConsoleWorld(t, browser);
  const { page, errors, goto } = await world.open();
  await goto('/trust-lists');
  const list = async () => (await read(await world.server.a('/hosted-lists/pid'))).json;

  const created = await openForm(page, 'Create list');
  await created.getByLabel(/^List name/).fill('pid');
  await created.getByLabel(/^Scheme \(JSON\)/).fill('no JSON');
  await created.getByRole('button', { name: 'Review changes' }).click();
  await page.locator('.field.wrong', { hasText: "This isn't a JSON object." }).waitFor();
  await page.reload();
  const again = await openForm(page, 'Create list');
  await again.getByLabel(/^List name/).fill('pid');
  assert.match(await publish(page, again), /\/operator[\s\S]*added/);
  await page.getByRole('button', { name: 'Show entities and history: pid' }).click();

  const { certificate } = await makeTestAuthority('PID CA', VALIDITY);
  const entity = await openForm(page, 'Add entity');
  await entity.getByLabel(/^Entity ID/).fill('ministry');
  await entity.getByLabel(/^Certificates of service 1, issuance/).fill('no certificate');
  await publish(page, entity);
  await page.locator('.field.wrong', { hasText: 'certificate' }).waitFor();
  await entity.getByLabel(/^Certificates of service 1, issuance/).fill(certificate.toString());
  await publish(page, entity);
  await page.getByRole('button', { name: 'Remove: ministry' }).waitFor();
  assert.deepEqual([(await list()).revision, (await list()).entities], [2, 1]);

  await page.getByRole('button', { name: 'Edit: ministry' }).click();
  const edited = page.locator('details', { has: page.locator('summary', { hasText: 'Edit: ministry' }) });
  const text = edited.getByLabel(/^Entity \(JSON\)/);
  await text.fill((await text.inputValue()).replace('Street 1', 'Street 9'));
  // Cancelled, nothing is published, and the text stays.
  await edited.getByRole('button', { name: 'Review changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  assert.match(await text.inputValue(), /Street 9/);
  assert.match(await publish(page, edited), /\/addresses\/0\/street[\s\S]*Street 1[\s\S]*Street 9/);
  await edited.waitFor({ state: 'detached' });
  await page.getByText('Version published: pid').waitFor();
  assert.equal((await list()).trustedEntities[0].addresses[0].street, 'Street 9');

  await page.getByRole('button', { name: 'Remove: ministry' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('No entities yet').waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText('Entity removed: ministry').waitFor();

  await page.getByRole('button', { name: 'Close: pid' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await page.locator('.badge', { hasText: 'closed' }).waitFor();
  const { state, revision } = await list();
  assert.deepEqual([state, revision], ['closed', 5]);
  // A refused call is written to the console by the browser itself.
  assert.deepEqual(
    errors.filter((error) => !/status of 4\d\d/.test(error)),
    [],
  );
});
