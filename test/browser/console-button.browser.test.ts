/**
 * The button on the page "Verify" in Chromium: the displayed code works unchanged on a page with a different origin.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fetchRequest, post, present, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import type { Page } from 'playwright-core';
import { holdPid, pidQuestion } from '../support/presentation.ts';
import { API_KEY } from '../support/server.ts';
import { openChromium } from './chromium.ts';
import { checkPage } from './console-row.ts';
import { openConsoleWorld } from './console-world.ts';
import { picture } from './page-checks.ts';

test('the code of the button works as it is shown', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const world = await openConsoleWorld(t, browser);
  let html = '';
  const shop = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    shop.closeAllConnections();
    shop.close();
  });
  const origin = `http://localhost:${(shop.address() as AddressInfo).port}`;
  world.server.writeConfig('presentation/question.json', { ...pidQuestion, origins: [origin], issuerName: 'any' });

  const opened = await world.open();
  const row = {
    name: 'verify-button',
    heading: { en: 'Verify', de: 'Prüfen' },
    visible: (page: Page) => page.getByText('/countersign-button/v1.js').waitFor(),
  };
  await checkPage(opened, row, '/verify');
  await picture(opened.page, row.name);
  const call = await opened.page.locator('section.json', { hasText: 'await fetch' }).innerText();
  const { button } = await begin(call);
  html = `<!doctype html><html lang="en"><title>Shop</title>${await opened.page
    .locator('section.json', { hasText: '<countersign-button' })
    .innerText()}`.replace('BUTTON', button);

  const page = await opened.context.newPage();
  await page.goto(origin);
  await page.evaluate('delete globalThis.DigitalCredential');
  await page.getByRole('button', { name: 'Verify with your wallet' }).click();
  const link = await page.getByRole('link', { name: 'Open wallet on this device' }).getAttribute('href');
  const held = await holdPid(world.server);
  const request = await fetchRequest(link ?? '');
  await post(request.response_uri, responseFields(request, vpTokenOf(present(held, request), request)));
  await page.getByText('Continue in the window').waitFor();
});

/** The backend's part with the call, as copied. */
async function begin(call: string): Promise<{ session: string; button: string }> {
  process.env.API_KEY = API_KEY;
  const code = `${call}\nexport { session, button };`;
  const made = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    session: string;
    button: string;
  };
  assert.equal(typeof made.session, 'string');
  return made;
}
