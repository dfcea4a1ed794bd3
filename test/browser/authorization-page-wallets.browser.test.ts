/**
 * The authorization page in Chromium asks the browser's wallets: its virtual wallet passes on a wallet's response to
 * the page's request.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pageTexts } from '@countersign/issuer/pages/authorization-page-texts';
import { patience } from '@countersign/shared/test/patience';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import type { DigitalMessage } from '@countersign/wallet/presentation/digital-request';
import { errorFields, fetchRequest, post } from '@countersign/wallet/presentation/present';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { writeMemberAfter } from '../support/authorization-page.ts';
import { ISO_MDOC } from '../support/iso-mdoc-wallet.ts';
import { openPageWallet, type PageWallet, writePageQuestions } from '../support/page-wallet.ts';
import { holdPidOf, offerOf, presentTo, SHAPE_A } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openChromium } from './chromium.ts';
import { accessible } from './page-checks.ts';

const SIGNED = 'openid4vp-v1-signed';
const REDIRECT = 'http://127.0.0.1:1/cb';

interface World {
  readonly server: TestServer;
  readonly browser: Browser;
  readonly device: PageWallet;
}

interface Opened {
  readonly page: Page;
  readonly devTools: CDPSession;
  readonly requests: readonly DigitalMessage[];
  readonly errors: readonly string[];
  readonly link: string;
  /** The wallet's addresses that the browser was redirected to. */
  readonly led: readonly string[];
}

/** @param without true for a browser that has no Digital Credentials API */
async function openPage(
  t: TestContext,
  { server, browser }: World,
  { type = 'page-mdl', locale = 'en-GB', without = false } = {},
): Promise<Opened> {
  const wallet = new Wallet({ issuer: server.url, redirectUri: REDIRECT });
  const made = await offerOf(server, SHAPE_A, { credentialConfigurationIds: [`member-${type}`] });
  const pushed = await wallet.par(wallet.authorizationParameters(await wallet.offer(made.uri)));
  const context = await browser.newContext({ locale });
  t.after(() => context.close());
  if (without) await context.addInitScript('delete globalThis.DigitalCredential');
  const page = await context.newPage();
  page.setDefaultTimeout(await patience(20_000));
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  const led: string[] = [];
  await page.route(`${REDIRECT}**`, (route) => {
    led.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>wallet</title><link rel="icon" href="data:,">' });
  });
  const devTools = await context.newCDPSession(page);
  const query = new URLSearchParams({ client_id: wallet.clientId, request_uri: pushed.json.request_uri });
  const prepared = without ? undefined : page.waitForResponse('**/authorize/wallet/**');
  await page.goto(`${server.url}/authorize?${query}`);
  const answer = await prepared;
  const { requests = [] } = answer === undefined ? {} : ((await answer.json()) as { requests: DigitalMessage[] });
  const { open } = pageTexts[locale.startsWith('de') ? 'de' : 'en'];
  const link = (await page.getByRole('link', { name: open }).getAttribute('href')) ?? '';
  return { page, devTools, requests, errors, link, led };
}

/** What the browser does at the next call. The types of playwright-core do not have the domain yet. */
function behave({ devTools }: Opened, behavior: object): Promise<unknown> {
  return devTools.send('DigitalCredentials.setVirtualWalletBehavior' as never, behavior as never);
}

function handOn(opened: Opened, { protocol, data }: DigitalMessage): Promise<unknown> {
  return behave(opened, { action: 'respond', protocol, response: data });
}

async function ask({ page }: Opened, language: 'en' | 'de' = 'en'): Promise<void> {
  await page.getByRole('button', { name: pageTexts[language].ask }).click();
}

async function ledToWallet({ page, led }: Opened): Promise<void> {
  await page.waitForURL(`${REDIRECT}**`);
  assert.equal(led.length, 1);
  assert.ok(new URL(page.url()).searchParams.has('code'));
}

