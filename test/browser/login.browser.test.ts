/** The page of a login in a real browser, with a wallet that answers. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { answerWith, holdPidOf, loginQuestion, openApplication, shop } from '../support/login.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { openChromium } from './chromium.ts';
import { accessible, picture } from './page-checks.ts';

async function openWorld(t: TestContext, browser: Browser) {
  const server = await startSampleServer();
  t.after(() => server.close());
  server.writeConfig('presentation/login.json', loginQuestion);
  const application = createServer((_, response) => response.end('the application'));
  application.listen(0, '127.0.0.1');
  await once(application, 'listening');
  t.after(() => application.close());
  const callback = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`;
  server.writeConfig('login/shop.json', shop({ redirect_uris: [callback] }));
  const { config } = await openApplication({ issuer: `${server.url}/login` });
  const held = await holdPidOf(server);
  const open = async (options: BrowserContextOptions = {}): Promise<{ page: Page; errors: string[]; link: string }> => {
    const context = await browser.newContext(options);
    t.after(() => context.close());
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
    page.on('pageerror', (error) => void errors.push(String(error)));
    const { authorization_endpoint: endpoint = '' } = config.serverMetadata();
    const query = new URLSearchParams({
      client_id: 'shop',
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid profile',
      state: 's',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    await page.goto(`${endpoint}?${query}`);
    const link = String(await page.locator('a[href^="openid4vp:"]').getAttribute('href'));
    return { page, errors, link };
  };
  return { held, open };
}

test('the page shows the request in light and dark, on a narrow screen too, and continues by itself', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const { held, open } = await openWorld(t, browser);
  const looks = [
    { colorScheme: 'light' },
    { colorScheme: 'dark', viewport: { width: 360, height: 740 }, locale: 'de-DE' },
  ] as const;
  for (const [index, options] of looks.entries()) {
    const { page, errors, link } = await open(options);
    await page.locator('.code').waitFor();
    await accessible(page);
    await picture(page, `login-${index}`);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    await answerWith(held, link);
    await page.waitForURL(/callback\?code=/);
    assert.ok(new URL(page.url()).searchParams.has('code'), page.url());
    assert.deepEqual(errors, []);
  }
});

test('a refused answer is said on the page, and without JavaScript it works by links', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const { held, open } = await openWorld(t, browser);
  const { page, link, errors } = await open();
  await answerWith({ ...held, credential: held.credential.replace(/^([^.]+\.[^.]+\.)../, '$1AA') }, link);
  await page.getByText('could not be accepted').waitFor();
  await accessible(page);
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await page.waitForURL(/error=access_denied/);
  assert.deepEqual(errors, []);
  const plain = await open({ javaScriptEnabled: false });
  await answerWith(held, plain.link);
  await plain.page.reload();
  await plain.page.getByRole('link', { name: 'Continue' }).click();
  await plain.page.waitForURL(/code=/);
});
