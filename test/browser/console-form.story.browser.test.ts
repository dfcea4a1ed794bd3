/**
 * A new credential type without reading JSON, only by keyboard: four fields, two languages, a colour and a logo in the
 * form. It is then issued to a synthetic wallet.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@countersign/shared/test/patience';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import type { Page } from 'playwright-core';
import { openChromium } from './chromium.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { type Keyboard, keyboardOf } from './keyboard.ts';
import { accessible, picture } from './page-checks.ts';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 32"><rect width="96" height="32" rx="6" fill="#ffd166"/></svg>';

/** The browser's own window for files is not part of the page. */
async function chooseFile(page: Page, keyboard: Keyboard, label: RegExp): Promise<void> {
  await keyboard.to(label);
  const file = { name: 'club.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) };
  await page.getByLabel(label).setInputFiles(file);
  const address = page.locator('input[name$="/logo"]');
  await until('the image is stored', async () => (await address.inputValue()).endsWith('/public/club.svg'));
}

interface Typed {
  readonly en: string;
  readonly de: string;
  readonly type: string;
}

const FIELDS: readonly Typed[] = [
  { en: 'Member number', de: 'Mitgliedsnummer', type: 'Text' },
  { en: 'Full name', de: 'Vollständiger Name', type: 'Text' },
  { en: 'Member since', de: 'Mitglied seit', type: 'Date' },
  { en: 'Over 18', de: 'Über 18', type: 'Yes or no' },
];

async function addField(page: Page, keyboard: Keyboard, { en, de, type }: Typed): Promise<void> {
  await keyboard.press('Add field');
  await keyboard.at('Label (English)');
  await page.keyboard.type(en);
  await keyboard.type('Label (German)', de);
  await keyboard.choose('Type', type);
}

async function makeType(world: ConsoleWorld, page: Page, keyboard: Keyboard): Promise<void> {
  await keyboard.press('New credential');
  await page.getByLabel('Id (required)').waitFor();
  await keyboard.type('Id (required)', 'club-card');
  await keyboard.type('Name in English (required)', 'Club card');
  await keyboard.choose('Another language', 'German');
  await keyboard.press('Add language');
  await keyboard.at('Name in German (required)');
  await page.keyboard.type('Klubausweis');
  await keyboard.type('Background colour', '#14532d');
  await keyboard.type('Text colour', '#f0fdf4');
  await chooseFile(page, keyboard, /^Logo from a file/);
  for (const field of FIELDS) await addField(page, keyboard, field);
  await picture(page, 'form-credential');
  await accessible(page);
  await keyboard.press('Store');
  await page.getByText('Stored', { exact: true }).waitFor();
  const stored = (await world.server.a('/issuer-management').then((got) => got.json())) as Record<string, unknown>[];
  const { config, schema, disclosureFrame } = stored.find(({ id }) => id === 'club-card') ?? {};
  assert.deepEqual(disclosureFrame, { _sd: ['member_number', 'full_name', 'member_since', 'over_18'] });
  assert.deepEqual(Object.entries((schema as { properties: object }).properties), [
    ['member_number', { type: 'string' }],
    ['full_name', { type: 'string' }],
    ['member_since', { type: 'string', format: 'date' }],
    ['over_18', { type: 'boolean' }],
  ]);
  const colours = { background_color: '#14532d', text_color: '#f0fdf4', logo: { uri: '<PUBLIC_URL>/public/club.svg' } };
  assert.deepEqual((config as { display: unknown }).display, [
    { name: 'Club card', locale: 'en', ...colours },
    { name: 'Klubausweis', locale: 'de', ...colours },
  ]);
}

/** @returns the credential in the wallet */
async function tryIt(world: ConsoleWorld, page: Page, keyboard: Keyboard): Promise<string> {
  await keyboard.press('Issue it now');
  await page.getByLabel('Member number').waitFor();
  assert.match(String(await page.evaluate(`document.querySelector('[name="configuration"]').value`)), /^club-card$/);
  await keyboard.type('Member number', '4711');
  await keyboard.type('Full name', 'Erika Mustermann');
  await keyboard.type('Member since', '02022020');
  await keyboard.choose('Over 18', 'yes');
  await keyboard.press('Create offer');
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  const link = (await page.locator('.copy code').first().textContent()) ?? '';
  const { answer } = await new Wallet({ issuer: world.server.url }).receive(link);
  assert.equal(answer.status, 200, answer.text);
  await page.getByRole('heading', { name: 'Issued', exact: true }).waitFor();
  return answer.json.credentials[0].credential as string;
}

test('a new credential type by the form, only by keyboard', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const world = await openConsoleWorld(t, browser);
  const { page, errors, foreign, goto } = await world.open();
  await goto('/configurations');
  await page.getByRole('link', { name: 'New credential' }).waitFor();
  const keyboard = keyboardOf(page);
  const begun = Date.now();
  await makeType(world, page, keyboard);
  const credential = await tryIt(world, page, keyboard);
  t.diagnostic(`${keyboard.keys()} keys, ${Math.round((Date.now() - begun) / 1000)} s`);
  const disclosed = credential
    .split('~')
    .slice(1, -1)
    .map((one) => Buffer.from(one, 'base64url').toString());
  assert.ok(
    disclosed.some((one) => one.includes('"member_since","2020-02-02"')),
    disclosed.join(),
  );
  assert.deepEqual(errors, []);
  assert.deepEqual(foreign, []);
});
