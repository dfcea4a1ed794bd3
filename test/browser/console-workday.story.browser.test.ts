/**
 * A case worker's day in the console, in German and with the keyboard only: sign in, issue for a case, find it again,
 * revoke, ask for a presentation, understand a refusal, resend a webhook, compare before an import, show the auditor,
 * and hand over to a colleague. Only the wallets and the backend are programs. A new credential type, task 9, has its own
 * story: console-form.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until } from '@countersign/shared/test/patience';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import {
  fetchRequest,
  type HeldCredential,
  post,
  present,
  responseFields,
} from '@countersign/wallet/presentation/present';
import type { Page } from 'playwright-core';
import { makeOffer, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { holdPid, pidQuestion } from '../support/presentation.ts';
import { API_KEY, type TestServer } from '../support/server.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { openChromium } from './chromium.ts';
import { openConsoleWorld, ROLE_SECRET } from './console-world.ts';
import { type Keyboard, keyboardOf } from './keyboard.ts';
import { accessible, picture } from './page-checks.ts';

const CASE = '2026/4711';
const PID = 'Personenidentifikationsdaten (pid)';

interface Day {
  readonly page: Page;
  readonly keys: Keyboard;
  readonly server: TestServer;
  readonly receiver: WebhookReceiver;
  /** The credential of the case. */
  held?: HeldCredential;
}

const tasks: readonly (readonly [string, (day: Day) => Promise<void>])[] = [
  ['1: sign in and see what needs attention', signIn],
  ['2 and 3: issue for a case, and see what the wallet did with the code', issue],
  ['3: see in one sentence why a credential was not issued', notIssued],
  ['4: find the case by its reference', findCase],
  ['5: revoke it with a reason, and see it revoked everywhere', revoke],
  ['6: ask for a presentation and read the result out', verify],
  ['7: understand a refusal, and what to tell the person', understandRefusal],
  ['8: see since when the webhook fails and with which response, and resend when it is mended', resend],
  ['10: compare what changes before an import', compareImport],
  ['11: show the auditor who revoked what', showAuditor],
  ['12: hand over to a colleague who may only look', handOver],
];

test("a case worker's day, with the keyboard only", async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const world = await openConsoleWorld(t, browser, { env: { WEBHOOK_SCHEDULE: '0' } });
  world.server.writeConfig('presentation/question.json', pidQuestion);
  const receiver = await openReceiver();
  t.after(() => receiver.close());
  await failingWebhook(world.server, receiver);
  const { page, errors } = await world.open({ variant: 'none', language: 'de', path: '/blank' });
  const keys = await keyboardOf(page);
  const day: Day = { page, keys, server: world.server, receiver };
  await page.goto(`${world.server.url}/console`);
  for (const [name, task] of tasks) await step(t, page, name, () => task(day));
  await keys.onlyKeys();
  // The browser reports the call without a cookie on the sign-in page, and what a viewer may not read.
  assert.deepEqual(
    errors.filter((line) => !/status of (401|403)/.test(line)),
    [],
  );
});

/** Later tasks continue on the page of earlier ones, so the first failure ends the day. */
async function step(t: TestContext, page: Page, name: string, task: () => Promise<void>): Promise<void> {
  let failure: unknown;
  await t.test(name, async () => {
    try {
      await task();
    } catch (error) {
      await picture(page, 'workday-failure');
      failure = error;
      throw error;
    }
  });
  if (failure !== undefined) throw failure;
}

/** The backend does not accept the outcome of an issuance. */
async function failingWebhook(server: TestServer, receiver: WebhookReceiver): Promise<void> {
  receiver.status = 503;
  const notifyWebhook = { url: receiver.url };
  const made = await makeOffer(server, { ...PRE_AUTHORIZED_FLOW, notifyWebhook });
  await new Wallet({ issuer: server.url }).receive(made.uri);
  await until('the failed webhook', async () => {
    const failed = (await (await server.a('/deliveries?state=dead')).json()) as readonly unknown[];
    return failed.length === 1;
  });
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, exact: true });

