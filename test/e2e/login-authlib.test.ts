/** Authlib, a client in Python, signs a user of a wallet in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authlib } from '../support/authlib.ts';
import { CookieBrowser } from '../support/cookie-browser.ts';
import {
  APPLICATION_SECRET,
  answerWith,
  CALLBACK,
  holdPidOf,
  isCallback,
  loginQuestion,
  shop,
} from '../support/login.ts';
import { startSampleServer } from '../support/sample-server.ts';

test('Authlib signs a user in, who is the same at the second login', async (t) => {
  const step = await authlib(t);
  if (step === undefined) return;
  const server = await startSampleServer();
  t.after(() => server.close());
  server.writeConfig('presentation/login.json', loginQuestion);
  server.writeConfig('login/shop.json', shop());
  const given = { issuer: `${server.url}/login`, client: 'shop', secret: APPLICATION_SECRET, callback: CALLBACK };
  const signIn = async (): Promise<{ claims: { sub: string }; userinfo: { given_name: string; sub: string } }> => {
    const erika = await holdPidOf(server);
    const begun = await step(given);
    const browser = new CookieBrowser();
    const page = await browser.visit(String(begun.url));
    const [, link = ''] = /href="([a-z0-9-]+:\/\/\?[^"]+)"/.exec(page.text) ?? [];
    const { json } = await answerWith(erika, link.replaceAll('&#38;', '&'));
    const { url } = await browser.visit(json.redirect_uri, isCallback);
    return (await step({ ...begun, answer: url.href })) as never;
  };
  const first = await signIn();
  assert.equal(first.userinfo.given_name, 'Erika');
  assert.equal(first.userinfo.sub, first.claims.sub);
  assert.equal((await signIn()).claims.sub, first.claims.sub);
});
