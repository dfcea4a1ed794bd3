/**
 * A new credential type without reading JSON, only by keyboard: five fields, two languages, a colour and a logo in the
 * form. It is then issued to a synthetic wallet, and two of its fields are requested by a second form and verified.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@countersign/shared/test/patience';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import {
  fetchRequest,
  type HeldCredential,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import type { Page } from 'playwright-core';
import { openChromium } from './chromium.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { type Keyboard, keyboardOf } from './keyboard.ts';
import { accessible, picture } from './page-checks.ts';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 32"><rect width="96" height="32" rx="6" fill="#ffd166"/></svg>';

const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The browser's own window for files is not part of the page. */
async function chooseFile(page: Page, keyboard: Keyboard, label: RegExp, name: string, buffer: Buffer): Promise<void> {
  await keyboard.reach(label);
  const mimeType = name.endsWith('.svg') ? 'image/svg+xml' : 'image/png';
  await page.getByLabel(label).setInputFiles({ name, mimeType, buffer });
}

async function chooseLogo(page: Page, keyboard: Keyboard): Promise<void> {
  await chooseFile(page, keyboard, /^Logo from a file/, 'club.svg', Buffer.from(LOGO));
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
  { en: 'Photo', de: 'Foto', type: 'Image' },
];

async function addField(page: Page, keyboard: Keyboard, { en, de, type }: Typed): Promise<void> {
  await keyboard.activate('Add field');
  await keyboard.at('Label (English)');
  await page.keyboard.type(en);
  await keyboard.write('Label (German)', de);
  await keyboard.choose('Type', type);
}

/** The fields of the section are loaded when it is opened. */
async function choosePolicy(page: Page, keyboard: Keyboard): Promise<void> {
  await keyboard.activate(/^Disclosure policy/);
  await page.getByLabel('Who may see the credential').waitFor();
  await keyboard.choose('Who may see the credential', 'Only certain parties');
  await keyboard.write(/^Parties/, 'NTRDE-HRB1\nNTRDE-HRB2 https://club.example/member');
}

async function makeType(world: ConsoleWorld, page: Page, keyboard: Keyboard): Promise<void> {
  await keyboard.activate('New credential');
  await page.getByLabel('Id (required)').waitFor();
  await keyboard.write('Id (required)', 'club-card');
  await keyboard.write('Name in English (required)', 'Club card');
  await keyboard.choose('Another language', 'German');
  await keyboard.activate('Add language');
  await keyboard.at('Name in German (required)');
  await page.keyboard.type('Klubausweis');
  await keyboard.write('Background colour', '#14532d');
  await keyboard.write('Text colour', '#f0fdf4');
  await chooseLogo(page, keyboard);
  for (const field of FIELDS) await addField(page, keyboard, field);
  await choosePolicy(page, keyboard);
  await picture(page, 'form-credential');
  await accessible(page);
  await keyboard.activate('Store');
  await page.getByText('Stored', { exact: true }).waitFor();
  const stored = (await world.server.a('/issuer-management').then((got) => got.json())) as Record<string, unknown>[];
  const {
    config,
    schema,
    disclosureFrame,
    disclosure_policy: policy,
  } = stored.find(({ id }) => id === 'club-card') ?? {};
  assert.deepEqual(disclosureFrame, { _sd: ['member_number', 'full_name', 'member_since', 'over_18', 'photo'] });
  assert.deepEqual(Object.entries((schema as { properties: object }).properties), [
    ['member_number', { type: 'string' }],
    ['full_name', { type: 'string' }],
    ['member_since', { type: 'string', format: 'date' }],
    ['over_18', { type: 'boolean' }],
    ['photo', { type: 'string', contentMediaType: 'image/jpeg', pattern: '^data:image/' }],
  ]);
  const { id, ...audience } = policy as Record<string, unknown>;
  assert.match(String(id), /^urn:uuid:[0-9a-f-]{36}$/);
  assert.deepEqual(audience, {
    type: 'parties',
    parties: [{ identifier: 'NTRDE-HRB1' }, { identifier: 'NTRDE-HRB2', entitlement: 'https://club.example/member' }],
  });
  const colours = { background_color: '#14532d', text_color: '#f0fdf4', logo: { uri: '<PUBLIC_URL>/public/club.svg' } };
  assert.deepEqual((config as { display: unknown }).display, [
    { name: 'Club card', locale: 'en', ...colours },
    { name: 'Klubausweis', locale: 'de', ...colours },
  ]);
}

