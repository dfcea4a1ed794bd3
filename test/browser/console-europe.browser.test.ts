/**
 * A tenant of profile `eu` in the console, in Chromium: what it lacks, its registrar, the lists that it follows from a
 * scripted operator, and the list that it publishes. SCREENSHOTS is a folder for pictures of each theme.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { trustListsJob } from '@countersign/european-trust/refresh/tenant-lists';
import { entityBody, listBody } from '@countersign/european-trust/test/hosting/hosted-bodies';
import {
  DAY,
  entityOf,
  listContent,
  makeSigner,
  serviceOf,
  signedList,
  time,
} from '@countersign/european-trust/test/lists/made-lists';
import { makeTestAuthority } from '@countersign/european-trust/test/registration/made-certificates';
import { createOutbound } from '@countersign/shared/http/outbound';
import type { Page } from 'playwright-core';
import { openEuropeanAuthority, writeFiles } from '../support/european-authority.ts';
import { jsonBody, type TestServer } from '../support/server.ts';
import { openChromium } from './chromium.ts';
import { type ConsolePageRow, checkPage, openForms } from './console-row.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { picture } from './page-checks.ts';

/** Lists have whole seconds. */
const NOW = Math.floor(Date.now() / 1000) * 1000;
const VALIDITY = { notBefore: NOW - 10 * DAY, notAfter: NOW + 400 * DAY };
const NAMES = ['Ministry of the Interior', 'City of Berlin', 'Land registry', 'Federal Printing Office'];

/**
 * An operator that publishes one list after the other, and may be unavailable (`away`) or send forged lists (`forged`).
 */
