/** The page before a sign-in in a real browser: accessible, its links work, and the user returns to the wallet. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { pageTexts } from '@countersign/issuer/pages/authorization-page-texts';
import { shapes } from '../support/presentation-during-issuance.ts';
import { openSignInWorld, ownRequest, walletOf } from '../support/sign-in.ts';
import { openChromium } from './chromium.ts';
import { accessible, picture } from './page-checks.ts';

const texts = pageTexts.en;

/** The redirect URI of a wallet. */
function openWallet(t: TestContext): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>wallet</title>');
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/cb`));
  });
}

test('sign-in in a browser', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const world = await openSignInWorld();
  t.after(() => world.close());
  const redirectUri = await openWallet(t);

  for (const shape of shapes) {
    const open = async () => {
      const context = await browser.newContext({ locale: 'en-GB' });
      t.after(() => context.close());
      const page = await context.newPage();
      const wallet = walletOf(world.server, shape, { redirectUri });
      const pushed = await wallet.par(ownRequest(wallet));
      const query = new URLSearchParams({ client_id: wallet.clientId, request_uri: pushed.json.request_uri });
      await page.goto(`${wallet.issuer}/authorize?${query}`);
      return { page, wallet };
    };

    await t.test(`the person signs in, after a reload too, ${shape.name}`, async () => {
      const { page, wallet } = await open();
      await accessible(page);
      await picture(page, `sign-in-${shape.tenant}`);
      await page.reload();
      await page.getByRole('link', { name: world.provider.host }).click();
      await page.waitForURL((url) => url.href.startsWith(redirectUri));
      const code = new URL(page.url()).searchParams.get('code') ?? '';
      assert.equal((await wallet.token(wallet.codeParameters(code))).status, 200);
    });

    await t.test(`the person declines, ${shape.name}`, async () => {
      const { page } = await open();
      await page.getByRole('link', { name: texts.decline }).click();
      await page.waitForURL((url) => url.href.startsWith(redirectUri));
      assert.equal(new URL(page.url()).searchParams.get('error'), 'access_denied');
    });
  }
});
