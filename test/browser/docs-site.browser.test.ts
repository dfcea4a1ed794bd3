/** The documents at `/docs` in a real browser: search, tabs, copying and the theme, for everyone and within their policy. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openChromium } from './chromium.ts';
import { type ConsoleOptions, openConsole } from './console-world.ts';
import { accessible, documentPicture, picture } from './page-checks.ts';

async function openSite(t: TestContext, browser: Browser, path = '', options: ConsoleOptions = {}) {
  const opened = await openConsole(t, browser, { variant: 'none', ...options });
  await opened.page.goto(`${opened.server.url}/docs${path}`);
  return opened;
}

/** Errors, except the console's first page's: nobody is signed in there. */
const ofPages = (errors: readonly string[]) => errors.filter((text) => !text.includes('401 (Unauthorized)'));

const SAMPLES = [
  '',
  '/learn/choose-your-path.html',
  '/how-to/clients.html',
  '/how-to/console.html',
  '/reference/reasons.html',
  '/explanation/adr/index.html',
];

test('pages can be read by everyone, in both themes and on a phone', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  for (const { colorScheme, width } of [
    { colorScheme: 'light', width: 360 },
    { colorScheme: 'dark', width: 360 },
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 1280 },
  ] as const) {
    const { page, server, errors, foreign } = await openSite(t, browser, '', { colorScheme, width });
    for (const path of SAMPLES) {
      await page.goto(`${server.url}/docs${path}`);
      await page.locator('#search').waitFor();
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `${path} ${width}`);
      await accessible(page);
      await picture(page, `docs${path.replaceAll('/', '-')}-${colorScheme}-${width}`);
      if (path === SAMPLES[1] && (width === 360) === (colorScheme === 'dark'))
        await documentPicture(page, width === 360 ? 'docs-site-phone' : 'docs-site');
    }
    assert.deepEqual([ofPages(errors), foreign], [[], []]);
  }
});

test('the search finds a section, and leads to it from the first page and from a deep one', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const { page, server, errors, foreign } = await openSite(t, browser);
  for (const path of ['', '/explanation/adr/index.html']) {
    await page.goto(`${server.url}/docs${path}`);
    await page.keyboard.press('/');
    await page.keyboard.type('offer_expired');
    const first = page.locator('#results a').first();
    await first.waitFor();
    await accessible(page);
    await first.click();
    await page.waitForURL(/\/docs\/reference\/reasons\.html#offer_expired/);
  }
  await page.getByRole('searchbox').fill('no-such-word-anywhere');
  await page.getByText('Nothing found').waitFor();
  assert.deepEqual([ofPages(errors), foreign], [[], []]);
});

test('a language and a theme are chosen once, for every page', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const { page, server } = await openSite(t, browser, '/how-to/clients.html', { colorScheme: 'light' });
  const group = page.getByRole('group', { name: 'Language' }).first();
  await group.getByRole('button', { name: 'Python' }).click();
  assert.equal(await page.locator('.variants .code:not([hidden])').first().getAttribute('data-language'), 'Python');
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const before = await background();
  await page.getByRole('button', { name: 'Theme' }).click();
  assert.notEqual(await background(), before);
  await accessible(page);
  const dark = await background();
  await page.reload();
  assert.equal(await background(), dark);
  assert.equal(await page.locator('.variants .code:not([hidden])').first().getAttribute('data-language'), 'Python');
  await page.goto(`${server.url}/docs/learn/eudi.html`);
  assert.equal(await background(), dark);
});

test('code is copied whole', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const { page } = await openSite(t, browser, '/how-to/clients.html');
  await page.evaluate('navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }');
  const block = page.locator('.code:not([hidden])').first();
  await block.getByRole('button', { name: 'Copy' }).click();
  await block.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await page.evaluate('globalThis.copied'), await block.locator('code').textContent());
});

test('without a script a page can be read, and shows every language', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const { server } = await openConsole(t, browser, { variant: 'none' });
  const context = await browser.newContext({ javaScriptEnabled: false });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(`${server.url}/docs/how-to/clients.html`);
  const blocks = page.locator('.variants .code');
  assert.ok((await blocks.count()) > 1);
  for (const block of await blocks.all()) assert.ok(await block.isVisible());
  assert.equal(await page.locator('#search').isVisible(), false);
});