async function openOperator(t: TestContext) {
  const [operator, stranger] = [await makeSigner('Operator', VALIDITY), await makeSigner('Stranger', VALIDITY)];
  const authorities = await Promise.all(NAMES.map((name) => makeTestAuthority(`${name} CA`, VALIDITY)));
  let number = 1;
  const listOf = (isForged: boolean): Buffer => {
    const shown = number === 1 ? [0, 1] : [0, 2, 3];
    const entities = shown.map((index) => {
      const certificates = [authorities[index]?.certificate ?? operator.certificate];
      return entityOf(NAMES[index] ?? '', 'PID', [serviceOf({ type: 'PID/Issuance', certificates })]);
    });
    const scheme = {
      LoTESequenceNumber: number,
      ListIssueDateTime: time(NOW - DAY / 2),
      NextUpdate: time(NOW + 90 * DAY),
    };
    const content = listContent({ entities, scheme, successors: [operator.certificate] });
    return signedList(content, { signer: isForged ? stranger : operator });
  };
  const server = createServer(({ url }, response) => {
    if (url === '/away.jwt') response.writeHead(503).end();
    else response.end(listOf(url === '/forged.jwt'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    pem: operator.certificate.toString(),
    publish: (next: number) => {
      number = next;
    },
  };
}

/** The default tenant in profile `eu`, which lacks some parts. */
async function openEurope(t: TestContext, world: ConsoleWorld, ahead: (milliseconds: number) => void): Promise<void> {
  const { server } = world;
  const authority = await openEuropeanAuthority({ clock: () => NOW });
  t.after(() => authority.close());
  const { 'trust/wallet-providers/provider.pem': _, ...files } = authority.files;
  writeFiles(server.configFolder, files);
  const operator = await openOperator(t);
  const source = { url: `${operator.url}/pid.jwt`, list: 'pid-providers', pem: operator.pem };
  for (const [id, file] of [
    ['europe', 'pid'],
    ['forged', 'forged'],
    ['away', 'away'],
  ])
    await made(server, '/trust/lists', { ...source, id, url: `${operator.url}/${file}.jwt` });
  const job = trustListsJob(server.platform, createOutbound({ allow: ['127.0.0.1'] }));
  await job.run();
  operator.publish(2);
  ahead(DAY / 4);
  await job.run();
  await made(server, '/hosted-lists/pid', listBody());
  const { certificate } = await makeTestAuthority('PID CA', VALIDITY);
  await made(server, '/hosted-lists/pid/entities', entityBody(certificate));
}

async function made(server: TestServer, path: string, body: object): Promise<void> {
  const answer = await server.a(path, { method: 'POST', ...jsonBody(body) });
  assert.equal(answer.status, 201, await answer.text());
}

const rows: readonly ConsolePageRow[] = [
  {
    name: 'eu-trust-lists',
    path: '/trust-lists',
    heading: { en: 'Trust lists', de: 'Vertrauenslisten' },
    visible: async (page) => {
      await page.getByText(/^(4 added, 1 removed|4 hinzugekommen, 1 entfernt)$/).waitFor();
      await page.getByRole('button', { name: /^(Show entries: europe|Einträge zeigen: europe)$/ }).click();
      await page.getByText('City of Berlin').first().waitFor({ state: 'attached' });
      await page.getByRole('heading', { name: /^(Entries of europe|Einträge von europe)$/ }).waitFor();
      await page.getByRole('button', { name: /^(Show entities and history|Stellen und Verlauf zeigen): pid$/ }).click();
      await page.getByRole('tab', { name: /^(History|Verlauf)$/ }).click();
      await page.getByText(/^(Entity stored|Stelle gespeichert): ministry$/).waitFor();
      await openForms(page);
    },
  },
  {
    name: 'eu-home',
    path: '/',
    heading: { en: 'Home', de: 'Start' },
    visible: (page) => page.getByText(/^(Wallet providers|Wallet-Anbieter)$/).waitFor(),
  },
  {
    name: 'eu-settings',
    path: '/settings',
    heading: { en: 'Settings', de: 'Einstellungen' },
    visible: async (page) => {
      await page
        .getByText(/^(missing|fehlt)$/)
        .first()
        .waitFor();
      await page.getByText(/^(No registrar|Kein Registrar)$/).waitFor();
    },
  },
];

test('a tenant of profile eu in the console', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  let offset = 0;
  const world = await openConsoleWorld(t, browser, {
    clock: () => Date.now() + offset,
    env: { OUTBOUND_ALLOW: '127.0.0.1' },
  });
  await openEurope(t, world, (milliseconds) => {
    offset += milliseconds;
  });
  for (const row of rows) {
    await t.test(row.name, async () => {
      const console = await world.open();
      await checkPage(console, row, row.path ?? '/');
      await looks(console.page, row.name);
      await console.context.close();
    });
  }
  await t.test('entries are searched, and a source is changed twice and deleted', async () => {
    const { page, context, goto } = await world.open();
    await goto('/trust-lists');
    await searched(page);
    await changed(page);
    await context.close();
  });
});

/** Pictures in light and dark, wide and narrow. */
async function looks(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await picture(page, `${name}-${colorScheme}-${width}`);
    }
  }
}

async function searched(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show entries: europe' }).click();
  await page.getByText('3 of 3').waitFor();
  await page.getByLabel('Search entries').fill('registry');
  await page.getByText('1 of 1').waitFor();
  await page.getByLabel('Search entries').fill('nobody');
  await page.getByText('No entry fits').waitFor();
}

async function changed(page: Page): Promise<void> {
  for (const graceHours of ['3', '4']) {
    await page.getByRole('button', { name: 'Edit: away' }).click();
    const source = page.getByLabel(/^Source \(JSON\)/);
    await source.fill(
      (await source.inputValue())
        .replace(/\}\s*$/, `, "graceHours": ${graceHours} }`)
        .replace(/,\s*"graceHours": 3,/, ','),
    );
    await page.getByRole('button', { name: 'Store trust list' }).click();
    await page.getByText('Trust list stored: away').waitFor();
  }
  await page.getByRole('button', { name: 'Delete: away' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Edit: away' }).waitFor({ state: 'detached' });
}
