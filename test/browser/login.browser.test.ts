/** The login page in a real browser, with a wallet that presents. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { type DigitalMessage, openDigitalRequest } from '@countersign/wallet/presentation/digital-request';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { answerTo } from '../support/dc-api-page.ts';
import { answerWith, holdPidOf, loginQuestion, openApplication, shop } from '../support/login.ts';
import { scannedFrom } from '../support/qr.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { openChromium } from './chromium.ts';
import { accessible, picture } from './page-checks.ts';
import { behaveAs } from './virtual-wallet.ts';

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
  const open = async (
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; errors: string[]; link: string; requests: () => Promise<readonly DigitalMessage[]> }> => {
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
    const prepared = page.waitForResponse('**/wallet').catch(() => undefined);
    await page.goto(`${endpoint}?${query}`);
    const link = String(await page.locator('a[href^="openid4vp:"]').getAttribute('href'));
    const requests = async (): Promise<readonly DigitalMessage[]> =>
      ((await (await prepared)?.json()) as { readonly requests?: readonly DigitalMessage[] } | undefined)?.requests ??
      [];
    return { page, errors, link, requests };
  };
  return { held, open, origin: server.url };
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
    const { page, errors } = await open(options);
    await page.locator('.code').waitFor();
    await accessible(page);
    await picture(page, `login-${index}`);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    await answerWith(held, scannedFrom(await page.content()));
    await page.waitForURL(/callback\?code=/);
    assert.ok(new URL(page.url()).searchParams.has('code'), page.url());
    assert.deepEqual(errors, []);
  }
});

test('a refused answer is said on the page, and without JavaScript it works by forms', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const { held, open } = await openWorld(t, browser);
  const { page, link, errors } = await open();
  await answerWith({ ...held, credential: held.credential.replace(/^([^.]+\.[^.]+\.)../, '$1AA') }, link);
  await page.getByText('could not be accepted').waitFor();
  await accessible(page);
  await page.getByRole('button', { name: 'Cancel and go back' }).click();
  await page.waitForURL(/error=access_denied/);
  assert.deepEqual(errors, []);
  const plain = await open({ javaScriptEnabled: false });
  await answerWith(held, scannedFrom(await plain.page.content()));
  await plain.page.reload();
  await plain.page.getByRole('button', { name: 'Continue' }).click();
  await plain.page.waitForURL(/code=/);
});

test('the wallets of the browser are offered first: cancelled, not accepted, then signed in', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const { held, open, origin } = await openWorld(t, browser);
  const { page, requests } = await open({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  const [request] = await requests();
  assert.ok(request !== undefined);
  const behave = await behaveAs(page);
  const answer = (audience: string) => {
    const response = answerTo(openDigitalRequest(request, origin), held, `origin:${audience}`);
    return behave({ action: 'respond', protocol: request.protocol, response });
  };
  const ask = page.getByRole('button', { name: 'Use this browser’s wallet' });
  await behave({ action: 'decline' });
  await ask.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('No wallet of this browser responded').waitFor();
  assert.equal(await ask.evaluate((button) => button.ownerDocument.activeElement === button), true, 'focus stays');
  await page.getByRole('link', { name: 'Open wallet on this device' }).waitFor();
  await accessible(page);
  await picture(page, 'login-browser-wallet');
  await answer('https://phishing.example');
  await ask.click();
  await page.getByText('could not be accepted').waitFor();
  await answer(origin);
  await ask.click();
  await page.waitForURL(/callback\?code=/);
});
