/** A sign-in survives the kill of the server between the redirect to the provider and its response. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { CookieBrowser, linkOf } from '../support/cookie-browser.ts';
import { openIdentityProvider } from '../support/identity-provider.ts';
import { codeIn, diplomaConfiguration, openPage, ownRequest } from '../support/sign-in.ts';
import { openServerProcess } from './server-process.ts';

test('killed between page, provider and answer, the sign-in still leads to a token', async (t) => {
  const provider = await openIdentityProvider({ redirectUris: ['https://unused.example/'] });
  t.after(() => provider.close());
  const server = await openServerProcess({ OUTBOUND_ALLOW: provider.host });
  t.after(() => server.close());
  await provider.registerRedirects([`${server.url}/authorize/callback`]);
  server.writeConfig('issuance/diploma.json', diplomaConfiguration());
  server.writeConfig('sign-in.json', provider.settings());
  const restart = async (): Promise<void> => {
    await server.kill();
    await server.start();
  };
  await server.start();
  const wallet = new Wallet({ issuer: server.url, dpop: false });
  const browser = new CookieBrowser();
  const page = await openPage(browser, wallet, await wallet.par(ownRequest(wallet)));
  await restart();
  const { url } = await browser.visit(linkOf(page, 'sign-in'), (to) => to.pathname === '/authorize/callback');
  await restart();
  const back = await browser.visit(url.href);
  const token = await wallet.token(wallet.codeParameters(codeIn(back)));
  assert.equal(token.status, 200, token.text);
});
