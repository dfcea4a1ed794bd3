/** Sign-in by a wallet of the browser (Digital Credentials API): the page is bound by its cookie and its origin, so nothing can be relayed. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type DigitalMessage, openDigitalRequest } from '@countersign/wallet/presentation/digital-request';
import { encrypt, type HeldCredential } from '@countersign/wallet/presentation/present';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { CookieBrowser } from '../support/cookie-browser.ts';
import { answerTo } from '../support/dc-api-page.ts';
import {
  type Application,
  answerWith,
  type Begun,
  holdPidOf,
  isCallback,
  loginQuestion,
  openApplication,
  shop,
  submitForm,
} from '../support/login.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const EVIL = 'https://phishing.example';

describe('sign-in by a wallet of the browser', () => {
  let server: TestServer;
  let application: Application;
  let erika: HeldCredential;
  before(async () => {
    server = await startSampleServer();
    server.writeConfig('presentation/login.json', loginQuestion);
    // The strictest client: a link needs a response code.
    server.writeConfig('login/shop.json', shop({ crossDevice: false }));
    application = await openApplication({ issuer: `${server.url}/login` });
    erika = await holdPidOf(server);
  });
  after(() => server.close());

  const cookies = ({ browser }: Begun): Record<string, string> => ({
    cookie: [...(browser.cookies.get(new URL(server.url).host) ?? [])].map((pair) => pair.join('=')).join('; '),
  });
  const own = (): Record<string, string> => ({ origin: server.url, 'sec-fetch-site': 'same-origin' });
  const call = async (begun: Begun, headers: object = {}, body?: object): Promise<Answer> => {
    const posted = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const all = { accept: 'application/json', ...own(), ...cookies(begun), ...type, ...headers };
    return read(await fetch(`${begun.page.url.href}/wallet`, { ...posted, headers: all }));
  };
  const requestOf = async (begun: Begun): Promise<DigitalMessage> => {
    const { json, status, text } = await call(begun);
    assert.equal(status, 200, text);
    return json.requests[0];
  };
  const answered = (request: DigitalMessage, origin = server.url): DigitalMessage => ({
    ...request,
    data: answerTo(openDigitalRequest(request, server.url), erika, `origin:${origin}`),
  });

  it('completes without a way back, also where the client allows no other device', async () => {
    const begun = await application.begin();
    const request = await requestOf(begun);
    assert.equal(request.protocol, 'openid4vp-v1-signed');
    const { status, json, text } = await call(begun, {}, answered(request));
    assert.equal(status, 200, text);
    const { url } = await begun.browser.visit(json.next, isCallback);
    const tokens = await application.redeem(begun, url);
    assert.equal((await application.userinfo(tokens.access_token)).given_name, 'Erika');
  });

  it('asks for what the scopes need, as the link does', async () => {
    const begun = await application.begin({ scope: 'openid' });
    const { dcql_query: query } = openDigitalRequest(await requestOf(begun), server.url);
    const paths = query.credentials[0]?.claims?.map(({ path }) => path.join('.'));
    assert.deepEqual(paths, ['given_name', 'family_name', 'birthdate']);
  });

  it('relay: a wallet on a page of the attacker refuses the request, and an answer that names that page is refused', async () => {
    const attacker = await application.begin();
    const request = await requestOf(attacker);
    assert.throws(() => openDigitalRequest(request, EVIL), /not meant for/);
    const { status } = await call(attacker, {}, answered(request, EVIL));
    assert.equal(status, 400);
    const { url } = await submitForm(attacker, 'complete');
    assert.ok(!isCallback(url), url.href);
  });

  it('relay: what a victim presented by the link does not complete the page of the attacker through this way', async () => {
    const attacker = await application.begin();
    const request = await requestOf(attacker);
    assert.equal((await answerWith(erika, attacker.link)).status, 200);
    const { status, json } = await call(attacker, {}, { ...request, data: { response: 'a.b.c.d.e' } });
    assert.ok(status >= 400, JSON.stringify(json));
    assert.equal(json.next, undefined);
  });

  it('the answer of one login completes no other one, and no other browser can post it', async () => {
    const [mine, other] = [await application.begin(), await application.begin()];
    const answer = answered(await requestOf(other));
    assert.equal((await call(mine, {}, answer)).status, 400);
    const stranger = { ...other, browser: new CookieBrowser() };
    assert.equal((await call(stranger)).status, 403);
    assert.equal((await call(stranger, {}, answer)).status, 403);
    assert.equal((await call(other, {}, answer)).status, 200);
  });

  it('a page of another origin gets no request, and can post nothing with the cookie of the browser', async () => {
    const begun = await application.begin();
    const answer = answered(await requestOf(begun));
    const foreign = { origin: EVIL, 'sec-fetch-site': 'cross-site' };
    assert.equal((await call(begun, foreign)).status, 403);
    assert.equal((await call(begun, foreign, answer)).status, 403);
    assert.equal((await call(begun, { origin: 'null' }, answer)).status, 403);
  });

  it('declining in the wallet ends with access_denied', async () => {
    const begun = await application.begin();
    const request = await requestOf(begun);
    const response = encrypt(openDigitalRequest(request, server.url), { error: 'access_denied' });
    const { status, json, text } = await call(begun, {}, { ...request, data: { response } });
    assert.equal(status, 200, text);
    const { url } = await begun.browser.visit(json.next, isCallback);
    assert.equal(url.searchParams.get('error'), 'access_denied');
  });

  it('the same answer twice makes one login', async () => {
    const begun = await application.begin();
    const answer = answered(await requestOf(begun));
    const both = await Promise.all([call(begun, {}, answer), call(begun, {}, answer)]);
    const led = both.filter(({ status, json }) => status === 200 && json.next !== begun.page.url.href);
    assert.ok(led.length >= 1, both.map(({ text }) => text).join());
    const { url } = await begun.browser.visit(led[0]?.json.next, isCallback);
    await application.redeem(begun, url);
    await assert.rejects(application.redeem(begun, url), { error: 'invalid_grant' });
  });
});
