/**
 * A wallet without challenge support, from the offer to the credential, with a real browser in between, in both
 * variants.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { pageTexts } from '@countersign/issuer/pages/authorization-page-texts';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { errorFields, fetchRequest, post } from '@countersign/wallet/presentation/present';
import type { Browser, Page } from 'playwright-core';
import {
  holdPidOf,
  offerOf,
  presentTo,
  requestMember,
  type Shape,
  shapes,
  writeMember,
} from '../../support/presentation-during-issuance.ts';
import { startSampleServer } from '../../support/sample-server.ts';
import type { TestServer } from '../../support/server.ts';
import { openChromium } from '../chromium.ts';

const texts = pageTexts.en;

interface Opened {
  readonly wallet: Wallet;
  readonly page: Page;
  readonly errors: string[];
  readonly link: string;
  readonly redirectUri: string;
}

/** An offer, a pushed request, and the browser at the authorization endpoint. */
async function openPage(t: TestContext, browser: Browser, server: TestServer, shape: Shape): Promise<Opened> {
  const redirectUri = await openCallback(t);
  const wallet = new Wallet({ issuer: shape.issuer(server), redirectUri });
  const offer = await wallet.offer((await offerOf(server, shape)).uri);
  const pushed = await wallet.par(wallet.authorizationParameters(offer));
  const context = await browser.newContext({ locale: 'en-GB' });
  t.after(() => context.close());
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const query = new URLSearchParams({ client_id: wallet.clientId, request_uri: pushed.json.request_uri });
  await page.goto(`${wallet.issuer}/authorize?${query}`);
  const link = await page.getByRole('link', { name: texts.open }).getAttribute('href');
  return { wallet, page, errors, link: link ?? '', redirectUri };
}

function openCallback(t: TestContext): Promise<string> {
  const server = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<title>wallet</title><link rel="icon" href="data:,">');
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/cb`));
  });
}

test('presentation during issuance in a browser', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const server = await startSampleServer();
  t.after(() => server.close());
  for (const shape of shapes) {
    writeMember(server, shape);
    const held = await holdPidOf(server, shape);

    await t.test(
      `${shape.name}: the browser continues with a code after the presentation, and the code works`,
      async (inner) => {
        const { wallet, page, errors, link, redirectUri } = await openPage(inner, browser, server, shape);
        // A page can be loaded again; the request stays the same.
        await page.reload();
        assert.equal(await page.getByRole('link', { name: texts.open }).getAttribute('href'), link);
        const { answer } = await presentTo(link, held);
        assert.equal(answer.status, 200, answer.text);
        await page.waitForURL(`${redirectUri}?**`);
        const { searchParams } = new URL(page.url());
        assert.equal(searchParams.get('state'), 'wallet-state');
        assert.equal(searchParams.get('iss'), wallet.issuer);
        const token = await wallet.token(wallet.codeParameters(String(searchParams.get('code'))));
        assert.equal(token.status, 200, token.text);
        const issued = await requestMember(wallet, token.json.access_token);
        assert.equal(issued.status, 200, issued.text);
        assert.deepEqual(errors, []);
      },
    );

    await t.test(`${shape.name}: a declined request leads back to the wallet`, async (inner) => {
      const { page, errors, link, redirectUri } = await openPage(inner, browser, server, shape);
      const request = await fetchRequest(link);
      const declined = await post(request.response_uri, errorFields(request, 'access_denied'));
      assert.equal(declined.status, 200, declined.text);
      const shown = page.locator('#state').getByText(String(texts.states['refused-declined'].title));
      await shown.waitFor();
      assert.deepEqual(errors, []);
      // Loaded again, the page still shows it.
      await page.reload();
      await shown.waitFor();
      await page.getByRole('link', { name: String(texts.states['refused-declined'].link) }).click();
      await page.waitForURL(`${redirectUri}?**`);
      const { searchParams } = new URL(page.url());
      assert.deepEqual([searchParams.get('error'), searchParams.get('state')], ['access_denied', 'wallet-state']);
    });
  }
  const reference = /\/authorize\/follow\/[A-Za-z0-9_-]{20}/;
  assert.deepEqual(
    server.lines.filter((line) => reference.test(line)),
    [],
  );
});