/** @returns the credential in the wallet */
async function tryIt(world: ConsoleWorld, page: Page, keyboard: Keyboard): Promise<HeldCredential> {
  await keyboard.activate('Issue it now');
  await page.getByLabel('Member number').waitFor();
  assert.match(String(await page.evaluate(`document.querySelector('[name="configuration"]').value`)), /^club-card$/);
  await keyboard.write('Member number', '4711');
  await keyboard.write('Full name', 'Erika Mustermann');
  await keyboard.write('Member since', '02022020');
  await keyboard.choose('Over 18', 'yes');
  await chooseFile(page, keyboard, /^Photo/, 'photo.png', Buffer.from(LOGO));
  await page.getByText('Choose a JPEG or PNG image.').waitFor();
  await chooseFile(page, keyboard, /^Photo/, 'photo.png', PHOTO);
  await page.getByRole('img', { name: 'Chosen image: Photo' }).waitFor();
  await picture(page, 'form-offer');
  await accessible(page);
  await keyboard.activate('Create offer');
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  const link = (await page.locator('.copy code').first().textContent()) ?? '';
  const { answer, key } = await new Wallet({ issuer: world.server.url }).receive(link);
  assert.equal(answer.status, 200, answer.text);
  await page.getByRole('heading', { name: 'Issued', exact: true }).waitFor();
  return { credential: answer.json.credentials[0].credential, key };
}

function disclosedIn(credential: string): readonly string[] {
  const disclosures = credential.split('~').slice(1, -1);
  return disclosures.map((one) => Buffer.from(one, 'base64url').toString());
}

/** The credential with the disclosures of these fields. */
function withOnly(credential: string, names: readonly string[]): string {
  const [jwt = '', ...disclosures] = credential.split('~').slice(0, -1);
  const texts = disclosedIn(credential);
  const kept = disclosures.filter((_, index) => names.some((name) => texts[index]?.includes(`"${name}"`)));
  return [jwt, ...kept, ''].join('~');
}

/** Asks for two of the five fields, and the page shows them. */
async function verifyIt(page: Page, keyboard: Keyboard, held: HeldCredential): Promise<void> {
  await keyboard.activate('Configurations');
  await page.getByRole('link', { name: 'New presentation' }).waitFor();
  await keyboard.activate('New presentation');
  await page.getByLabel('Id (required)').waitFor();
  await keyboard.write('Id (required)', 'club-check');
  await keyboard.activate('Add credential');
  await keyboard.at('Credential type');
  await keyboard.choose('Credential type', 'Club card (club-card)');
  await keyboard.tick('Full name');
  await keyboard.tick('Over 18');
  await keyboard.write('Purpose in English', 'Entrance to the club house');
  await picture(page, 'form-presentation');
  await accessible(page);
  await keyboard.activate('Store');
  await page.getByText('Stored', { exact: true }).waitFor();
  await keyboard.activate('Request it now');
  await page.getByRole('button', { name: 'Create request' }).waitFor();
  await keyboard.activate('Create request');
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  const link = (await page.locator('.copy code').first().textContent()) ?? '';
  const request = await fetchRequest(link);
  assert.deepEqual(
    request.dcql_query.credentials.map(({ claims }) => claims),
    [[{ path: ['full_name'] }, { path: ['over_18'] }]],
  );
  const shown = { ...held, credential: withOnly(held.credential, ['full_name', 'over_18']) };
  const token = vpTokenOf(present(shown, request), request);
  const { status } = await post(request.response_uri, responseFields(request, token));
  assert.ok(status < 300, String(status));
  await page.getByRole('heading', { name: /^Verified: / }).waitFor();
  await page.getByText('Erika Mustermann').first().waitFor();
  assert.equal(await page.getByText('4711').count(), 0);
}

test('a new credential type by the form, only by keyboard', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const world = await openConsoleWorld(t, browser);
  const { page, errors, foreign, goto } = await world.open();
  const keyboard = await keyboardOf(page);
  await goto('/configurations');
  await page.getByRole('link', { name: 'New credential' }).waitFor();
  const begun = Date.now();
  await makeType(world, page, keyboard);
  const held = await tryIt(world, page, keyboard);
  await verifyIt(page, keyboard, held);
  await keyboard.onlyKeys();
  t.diagnostic(`${keyboard.keys()} keys, ${Math.round((Date.now() - begun) / 1000)} s`);
  const disclosed = disclosedIn(held.credential);
  assert.ok(
    disclosed.some((one) => one.includes('"member_since","2020-02-02"')),
    disclosed.join(),
  );
  const photo = `"photo","data:image/png;base64,${PHOTO.toString('base64')}"`;
  assert.ok(disclosed.some((one) => one.includes(photo)));
  assert.deepEqual(errors, []);
  assert.deepEqual(foreign, []);
});
