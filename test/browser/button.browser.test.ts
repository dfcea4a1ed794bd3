/**
 * The element in Chromium, on a page with a different origin and a strict content security policy: what a user sees and
 * hears on a desktop and on a phone, what the page learns, and what it costs.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchRequest, post, present, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { holdPid } from '../support/presentation.ts';
import { scanned } from '../support/qr.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { made, openShop, type Shop, show, told, withSrc } from './button-shop.ts';
import { openChromium } from './chromium.ts';
import { accessible, picture } from './page-checks.ts';

async function answerByLink(server: TestServer, link: string) {
  const held = await holdPid(server);
  const request = await fetchRequest(link);
  return post(request.response_uri, responseFields(request, vpTokenOf(present(held, request), request)));
}

test('the button of a page', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const server = await startSampleServer();
  t.after(() => server.close());
  const shop = await openShop(t, server, browser);
  // This Chromium has the API, and a headless one no wallet: these pages choose the other ways.
  const options = { viewport: { width: 1280, height: 800 } };

  await t.test('a desktop shows the code, follows the state and tells the page one word', async (t) => {
    const src = await made(shop, { crossDevice: true });
    const page = await show(t, shop, withSrc(src, 'mode="qr"'), options);
    await page.getByRole('button', { name: 'Verify with your wallet' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    assert.ok(((await page.locator('countersign-button [part=qr] svg').boundingBox())?.width ?? 0) >= 240);
    await picture(page, 'button-desktop');
    const held = await holdPid(server);
    const request = await fetchRequest(await linkOf(shop, src));
    await page.getByText('Your wallet shows the request').waitFor();
    await post(request.response_uri, responseFields(request, vpTokenOf(present(held, request), request)));
    await page.getByText('Verified.').waitFor();
    assert.deepEqual(await told(page), [['verified', {}]]);
  });

  await t.test('a phone offers the app first, the code behind a button, and shows where to continue', async (t) => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    const page = await show(t, shop, withSrc(await made(shop), 'texts=\'{"label":"Prove your age"}\''), {
      ...phone,
      reducedMotion: 'reduce',
    });
    await page.evaluate('delete globalThis.DigitalCredential');
    await page.getByRole('button', { name: 'Prove your age' }).click();
    const link = page.getByRole('link', { name: 'Open wallet on this device' });
    assert.match((await link.getAttribute('href')) ?? '', /^openid4vp:/);
    assert.equal(await page.getByRole('img').count(), 0);
    await answerByLink(server, (await link.getAttribute('href')) ?? '');
    await page.getByText('Continue in the window').waitFor();
    assert.deepEqual(await told(page), []);
  });

  await t.test('the keyboard is enough, and focus stays in its place', async (t) => {
    const page = await show(t, shop, withSrc(await made(shop, { crossDevice: true }), 'mode="qr"'), options);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    const focused = `document.activeElement.shadowRoot.activeElement.getAttribute('part')`;
    assert.equal(await page.evaluate(focused), 'button');
  });

  await t.test('axe finds nothing: both themes, both languages, 360 and 1280 px', async (t) => {
    for (const width of [360, 1280]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const lang of ['en', 'de']) {
          const page = await show(t, shop, withSrc(await made(shop), `lang="${lang}"`), {
            viewport: { width, height: 800 },
            colorScheme,
          });
          await page.evaluate('delete globalThis.DigitalCredential');
          await page.getByRole('button').first().click();
          await page.getByRole('link', { name: /Wallet/i }).waitFor();
          await accessible(page);
          const scrolls = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
          assert.equal(scrolls, false, `${width} ${lang}`);
          await picture(page, `button-${width}-${colorScheme}-${lang}`);
          await page.context().close();
        }
      }
    }
  });

  await t.test('the end of a request shows immediately, and a wrong address is never called', async (t) => {
    const src = await made(shop);
    const page = await show(t, shop, withSrc(`${src.slice(0, -64)}${'A'.repeat(64)}`), options);
    await page.getByText('The time has run out').waitFor();
    assert.deepEqual(await told(page), [['expired', {}]]);
    for (const wrong of ['javascript:alert(1)', 'http://wallet.example/oid4vp/button/x', `${src}?x=1`]) {
      const other = await show(t, shop, withSrc(wrong), options);
      await other.getByText('can’t be shown').waitFor();
      assert.equal(await other.getByRole('button').isDisabled(), true);
      assert.deepEqual(await told(other), []);
    }
  });

  await t.test('markup in a text of the page stays text', async (t) => {
    const texts = `texts='{"label":"&lt;img src=x onerror=alert(1)&gt;","evil":"x"}'`;
    const page = await show(t, shop, withSrc(await made(shop), texts), options);
    await page.getByRole('button', { name: '<img src=x onerror=alert(1)>' }).waitFor();
    assert.deepEqual(await told(page), []);
  });

  await t.test('on a page whose policy forbids the API it offers link and code, and throws nothing', async (t) => {
    shop.permissions = 'digital-credentials-get=()';
    const page = await show(t, shop, withSrc(await made(shop)), options);
    shop.permissions = '';
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.getByRole('button').click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await page.getByRole('link').waitFor();
    await page.getByText('No wallet of this browser responded').waitFor();
    assert.deepEqual(errors, []);
  });

  await t.test('of two buttons one asks the browser, and the other says so', async (t) => {
    const two = `${withSrc(await made(shop), 'id="one"')}${withSrc(await made(shop), 'id="two"')}`;
    const page = await show(t, shop, two, options);
    await page.evaluate('navigator.credentials.get = () => new Promise(() => {})');
    await page.locator('#one').getByRole('button').first().click();
    await page.locator('#two').getByRole('button').first().click();
    await page.locator('#two').getByText('Another request is open').waitFor();
    assert.equal(await page.locator('#one').getByText('Another request is open').count(), 0);
  });

  await t.test('a page of another origin that got hold of the address sees nothing', async (t) => {
    const src = await made(shop);
    const page = await show(t, shop, '', options);
    const other = await openShop(t, server, browser);
    await page.close();
    const evil = await show(t, other, withSrc(src), options);
    await evil.getByText('can’t be shown').waitFor();
    assert.equal(await evil.getByRole('img').count(), 0);
  });

  await t.test('the code is painted soon after the click', async (t) => {
    const fresh = await openShop(t, server, browser);
    const page = await show(t, fresh, withSrc(await made(fresh), 'mode="qr"'), options);
    const times = `new Promise((resolve) => {
      const host = document.querySelector('countersign-button');
      const begun = performance.now();
      host.shadowRoot.querySelector('[part=button]').click();
      const look = () => host.shadowRoot.querySelector('svg') ? requestAnimationFrame(() => resolve(performance.now() - begun)) : requestAnimationFrame(look);
      look();
    })`;
    await page.getByRole('button').waitFor();
    const painted = Number(await page.evaluate(times));
    const since = Number(await page.evaluate('performance.now()'));
    t.diagnostic(
      `code painted ${painted.toFixed(0)} ms after the click, at most ${since.toFixed(0)} ms after navigation`,
    );
    assert.ok(painted > 0);
  });
});

/** The content of the QR code for another device. */
async function linkOf({ origin }: Shop, src: string): Promise<string> {
  const { json } = await read(await fetch(`${src}/request`, { headers: { origin } }));
  return scanned(json.qr);
}
