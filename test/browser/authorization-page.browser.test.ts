import assert from 'node:assert/strict';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { type TestContext, test } from 'node:test';
import { pageTexts } from '@countersign/issuer/pages/authorization-page-texts';
import type { Browser, Page, Route } from 'playwright-core';
import { PNG } from 'pngjs';
import { openChromium } from './chromium.ts';
import { accessible, picture } from './page-checks.ts';
import { CREDENTIAL, ISSUER, openPageWorld, REQUEST_URI, type State } from './page-world.ts';

const readQrCode: typeof import('jsqr').default = createRequire(import.meta.url)('jsqr');
const texts = pageTexts.en;
const FOLLOW = '**/authorize/follow/**';

function filled(text = ''): string {
  return text.replaceAll('{issuer}', ISSUER).replaceAll('{credential}', CREDENTIAL);
}

async function status(page: Page, text: string): Promise<void> {
  await page.locator('#state').getByText(text).waitFor();
}

function isStream(route: Route): boolean {
  return route.request().headers().accept === 'text/event-stream';
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

  'continues to the redirect URI by itself': async (t, browser) => {
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

  'never opens an address that would run or show something here': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    for (const redirect of ['javascript:document.title="run"', 'data:text/html,x', 'JavaScript:1', 'view-source:x']) {
      const { page } = await world.open();
      world.set({ state: 'continue', redirect });
      await status(page, filled(texts.states['refused-issuer'].title));
      assert.equal(page.url(), world.url);
      assert.equal(await page.locator('#state a').isVisible(), false);
      world.set({ state: 'waiting' });
    }
  },

  'says why it ended and leads back to the wallet, in both languages': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    const denied = `${world.redirect}&error=access_denied`;
    const ends: readonly State[] = [
      { state: 'expired' },
      { state: 'expired', redirect: denied },
      { state: 'refused', reason: 'declined', redirect: denied },
      { state: 'refused', reason: 'not_accepted', redirect: denied },
      { state: 'refused', reason: 'issuer', redirect: denied },
    ];
    for (const [locale, language] of [
      ['en-GB', 'en'],
      ['de-AT', 'de'],
    ] as const) {
      for (const end of ends) {
        world.set({ state: 'waiting' });
        const { page, errors } = await world.open({ locale, colorScheme: language === 'de' ? 'dark' : 'light' });
        assert.equal(await page.locator('html').getAttribute('lang'), language);
        const link = page.getByRole('link', { name: pageTexts[language].open });
        await link.focus();
        world.set(end);
        const name = end.reason === undefined ? 'expired' : (`refused-${end.reason}` as const);
        const { title, text, link: back = '' } = pageTexts[language].states[name];
        await status(page, filled(text));
        assert.equal(await page.title(), `${filled(title)} – ${ISSUER}`);
        assert.equal(await link.isVisible(), false);
        assert.equal(await page.locator('.code').isVisible(), false);
        assert.equal(await page.evaluate('document.activeElement.textContent'), filled(title), 'the focus is not lost');
        assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, 'one heading, that of the end');
        assert.equal(await page.getByRole('status').getByText(filled(title)).count(), 1, 'in the live region');
        await accessible(page);
        await picture(page, `${name}-${language}`);
        assert.deepEqual(errors, []);
        const onward = page.getByRole('link', { name: back });
        assert.equal(await onward.count(), end.redirect === undefined ? 0 : 1);
        if (end.redirect === undefined) continue;
        await onward.click();
        await page.waitForURL(denied);
      }
    }
  },

  'says that a wallet declined or that its answer did not fit while the request is open, with a way back': async (
    t,
    browser,
  ) => {
    const world = await openPageWorld(t, browser);
    const denied = `${world.redirect}&error=access_denied`;
    for (const reason of ['declined', 'not_accepted'] as const) {
      world.set({ state: 'waiting' });
      const { page, errors } = await world.open();
      world.set({ state: 'waiting', reason, redirect: denied });
      const { text, link = '' } = texts.states[`waiting-${reason}`];
      await status(page, filled(text));
      assert.ok(await page.getByRole('link', { name: texts.open }).isVisible(), 'the wallet may answer again');
      await accessible(page);
      await picture(page, `waiting-${reason}`);
      assert.deepEqual(errors, []);
      await page.getByRole('link', { name: link }).click();
      await page.waitForURL(denied);
    }
  },

  'a session that is no longer in the server has expired': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    world.dropSessions();
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
    // The clock of the page advances on its own too, so there is room before the five seconds.
    await page.clock.fastForward(3000);
    assert.deepEqual(world.asked, []);
    await page.clock.fastForward(2100);
    world.set({ state: 'continue', redirect: world.redirect });
    await page.clock.fastForward(2000);
    await page.waitForURL(world.redirect);
  },

  'asks at once when the page comes to the foreground, and shows that there was no connection': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    let broken = true;
    const { page } = await world.open({}, async (fresh) => {
      await fresh.clock.install();
      // Refused streams are not retried, so that only the page's polling is left.
      await fresh.route(FOLLOW, (route) => {
        if (isStream(route)) return route.fulfill({ status: 429 });
        return broken ? route.abort() : route.continue();
      });
    });
    await status(page, texts.states.offline.text);
    await picture(page, 'offline');
    await page.clock.pauseAt(Date.now() + 60_000);
    broken = false;
    // The clock is stopped. A request that was under way may still fail, so the page comes to the foreground more than once.
    const comesBack = async (what: string, expected: string): Promise<void> => {
      const shown = page.locator('#state').getByText(expected);
      for (let count = 0; count < 100 && !(await shown.isVisible()); count += 1) {
        await page.evaluate(what);
        await page.waitForTimeout(50);
      }
      assert.ok(await shown.isVisible(), expected);
    };
    await comesBack('document.dispatchEvent(new Event("visibilitychange"))', texts.states.waiting.text);
    world.set({ state: 'expired' });
    await comesBack('window.dispatchEvent(new Event("online"))', String(texts.states.expired.title));
  },

  'the end of time is shown without a connection too': async (t, browser) => {
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
    for (const reached of [texts.privacy, texts.open]) {
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate('document.activeElement.textContent'), reached);
    }
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    assert.equal(outline, 'solid');
    await picture(page, 'focus');
  },

  'fits a telephone in light and dark, and shows who asks, for what and why': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await world.open({ colorScheme, viewport: { width: 360, height: 740 } });
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
      await page.getByRole('img', { name: 'Ein Quadrat' }).waitFor();
      for (const said of [CREDENTIAL, 'Prüfung des Namens']) assert.ok(await page.getByText(said).first().isVisible());
      const policy = page.getByRole('link', { name: texts.privacy });
      assert.equal(await policy.getAttribute('href'), 'https://issuer.example/privacy');
      await accessible(page);
      await picture(page, `phone-${colorScheme}`);
    }
  },

  'fits a screen of 320 pixels in both languages, and twice as large letters': async (t, browser) => {
    const world = await openPageWorld(t, browser);
    for (const locale of ['en-GB', 'de-DE']) {
      const { page } = await world.open({ locale, viewport: { width: 320, height: 640 } });
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, locale);
      await page.getByRole('link', { name: pageTexts[locale === 'de-DE' ? 'de' : 'en'].open }).waitFor();
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
    const shown = page.locator('main noscript p');
    await shown.waitFor();
    assert.equal(await shown.textContent(), texts.withoutScript);
    await picture(page, 'without-javascript');
    world.set({ state: 'continue', redirect: world.redirect });
    await page.waitForURL(world.redirect);
    assert.deepEqual(world.asked, []);
  },
};

/** A stream of another session behind the same address. */
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

// In parallel: they wait more than they work.
test('the authorization page in a browser', { concurrency: 4 }, async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  await Promise.all(Object.entries(cases).map(([name, run]) => t.test(name, (inner) => run(inner, browser))));
});