async function open({ page, keys }: Day, name: string): Promise<void> {
  await keys.activate(page.getByRole('navigation').getByRole('link', { name, exact: true }));
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** The link that the QR code contains. */
async function linkOn(page: Page): Promise<string> {
  await page.getByRole('img', { name: /^QR-Code/ }).waitFor();
  return (await page.locator('.copy code').first().textContent()) ?? '';
}

async function signIn({ page, keys }: Day): Promise<void> {
  await keys.write(page.getByLabel(/^API-Schlüssel \(/), API_KEY);
  await page.keyboard.press('Enter');
  await heading(page, 'Start').waitFor();
  await page.getByText('Zu erledigen').waitFor();
  await page.getByText(/^Ein Webhook ist fehlgeschlagen\./).waitFor();
}

async function issue(day: Day): Promise<void> {
  const { page, keys, server } = day;
  await open(day, 'Ausstellen');
  await keys.choose(page.getByLabel('Nachweis', { exact: true }), PID);
  await keys.write(page.getByLabel('Ihre Referenz'), CASE);
  await keys.write(page.getByLabel(/^Vorname/), 'Erika');
  await keys.write(page.getByLabel(/^Nachname/), 'Mustermann');
  // The order of day and month is the browser's.
  await keys.write(page.getByLabel(/^Geburtsdatum/), '01011980');
  await keys.activate(button(page, 'Angebot erstellen'));
  const link = await linkOn(page);
  await heading(page, 'Angebot erstellt').waitFor();
  const wallet = new Wallet({ issuer: server.url });
  await wallet.offer(link);
  await heading(page, 'Von einer Wallet gescannt').waitFor();
  const { answer, key } = await wallet.receive(link);
  assert.equal(answer.status, 200, answer.text);
  day.held = { credential: answer.json.credentials[0].credential, key };
  await heading(page, 'Ausgestellt').waitFor();
  await page.getByRole('img', { name: /^QR-Code/ }).waitFor({ state: 'detached' });
  await accessible(page);
}

async function notIssued({ page, keys, server }: Day): Promise<void> {
  await keys.activate(button(page, 'Weiteres Angebot'));
  await keys.choose(page.getByLabel('Nachweis', { exact: true }), PID);
  await keys.activate(button(page, 'Mit Musterdaten füllen'));
  await keys.tick(page.getByLabel(/Transaktionscode/));
  await keys.activate(button(page, 'Angebot erstellen'));
  const link = await linkOn(page);
  const wallet = new Wallet({ issuer: server.url });
  const offer = await wallet.offer(link);
  for (let attempt = 0; attempt < 10; attempt += 1) await wallet.redeem(offer, '000000');
  await heading(page, /^Nicht ausgestellt: Transaktionscode zu oft falsch$/).waitFor();
}

async function findCase({ page, keys }: Day): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Suche' }).waitFor();
  await page.keyboard.type(CASE);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Vorgang', exact: true }).waitFor();
  await page.getByText(CASE).waitFor();
  assert.doesNotMatch(page.url(), /4711/);
  await keys.reach(button(page, 'Widerrufen: pid'));
}

async function revoke(day: Day): Promise<void> {
  const { page, keys } = day;
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await keys.choose(dialog.getByLabel('Grund'), 'Wallet oder Gerät verloren');
  await keys.activate(dialog.getByRole('button', { name: 'Widerrufen', exact: true }));
  await heading(page, 'Ausgestellt, später widerrufen').waitFor();
  await page.locator('.badge', { hasText: 'widerrufen' }).first().waitFor();
  await open(day, 'Vorgänge');
  await page.getByRole('row', { name: CASE }).getByText('widerrufen', { exact: true }).waitFor();
}

async function ask(day: Day): Promise<string> {
  const { page, keys } = day;
  await keys.choose(page.getByLabel('Abfrage', { exact: true }).first(), 'question');
  await keys.activate(button(page, 'Anfrage erstellen'));
  return linkOn(page);
}

async function answer(link: string, held: HeldCredential): Promise<void> {
  const request = await fetchRequest(link);
  await post(request.response_uri, responseFields(request, { pid: [present(held, request)] }));
}

async function verify(day: Day): Promise<void> {
  const valid = await holdPid(day.server);
  await open(day, 'Prüfen');
  await answer(await ask(day), valid);
  await heading(day.page, 'Geprüft: Vorname').waitFor();
  await heading(day.page, 'Vorgelegte Angaben').waitFor();
}

async function understandRefusal(day: Day): Promise<void> {
  const { page, keys, held } = day;
  await keys.activate(button(page, 'Weitere Anfrage'));
  await answer(await ask(day), held ?? assert.fail('nothing was issued'));
  await heading(page, 'Abgelehnt: Nachweis widerrufen').waitFor();
  await page.getByText('Bitten Sie die Person, sich einen neuen Nachweis ausstellen zu lassen.').first().waitFor();
  await accessible(page);
}

async function resend(day: Day): Promise<void> {
  const { page, keys, receiver } = day;
  await open(day, 'Webhooks');
  await page.getByText(/^Zustellungen an http:\/\/127\.0\.0\.1:\d+ schlagen fehl$/).waitFor();
  await page.getByText(/Seit .*Letzte Antwort: HTTP 503\..*anderen Status als 2xx/).waitFor();
  receiver.status = 204;
  await keys.activate(page.getByRole('button', { name: /^Fehlgeschlagene an .* erneut senden$/ }));
  await keys.activate(page.getByRole('dialog').getByRole('button', { name: 'Erneut senden', exact: true }));
  await page.getByText('1 von 1 erneut gesendet').waitFor();
  await receiver.wait(2);
  await page.getByText(/schlagen fehl$/).waitFor({ state: 'detached' });
}

async function compareImport(day: Day): Promise<void> {
  const { page, keys, server } = day;
  const { issuance } = (await (await server.a('/configurations/export')).json()) as {
    readonly issuance: readonly { readonly id: string }[];
  };
  const changed = { ...issuance.find(({ id }) => id === 'member'), lifetime: 86_400 };
  const file = JSON.stringify({ version: 1, issuance: [changed] });
  await open(day, 'Konfigurationen');
  // The browser's own window for files is not part of the page.
  const field = page.getByLabel(/^Eine Datei importieren/);
  await keys.reach(field);
  await field.setInputFiles({ name: 'file.json', mimeType: 'application/json', buffer: Buffer.from(file) });
  await page.getByRole('row', { name: /\/lifetime.*86400/ }).waitFor();
  await keys.activate(button(page, 'Importieren'));
  await keys.activate(page.getByRole('dialog').getByRole('button', { name: 'Importieren', exact: true }));
  await page.getByText('importiert', { exact: true }).waitFor();
}

async function showAuditor(day: Day): Promise<void> {
  const { page, keys } = day;
  await open(day, 'Protokoll');
  await keys.choose(page.getByLabel('Was', { exact: true }), 'hat den Status eines Nachweises geändert');
  await keys.activate(button(page, 'Anzeigen'));
  const rows = page.locator('tbody tr');
  await page.getByText(/Grund: Wallet oder Gerät verloren/).waitFor();
  assert.equal(await rows.count(), 1);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    keys.activate(button(page, 'Als JSON-Zeilen exportieren')),
  ]);
  assert.match(file.suggestedFilename(), /^audit-.*\.jsonl$/);
}

async function handOver({ page, keys }: Day): Promise<void> {
  await keys.activate(button(page, 'Abmelden'));
  await keys.choose(page.getByLabel('Anmelden mit'), 'Client');
  await keys.write(page.getByLabel(/^Client-ID/), 'viewer');
  await keys.write(page.getByLabel(/^Client-Geheimnis/), ROLE_SECRET);
  await page.keyboard.press('Enter');
  const navigation = page.getByRole('navigation');
  await navigation.getByRole('link', { name: 'Vorgänge', exact: true }).waitFor();
  assert.equal(await navigation.getByRole('link', { name: 'Ausstellen', exact: true }).count(), 0);
  await keys.activate(navigation.getByRole('link', { name: 'Konfigurationen', exact: true }));
  await heading(page, 'Konfigurationen').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Neuer Nachweis', exact: true }).count(), 0);
  await accessible(page);
}