test('the authorization page asks the wallets of its browser', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const server = await startSampleServer();
  t.after(() => server.close());
  writePageQuestions(server, SHAPE_A, ['https://shop.example']);
  for (const type of ['page-pid', 'page-mdl']) writeMemberAfter(server, SHAPE_A, type);
  const world = { server, browser, device: await openPageWallet(server, SHAPE_A) };
  const origin = new URL(server.url).origin;

  for (const [type, protocol] of [
    ['page-pid', SIGNED],
    ['page-mdl', ISO_MDOC],
  ] as const) {
    await t.test(`${type} by ${protocol}: the page continues to the wallet`, async (inner) => {
      const opened = await openPage(inner, world, { type });
      await accessible(opened.page);
      await handOn(opened, world.device.answer(opened.requests, protocol, origin));
      await ask(opened);
      await ledToWallet(opened);
      assert.deepEqual(opened.errors, []);
    });
  }

  await t.test('after the person has cancelled, the page says so, and the link still counts', async (inner) => {
    const opened = await openPage(inner, world, { type: 'page-pid', locale: 'de-AT' });
    await behave(opened, { action: 'decline' });
    await ask(opened, 'de');
    await opened.page.locator('#state').getByText(pageTexts.de.states['waiting-no_answer'].text).waitFor();
    assert.ok(await opened.page.getByRole('img', { name: pageTexts.de.code }).isVisible());
    await accessible(opened.page);
    const { answer } = await presentTo(opened.link, await holdPidOf(server, SHAPE_A));
    assert.equal(answer.status, 200, answer.text);
    await ledToWallet(opened);
    assert.deepEqual(opened.errors, []);
  });

  await t.test('after an answer that is not accepted the person may ask again', async (inner) => {
    const [opened, other] = [await openPage(inner, world), await openPage(inner, world)];
    await handOn(opened, world.device.answer(other.requests, SIGNED, origin));
    const refused = opened.page.waitForResponse((answer) => answer.request().method() === 'POST');
    await ask(opened);
    assert.equal((await refused).status(), 400);
    await handOn(opened, world.device.answer(opened.requests, SIGNED, origin));
    await ask(opened);
    await ledToWallet(opened);
  });

  await t.test('while the browser still asks, the link may be first: the page continues', async (inner) => {
    const opened = await openPage(inner, world, { type: 'page-pid' });
    await behave(opened, { action: 'wait' });
    await ask(opened);
    const { answer } = await presentTo(opened.link, await holdPidOf(server, SHAPE_A));
    assert.equal(answer.status, 200, answer.text);
    await ledToWallet(opened);
    assert.deepEqual(opened.errors, []);
  });

  await t.test('the end of the request ends the call of the browser', async (inner) => {
    const opened = await openPage(inner, world, { type: 'page-pid' });
    await opened.page.evaluate(`navigator.credentials.get = ({ signal }) => new Promise((_, reject) => {
      signal.addEventListener('abort', () => { globalThis.ended = true; reject(signal.reason); });
    }); undefined`);
    await ask(opened);
    const request = await fetchRequest(opened.link);
    const declined = await post(request.response_uri, errorFields(request, 'access_denied'));
    assert.equal(declined.status, 200, declined.text);
    const { title } = pageTexts.en.states['refused-declined'];
    await opened.page.locator('#state').getByText(String(title)).waitFor();
    assert.equal(await opened.page.evaluate('globalThis.ended'), true);
    assert.equal(await opened.page.getByRole('button').count(), 0);
    assert.deepEqual(opened.errors, []);
  });

  await t.test('a browser without the API has link and code as before, and asks for nothing', async (inner) => {
    const opened = await openPage(inner, world, { without: true });
    let asked = 0;
    opened.page.on('request', (request) => {
      if (request.url().includes('/authorize/wallet/')) asked += 1;
    });
    await opened.page.reload();
    await opened.page.getByText(pageTexts.en.states.waiting.text).waitFor();
    await opened.page.getByText('Valid until').waitFor();
    assert.equal(await opened.page.getByRole('button').count(), 0);
    assert.ok(await opened.page.getByRole('img', { name: pageTexts.en.code }).isVisible());
    assert.equal(asked, 0);
  });
});
