import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pageTexts } from '@countersign/issuer/protocol/authorization-page-texts';
import axe from 'axe-core';
import type { Browser, Page, Route } from 'playwright-core';
import { PNG } from 'pngjs';
import { openChromium } from './chromium.ts';
import { ISSUER, openPageWorld, REQUEST_URI } from './page-world.ts';

const readQrCode: typeof import('jsqr').default = createRequire(import.meta.url)('jsqr');
const texts = pageTexts.en;
const FOLLOW = '**/authorize/follow/**';

/** Pictures of what was seen, for people; the folder is named by SCREENSHOTS. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined || folder === '') return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

async function status(page: Page, text: string): Promise<void> {
  await page.locator('#state').getByText(text).waitFor();
}

function isStream(route: Route): boolean {
  return route.request().headers().accept === 'text/event-stream';
}

/** Rules of WCAG 2.2 A and AA and good practice, contrast among them. */
async function accessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate('axe.run()')) as { violations: { id: string; nodes: { html: string }[] }[] };
  assert.deepEqual(
    found.violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]),
    [],
  );
}

type Case = (t: TestContext, browser: Browser) => Promise<void>;

const cases: Readonly<Record<string, Case>> = {
  'shows the request as link and as QR code that can be read, in light and dark': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, errors } = await world.open({ colorScheme });
      assert.equal(await page.title(), `${texts.title} – ${ISSUER}`);
      assert.equal(await page.getByRole('link', { name: texts.open }).getAttribute('href'), REQUEST_URI);
      const code = page.getByRole('img', { name: texts.code });
      const image = PNG.sync.read(await code.screenshot());
      assert.equal(readQrCode(new Uint8ClampedArray(image.data), image.width, image.height)?.data, REQUEST_URI);
      await page.getByText('Valid until').waitFor();
      await accessible(page);
      await picture(page, `waiting-${colorScheme}`);
      assert.deepEqual(errors, []);
    }
  },

  'goes on to the redirect URI by itself': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    const { page, errors } = await world.open();
    await status(page, texts.states.waiting.text);
    world.set({ state: 'continue', redirect: world.redirect });
    await page.waitForURL(world.redirect);
    assert.equal(await page.title(), 'wallet');
    assert.deepEqual([...new Set(world.asked)], ['events'], 'the stream was enough');
    assert.deepEqual(errors, []);
    // The page is not in the way back.
    await page.goBack();
    assert.equal(page.url(), 'about:blank');
  },

  'shows a link where the browser does not open the app by itself': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    const { page } = await world.open();
    const redirect = 'wallet-of-somebody://cb?code=abc';
    world.set({ state: 'continue', redirect });
    const link = page.getByRole('link', { name: String(texts.states.continue.link) });
    await link.waitFor();
    assert.equal(await link.getAttribute('href'), redirect);
    await page.getByRole('heading', { name: String(texts.states.continue.title) }).waitFor();
    await accessible(page);
    await picture(page, 'continue');
  },

  'never goes to an address that would run or show something here': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    for (const redirect of ['javascript:document.title="run"', 'data:text/html,x', 'JavaScript:1', 'view-source:x']) {
      const { page } = await world.open();
      world.set({ state: 'continue', redirect });
      await status(page, String(texts.states.refused.title));
      assert.equal(page.url(), world.url);
      assert.equal(await page.locator('#state a').count(), 0);
      world.set({ state: 'waiting' });
    }
  },

  'tells the end of time and a refusal, and what to do next, in both languages': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    for (const [locale, language] of [
      ['en-GB', 'en'],
      ['de-AT', 'de'],
    ] as const) {
      for (const state of ['expired', 'refused'] as const) {
        world.set({ state: 'waiting' });
        const { page, errors } = await world.open({ locale, colorScheme: language === 'de' ? 'dark' : 'light' });
        assert.equal(await page.locator('html').getAttribute('lang'), language);
        const link = page.getByRole('link', { name: pageTexts[language].open });
        await link.focus();
        world.set({ state });
        const { title = '', text } = pageTexts[language].states[state];
        await status(page, text.replace('{issuer}', ISSUER));
        assert.equal(await page.title(), `${title} – ${ISSUER}`);
        assert.equal(await link.isVisible(), false);
        assert.equal(await page.getByRole('img').count(), 0);
        assert.equal(await page.evaluate('document.activeElement.textContent'), title, 'the focus is not lost');
        assert.equal(await page.getByRole('status').getByText(title).count(), 1, 'in the live region');
        await accessible(page);
        await picture(page, `${state}-${language}`);
        assert.deepEqual(errors, []);
      }
    }
  },

  'a session that the server no longer knows has expired': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    world.forget();
    const { page } = await world.open();
    await status(page, String(texts.states.expired.title));
  },

  'asks at intervals where streams do not come through': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    const { page } = await world.open({}, (fresh) =>
      fresh.route(FOLLOW, (route) => (isStream(route) ? route.abort() : route.continue())),
    );
    while (world.asked.length < 2) await page.waitForTimeout(50);
    await status(page, texts.states.waiting.text);
    world.set({ state: 'continue', redirect: world.redirect });
    await page.waitForURL(world.redirect);
    assert.deepEqual([...new Set(world.asked)], ['json']);
  },

  'asks at intervals where there are too many streams': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    const held = Array.from({ length: 16 }, () => holdStream(t, `${new URL(world.url).origin}/authorize/follow/other`));
    await Promise.all(held);
    const { page } = await world.open();
    while (!world.asked.includes('json')) await page.waitForTimeout(50);
    world.set({ state: 'expired' });
    await status(page, String(texts.states.expired.title));
  },

  'asks at intervals where something on the way holds the events back': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    const { page } = await world.open({}, async (fresh) => {
      await fresh.clock.install();
      // Never answered.
      await fresh.route(FOLLOW, (route) => (isStream(route) ? undefined : route.continue()));
    });
    // The clock of the page goes on by itself too, so there is room before the five seconds.
    await page.clock.fastForward(3000);
    assert.deepEqual(world.asked, []);
    await page.clock.fastForward(2100);
    world.set({ state: 'continue', redirect: world.redirect });
    await page.clock.fastForward(2000);
    await page.waitForURL(world.redirect);
  },

  'asks at once when the page comes to the foreground, and tells that there was no connection': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    let broken = true;
    const { page } = await world.open({}, async (fresh) => {
      await fresh.clock.install();
      // Refused streams are not tried again, so that nothing but the questions of the page is left.
      await fresh.route(FOLLOW, (route) => {
        if (isStream(route)) return route.fulfill({ status: 429 });
        return broken ? route.abort() : route.continue();
      });
    });
    await status(page, texts.states.offline.text);
    await picture(page, 'offline');
    await page.clock.pauseAt(Date.now() + 60_000);
    broken = false;
    // Time stands still. A question that was under way may still fail, so the person comes back more than once.
    const comesBack = async (what: string, expected: string): Promise<void> => {
      const told = page.locator('#state').getByText(expected);
      for (let count = 0; count < 100 && !(await told.isVisible()); count += 1) {
        await page.evaluate(what);
        await page.waitForTimeout(50);
      }
      assert.ok(await told.isVisible(), expected);
    };
    await comesBack('document.dispatchEvent(new Event("visibilitychange"))', texts.states.waiting.text);
    world.set({ state: 'expired' });
    await comesBack('window.dispatchEvent(new Event("online"))', String(texts.states.expired.title));
  },

  'the end of time is told without a connection too': async (t, browser) => {
    const world = await openPageWorld(t, browser, { secondsLeft: 90 });
    const { page } = await world.open({}, async (fresh) => {
      await fresh.clock.install();
      await fresh.route(FOLLOW, (route) => route.abort());
    });
    await status(page, texts.states.offline.text);
    await page.clock.fastForward(31_000);
    await page.getByRole('status').getByText(texts.last).waitFor();
    await page.clock.fastForward(61_000);
    await status(page, String(texts.states.expired.title));
  },

  'the tabulator reaches the link, and its focus is seen': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    const { page } = await world.open();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.textContent'), texts.open);
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    assert.equal(outline, 'solid');
    await picture(page, 'focus');
  },

  'fits a screen of 320 pixels in both languages, and twice as large letters': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    for (const locale of ['en-GB', 'de-DE']) {
      const { page } = await world.open({ locale, viewport: { width: 320, height: 640 } });
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, locale);
      await page.getByRole('link').waitFor();
      await picture(page, `narrow-${locale}`);
      await page.evaluate('document.documentElement.style.fontSize = "200%"');
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, `${locale}, large`);
      await picture(page, `narrow-large-${locale}`);
    }
  },

  'nothing moves for who wants less motion': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    const animation = async (reducedMotion: 'reduce' | 'no-preference'): Promise<unknown> => {
      const { page } = await world.open({ reducedMotion });
      return page.evaluate('getComputedStyle(document.getElementById("state")).animationName');
    };
    assert.equal(await animation('no-preference'), 'wait');
    assert.equal(await animation('reduce'), 'none');
  },

  'the policy is in force: what is put into the page does not run': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    const { page, errors } = await world.open();
    await page.evaluate(`
      const script = document.createElement('script');
      script.textContent = 'document.title = "run"';
      document.head.append(script);
    `);
    assert.notEqual(await page.title(), 'run');
    assert.equal(errors.filter((error) => error.includes('Content Security Policy')).length, 1);
  },

  'without JavaScript the page says so, reloads itself, and is led on by the server': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    const { page } = await world.open({ javaScriptEnabled: false });
    const told = page.locator('main noscript p');
    await told.waitFor();
    assert.equal(await told.textContent(), texts.withoutScript);
    await picture(page, 'without-javascript');
    world.set({ state: 'continue', redirect: world.redirect });
    await page.waitForURL(world.redirect, { timeout: 20_000 });
    assert.deepEqual(world.asked, []);
  },
};

/** A stream of somebody else behind the same address. */
function holdStream(t: TestContext, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { accept: 'text/event-stream' }, agent: false }, (response) => {
      response.once('data', () => resolve());
      response.on('error', () => undefined);
    });
    request.once('error', reject);
    t.after(() => request.destroy());
  });
}

// Beside each other: they wait more than they work.
test('the authorization page in a browser', { concurrency: 4 }, async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  await Promise.all(Object.entries(cases).map(([name, run]) => t.test(name, (inner) => run(inner, browser))));
});
