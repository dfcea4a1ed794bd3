/**
 * The editor of configurations in Chromium: only by keyboard, with completion, errors at their line, and a live dry
 * run.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openChromium } from './chromium.ts';
import { openConsoleWorld } from './console-world.ts';

const text = (page: Page) => page.getByRole('textbox', { name: 'Configuration as JSON' });

/** Replaces the whole document, like a user who pastes. */
async function write(page: Page, document: string): Promise<void> {
  await text(page).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(document);
}

test('the editor of configurations', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const world = await openConsoleWorld(t, browser);
  const { page, errors, foreign, goto } = await world.open();

  await t.test('offers names of the schema, marks mistakes at their line, and is left with Tab', async () => {
    await goto('/configurations?kind=issuance&template=1&view=json');
    await text(page).waitFor();
    await write(page, '{\n  "id": "x",\n  ');
    await page.keyboard.press('Control+Space');
    await page.getByRole('option', { name: 'disclosureFrame' }).waitFor();
    await page.keyboard.type('"lifeti');
    await page.getByRole('option', { name: 'lifetime' }).waitFor();
    // An offer that has just appeared ignores keys, so that typed text is not replaced by surprise.
    await page.waitForTimeout(200);
    await page.keyboard.press('Enter');
    assert.match((await text(page).textContent()) ?? '', /"lifetime": 3600$/);
    await write(page, '{\n  "id": "x",\n  "lifetime": "long"\n}');
    const line = page.getByRole('button', { name: 'Line 3' });
    await line.click();
    assert.equal(
      await page.evaluate('document.activeElement.shadowRoot.activeElement.className.split(" ")[0]'),
      'cm-content',
    );
    await page.keyboard.press('Tab');
    const left = await page.evaluate('document.activeElement.shadowRoot === null');
    assert.equal(left, true, 'Tab does not leave the editor');
  });

  await t.test('stores the template as it is, then shows the steps of a dry run and its report', async () => {
    await goto('/configurations?kind=issuance&template=1&view=json');
    await text(page).waitFor();
    await page.getByText('No errors found.').waitFor();
    await page.getByRole('button', { name: 'Store' }).click();
    await page.getByText('Stored', { exact: true }).waitFor();
    assert.match(page.url(), /kind=issuance&id=staff-card&view=json$/);
    await page.getByRole('tab', { name: 'Dry run' }).click();
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.locator('.step.ok').first().waitFor();
    await page.getByText('Dry run passed').waitFor();
  });

  await t.test('says what the server refuses at its line, compares with the stored one, and deletes', async () => {
    await goto('/configurations?kind=issuance&id=staff-card&view=json');
    await text(page).waitFor();
    const { config, ...rest } = JSON.parse(
      ((await world.server.a('/issuer-management').then((got) => got.json())) as { id: string }[])
        .filter(({ id }) => id === 'staff-card')
        .map((one) => JSON.stringify(one))[0] ?? '{}',
    ) as Record<string, unknown>;
    const { source: _, updatedAt: __, ...written } = rest;
    await write(page, JSON.stringify({ ...written, config, disclosureFrame: { _sd: ['nane'] } }, null, 2));
    await page.getByRole('tab', { name: 'Compare with saved version' }).click();
    await page.getByText('/disclosureFrame/_sd/0').waitFor();
    await page.getByRole('button', { name: 'Store' }).click();
    // What would change is shown once more before it is stored.
    const question = page.getByRole('dialog');
    await question.getByText('/disclosureFrame/_sd/0').waitFor();
    await question.getByRole('button', { name: 'Store' }).click();
    await page.getByRole('alert').waitFor();
    await page
      .getByRole('button', { name: /^Line \d+$/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Credentials', exact: true }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'staff-card' }).count(), 0);
  });

  await t.test('breaks no rule of the content security policy and asks no other host', () => {
    // The browser reports the 400 for the refused document.
    assert.deepEqual(
      errors.filter((error) => !/status of 400/.test(error)),
      [],
    );
    assert.deepEqual(foreign, []);
  });
});
