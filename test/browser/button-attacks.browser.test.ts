/**
 * Wrong responses from a server and impatient users, in Chromium: the element runs nothing, shows only its own words,
 * and asks once.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { patience } from '@countersign/shared/test/patience';
import type { Page } from 'playwright-core';
import { startSampleServer } from '../support/sample-server.ts';
import { made, openShop, type Shop, told, withSrc } from './button-shop.ts';
import { openChromium } from './chromium.ts';

const EVIL = '<img src=x onerror=alert(1)>';
const SECONDS = { secondsLeft: 300, requests: [] };

/** The page, whose server responds as the test specifies. */
async function shown(t: TestContext, shop: Shop, answers: { ways: unknown; state?: unknown; status?: number }) {
  const context = await shop.browser.newContext({ locale: 'en-GB' });
  t.after(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(await patience(20_000));
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('dialog', (dialog) => void errors.push(dialog.message()));
  await page.addInitScript('delete globalThis.DigitalCredential');
  const headers = { 'access-control-allow-origin': '*' };
  await page.route('**/oid4vp/button/**', (route) => {
    const asksForWays = new URL(route.request().url()).pathname.endsWith('/request');
    if (asksForWays) return route.fulfill({ json: answers.ways, headers });
    return route.fulfill({ json: answers.state ?? {}, status: answers.status ?? 200, headers });
  });
  shop.body = withSrc(await made(shop));
  await page.goto(shop.origin);
  return { page, errors };
}

const start = (page: Page): Promise<void> => page.getByRole('button', { name: 'Verify with your wallet' }).click();

test('wrong answers of a server', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const server = await startSampleServer();
  t.after(() => server.close());
  const shop = await openShop(t, server, browser);

  await t.test('a link that runs a script or is not encrypted is refused, and so is what is no answer', async (t) => {
    for (const ways of [
      { ...SECONDS, link: 'javascript:alert(1)' },
      { ...SECONDS, link: 'http://wallet.example/' },
      { ...SECONDS, qr: { size: 21, path: `M0 0"/>${EVIL}` } },
      { secondsLeft: 'soon' },
      [],
      'text',
    ]) {
      const { page, errors } = await shown(t, shop, { ways });
      await page.getByText('can’t be shown').waitFor();
      assert.equal(await page.getByRole('link').count(), 0, JSON.stringify(ways));
      assert.deepEqual([await told(page), errors], [[], []]);
      await page.context().close();
    }
  });

  await t.test('unknown states and reasons with markup are ignored: the element keeps its own words', async (t) => {
    const ways = { ...SECONDS, link: 'openid4vp://?a=b' };
    for (const state of [
      { state: EVIL },
      { state: 'waiting', reason: EVIL, step: EVIL },
      { state: 'verified ' },
      null,
    ]) {
      const { page, errors } = await shown(t, shop, { ways, state });
      await start(page);
      await page.getByRole('link', { name: 'Open wallet on this device' }).waitFor();
      await page.waitForResponse(/\/oid4vp\/button\/[\w-]+$/);
      assert.equal(await page.locator('img').count(), 0);
      assert.match(await page.getByRole('status').innerText(), /Waiting for your wallet|No connection/);
      assert.deepEqual([await told(page), errors], [[], []]);
      await page.context().close();
    }
  });

  await t.test('while the server fails it says so, and the way to the wallet stays', async (t) => {
    const { page, errors } = await shown(t, shop, { ways: { ...SECONDS, link: 'openid4vp://?a=b' }, status: 500 });
    await start(page);
    await page.getByRole('status').getByText('No connection at the moment').waitFor();
    await page.getByRole('link', { name: 'Open wallet on this device' }).waitFor();
    assert.deepEqual([await told(page), errors], [[], []]);
  });
});

test('an impatient user', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const server = await startSampleServer();
  t.after(() => server.close());
  const shop = await openShop(t, server, browser);

  await t.test('clicks during a pending question ask once', async (t) => {
    shop.body = withSrc(await made(shop));
    const context = await browser.newContext({ locale: 'en-GB' });
    t.after(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(await patience(20_000));
    await page.goto(shop.origin);
    await page.evaluate(
      'globalThis.asked = 0; navigator.credentials.get = () => { asked += 1; return new Promise(() => {}); }',
    );
    await start(page);
    await page.getByRole('button', { name: 'Use this browser’s wallet' }).click();
    await page.getByRole('status').getByText('Another request is open').waitFor();
    await start(page);
    assert.equal(await page.evaluate('globalThis.asked'), 1);
  });

  await t.test('by keyboard: the result has the focus once the button is gone', async (t) => {
    shop.body = withSrc(await made(shop));
    const context = await browser.newContext({ locale: 'en-GB' });
    t.after(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(await patience(20_000));
    await page.addInitScript('delete globalThis.DigitalCredential');
    let state: object = { state: 'waiting', secondsLeft: 300 };
    await page.route(/\/oid4vp\/button\/[\w-]+$/, (route) =>
      route.fulfill({ json: state, headers: { 'access-control-allow-origin': '*' } }),
    );
    await page.goto(shop.origin);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    state = { state: 'verified' };
    await page.getByRole('status').getByText('Verified.').waitFor();
    const focused = `document.activeElement.shadowRoot.activeElement.getAttribute('part')`;
    assert.equal(await page.evaluate(focused), 'status');
    assert.deepEqual(await told(page), [['verified', {}]]);
  });
});
