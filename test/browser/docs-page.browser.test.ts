/** The page `/docs/api.html` in a real browser: search, links into it, and calls that are tried with a pasted credential. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { routes } from '@countersign/gateway/routes/routes';
import type { Browser, Page } from 'playwright-core';
import { API_KEY } from '../support/server.ts';
import { openChromium } from './chromium.ts';
import { type ConsoleOptions, openConsole } from './console-world.ts';
import { accessible, picture } from './page-checks.ts';

const OFFER = '#post_vci_offer';

/** A window without a sign-in that shows the page. */
async function openDocs(t: TestContext, browser: Browser, options: ConsoleOptions = {}) {
  const opened = await openConsole(t, browser, { variant: 'none', ...options });
  await opened.page.goto(`${opened.server.url}/docs/api.html`);
  return opened;
}

async function paste(page: Page, option: string, secret: string): Promise<void> {
  await page.getByLabel('Try calls with').selectOption({ label: option });
  await page.getByLabel('API key or token').fill(secret);
}

test('search shows the calls that have every word, and a link opens its call', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const { page, server } = await openDocs(t, browser);
  const found = (): Promise<unknown> =>
    page.evaluate("[...document.querySelectorAll('details.call:not([hidden])')].map(({ id }) => id)");
  const search = page.getByRole('searchbox', { name: 'Search calls' });

  await search.fill('ROTATE secret');
  assert.deepEqual(await found(), ['post_webhooks_secret_rotate', 'post_tenants_tenant_clients_clientId_rotate']);
  assert.equal(await page.locator('#found').textContent(), `2 of ${routes.length} calls`);
  assert.deepEqual(await page.getByRole('navigation').getByRole('link').allTextContents(), [
    'Webhooks and events',
    'Tenants and clients',
    'Types',
  ]);
  await search.fill('credentialConfigurationIds');
  assert.ok(await page.locator(OFFER).isVisible(), 'a member of its body');
  await search.fill('no such call');
  assert.equal(await page.locator('#found').textContent(), 'No calls match');

  // A type's link leaves the search results.
  await page.goto(`${server.url}/docs/api.html#type-OfferResponse`);
  assert.ok(
    await page
      .locator('#type-OfferResponse')
      .getAttribute('open')
      .then((open) => open !== null),
  );
  assert.ok(await page.locator('#type-OfferResponse dt').first().isVisible());
  assert.equal(await search.inputValue(), '');
});

test('a call is tried with a pasted key, which nothing stores, and without the session of the console', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const { page, errors, foreign } = await openDocs(t, browser, { variant: 'b' });
  const offer = page.locator(OFFER);
  await paste(page, 'API key (variant A)', API_KEY);
  await offer.locator('summary').focus();
  await page.keyboard.press('Enter');
  assert.match((await offer.locator('.try').textContent()) ?? '', /POST \/vci\/offer.*Sent with the pasted API key/);

  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/vci/offer');
  await offer.getByRole('button', { name: 'Send POST' }).click();
  const headers = await (await asked).allHeaders();
  assert.deepEqual(
    [headers['x-api-key'], headers.cookie, headers['x-countersign-console']],
    [API_KEY, undefined, undefined],
  );
  await offer.getByText('201 Created').waitFor();
  const answer = JSON.parse((await offer.getByRole('status').locator('pre').textContent()) ?? '');
  assert.match(answer.uri, /^openid-credential-offer:/);

  await offer.getByLabel('Body').fill('{"response_type": "uri", "credentialConfigurationIds": ["unknown"]}');
  await offer.getByRole('button', { name: 'Send POST' }).click();
  await offer.getByText('400 Bad Request').waitFor();
  assert.match((await offer.getByRole('status').getByRole('link').getAttribute('href')) ?? '', /^\/docs\/reasons\//);

  assert.deepEqual(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]'), [0, 0, '']);
  await page.reload();
  assert.equal(await page.locator('#secret').inputValue(), '');
  assert.deepEqual(foreign, []);
  assert.deepEqual(
    errors.filter((text) => /Content Security Policy|TypeError/.test(text)),
    [],
  );
});

test('the credential selects the variant: with a token the call goes to the address of variant B', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const { page, server } = await openDocs(t, browser);
  await paste(page, 'Bearer token (variant B)', 'no-token');
  const session = page.locator('#get_session_sessionId');
  await session.locator('summary').click();
  await session.getByRole('button', { name: 'Send GET' }).click();
  assert.equal(await session.getByRole('status').textContent(), '', 'an address without its parameter is not called');
  await session.getByLabel('sessionId', { exact: true }).fill('a b/c');
  const asked = page.waitForRequest((request) => request.url().startsWith(`${server.url}/session/`));
  await session.getByRole('button', { name: 'Send GET' }).click();
  assert.equal((await asked).url(), `${server.url}/session/a%20b%2Fc`);
  assert.equal((await asked).headers().authorization, 'Bearer no-token');

  const offer = page.locator(OFFER);
  await offer.locator('summary').click();
  await offer.getByText('POST /issuer-management/offer', { exact: true }).waitFor();
  await page.getByLabel('Try calls with').selectOption({ label: 'API key (variant A)' });
  await offer.getByText('POST /vci/offer', { exact: true }).waitFor();
  assert.equal(await page.getByLabel('API key or token').inputValue(), '', 'a token is no key');
});

test('a call is shown as code for a client, and the choice counts for every call', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const { page } = await openDocs(t, browser);
  const offer = page.locator(OFFER);
  await offer.locator('summary').focus();
  await page.keyboard.press('Enter');
  await offer.getByRole('button', { name: 'Python', exact: true }).press('Enter');
  const [first, second] = await offer.locator('.command pre:visible').allTextContents();
  assert.match(first ?? '', /^answer = countersign\.call\("POST", "\/vci\/offer", \{\n {4}"response_type": "uri",/);
  assert.match(second ?? '', /"\/issuer-management\/offer"/);

  const session = page.locator('#get_session_sessionId');
  await session.locator('summary').click();
  assert.equal(
    await session.locator('.command pre:visible').first().textContent(),
    'answer = countersign.call("GET", f"/session/{session_id}")',
  );
  await session.getByRole('button', { name: 'curl', exact: true }).click();
  assert.match((await offer.locator('.command pre:visible').first().textContent()) ?? '', /^curl -X POST/);
});

test('an open call can be read and filled in by everyone', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  for (const { colorScheme, width } of [
    { colorScheme: 'light', width: 360 },
    { colorScheme: 'dark', width: 1280 },
  ] as const) {
    const { page } = await openDocs(t, browser, { colorScheme, width });
    await paste(page, 'API key (variant A)', 'wrong');
    const offer = page.locator(OFFER);
    await offer.locator('summary').click();
    await page.locator('#type-Session summary').click();
    await offer.getByRole('button', { name: 'Send POST' }).click();
    await offer.getByText('401 Unauthorized').waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
    await accessible(page);
    await picture(page, `docs-call-${colorScheme}-${width}`);
  }
});

test('without a script the page can be read, and offers nothing that needs one', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const { server } = await openConsole(t, browser, { variant: 'none' });
  const context = await browser.newContext({ javaScriptEnabled: false });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(`${server.url}/docs/api.html`);
  await page.locator(`${OFFER} summary`).click();
  assert.ok(await page.locator(`${OFFER} pre`).first().isVisible());
  assert.equal(await page.locator('#tools').isVisible(), false);
});
