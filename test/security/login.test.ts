/** Attacks on sign-ins with a wallet: what a foreign browser, client, tenant or a forged request achieves. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { errorFields, fetchRequest, type HeldCredential, post } from '@countersign/wallet/presentation/present';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import {
  type Application,
  answerWith,
  CALLBACK,
  formTokenOf,
  holdPidOf,
  isCallback,
  loginQuestion,
  openApplication,
  shop,
  signIn,
  startLogins,
  submitForm,
} from '../support/login.ts';
import { scannedFrom } from '../support/qr.ts';
import type { TestServer } from '../support/server.ts';

describe('attacks on sign-ins with a wallet', () => {
  let server: TestServer;
  let issuer: string;
  let application: Application;
  let erika: HeldCredential;
  before(async () => {
    ({ server, issuer, application, erika } = await startLogins());
    const { client_secret: _, ...open } = shop({ token_endpoint_auth_method: 'none' }) as Record<string, unknown>;
    server.writeConfig('login/public.json', open);
    server.writeConfig('tenants/root/presentation/login.json', loginQuestion);
    server.writeConfig('tenants/root/login/root-shop.json', shop());
  });
  after(() => server.close());

  const errorOf = (url: URL): string | null => url.searchParams.get('error');

  it('ten guesses lock the code of the wallet, the right one too', async () => {
    const strict = await openApplication({ issuer, id: 'strict' });
    const begun = await strict.begin();
    const { json } = await answerWith(erika, begun.link);
    for (let guess = 0; guess < 10; guess += 1) {
      const answer = await begun.browser.get(new URL(`${begun.page.url.href}/return?response_code=guess-${guess}`));
      assert.equal(answer.status, 409);
    }
    const { url } = await begun.browser.visit(json.redirect_uri, isCallback);
    assert.ok(!isCallback(url), url.href);
  });

  it('a code gives nothing to another client, and one token of fifty redemptions at once', async () => {
    const begun = await application.begin();
    const callback = await signIn(erika, begun);
    const other = await openApplication({ issuer, id: 'strict' });
    await assert.rejects(other.redeem(begun, callback), { error: 'invalid_grant' });
    const again = await application.begin();
    const fresh = await signIn(erika, again);
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => application.redeem(again, fresh)));
    assert.ok(all.filter(({ status }) => status === 'fulfilled').length <= 1);
  });

  it('PKCE can be left out by no client that needs it, and is never plain', async () => {
    for (const id of ['shop', 'public']) {
      const at = await openApplication({ issuer, id, ...(id === 'public' ? { auth: client.None() } : {}) });
      const none = await at.begin({ code_challenge: '', code_challenge_method: '' });
      assert.equal(errorOf(none.page.url), 'invalid_request', id);
      const plain = await at.begin({ code_challenge_method: 'plain' });
      assert.equal(errorOf(plain.page.url), 'invalid_request', id);
    }
  });

  it('an address that is not exactly the registered one gets a page, and no redirect', async () => {
    const others = [
      `${CALLBACK}/`,
      `${CALLBACK}?x=1`,
      `${CALLBACK}#f`,
      CALLBACK.replace('localhost', 'localhost.evil.example'),
      CALLBACK.replace('http://', 'http://user@'),
      CALLBACK.replace('/callback', '/x/../callback'),
      CALLBACK.replace('/callback', '/%63allback'),
      CALLBACK.replace('/callback', '/Callback'),
      CALLBACK.replace('http:', 'https:'),
    ];
    for (const redirect_uri of others) {
      const { page } = await application.begin({ redirect_uri });
      assert.equal(page.status, 400, redirect_uri);
      assert.equal(page.headers.get('location'), null, redirect_uri);
      assert.doesNotMatch(page.text, /evil\.example/);
    }
  });

  it('clients and tokens of one tenant are unknown at another', async () => {
    const { page } = await application.begin({ client_id: 'root-shop' });
    assert.equal(page.status, 400);
    const begun = await application.begin();
    const callback = await signIn(erika, begun);
    assert.equal(callback.searchParams.get('iss'), issuer);
    const root = await openApplication({ issuer: `${server.url}/root/login`, id: 'root-shop' });
    await assert.rejects(root.redeem(begun, callback), 'the issuer of the answer is another one');
    const tokens = await application.redeem(begun, callback);
    await assert.rejects(root.userinfo(tokens.access_token));
  });

  it('another tenant knows nothing of a login, by the same browser', async () => {
    const { page, browser } = await application.begin();
    const uid = page.url.pathname.split('/').at(-1);
    const answer = await browser.get(new URL(`${server.url}/root/login/interaction/${uid}`));
    assert.equal(answer.status, 400);
  });

  it('the stream of states, and the request for the wallets of a browser, need the cookie of their own login', async () => {
    const [mine, other] = [await application.begin(), await application.begin()];
    const cookie = [...(other.browser.cookies.get(new URL(issuer).host) ?? [])]
      .map((pair) => pair.join('='))
      .join('; ');
    for (const headers of [{ accept: 'text/event-stream' }, { accept: 'text/event-stream', cookie }]) {
      for (const path of ['state', 'wallet']) {
        const answer = await fetch(`${mine.page.url.href}/${path}`, { headers });
        assert.equal(answer.status, 403, path);
        await answer.text();
      }
    }
  });

  it('another site can neither complete nor cancel a login, though the browser sends its cookie', async () => {
    const [mine, other] = [await application.begin(), await application.begin()];
    await answerWith(erika, scannedFrom(mine.page.text));
    for (const name of ['complete', 'cancel'] as const) {
      const address = `${mine.page.url.href}/${name}`;
      const link = await mine.browser.visit(address, isCallback);
      assert.equal(link.status, 405, 'a link or picture of another site');
      for (const fields of [{}, { token: '' }, { token: 'guessed' }, { token: formTokenOf(other.page) }]) {
        const body = new URLSearchParams(fields);
        const forged = await mine.browser.visit(address, isCallback, { method: 'POST', body });
        assert.deepEqual([forged.status, isCallback(forged.url)], [403, false], JSON.stringify(fields));
      }
    }
    assert.ok((await submitForm(mine, 'complete')).url.searchParams.has('code'), 'nothing of it has ended the login');
  });

  it('two tabs that complete a login at once, or again, get one code', async () => {
    const begun = await application.begin();
    await answerWith(erika, scannedFrom(begun.page.text));
    const both = await Promise.all([submitForm(begun, 'complete'), submitForm(begun, 'complete')]);
    const codes = both.filter(({ url }) => url.searchParams.has('code'));
    assert.equal(codes.length, 1, both.map(({ url, status }) => `${status} ${url.pathname}`).join());
    const later = await submitForm(begun, 'complete');
    assert.deepEqual([later.status, isCallback(later.url)], [403, false]);
    await application.redeem(begun, codes[0]?.url ?? assert.fail());
  });

  it("an attacker's own login is not completed in the browser of a victim (login CSRF)", async () => {
    const attacker = await application.begin();
    await answerWith(erika, scannedFrom(attacker.page.text));
    const { browser: victim } = await application.begin();
    const done = await submitForm({ page: attacker.page, browser: victim }, 'complete');
    assert.deepEqual([done.status, isCallback(done.url)], [403, false]);
  });

  it('the claims parameter is bounded', async () => {
    const deep = `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`;
    const many = JSON.stringify({
      userinfo: Object.fromEntries(Array.from({ length: 800 }, (_, n) => [`claim_${n}`, null])),
    });
    const others = [`{"userinfo":{"__proto__":null}}`, `{"userinfo":${deep}}`, many, 'no JSON', '[]', '{"userinfo":1}'];
    for (const claims of others) {
      const { page } = await application.begin({ claims });
      assert.equal(errorOf(page.url), 'invalid_request', claims.slice(0, 60));
    }
  });

  it('an essential acr that is out of reach is never answered by a false one', async () => {
    const claims = JSON.stringify({ id_token: { acr: { essential: true, values: ['urn:higher'] } } });
    const { page } = await application.begin({ claims });
    assert.equal(errorOf(page.url), 'unmet_authentication_requirements');
    const within = JSON.stringify({ id_token: { acr: { essential: true, value: 'http://eidas.europa.eu/LoA/high' } } });
    const begun = await application.begin({ claims: within });
    const tokens = await application.redeem(begun, await signIn(erika, begun));
    assert.equal(tokens.claims()?.acr, 'http://eidas.europa.eu/LoA/high');
  });

  it('the next person at the same browser is asked, and never taken for the one before', async () => {
    const first = await application.begin();
    const { sub } = (await application.redeem(first, await signIn(erika, first))).claims() ?? {};
    const silent = await application.begin({ prompt: 'none' }, first.browser);
    assert.equal(errorOf(silent.page.url), 'login_required');
    const next = await application.begin({}, first.browser);
    assert.match(next.page.text, /Open wallet on this device/);
    const max = await holdPidOf(server, { given_name: 'Max' });
    const tokens = await application.redeem(next, await signIn(max, next));
    assert.notEqual(tokens.claims()?.sub, sub);
  });

  it('a hint that is none of ours for this client is refused', async () => {
    const begun = await application.begin();
    const { id_token: hint = '' } = await application.redeem(begun, await signIn(erika, begun));
    const [header = '', payload = '', signature = ''] = hint.split('.');
    const changed = Buffer.from(
      Buffer.from(payload, 'base64url')
        .toString()
        .replace(/"sub":"./, '"sub":"_'),
    ).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const id_token_hint of [`${header}.${changed}.${signature}`, `${none}.${payload}.`, 'text']) {
      const { page } = await application.begin({ id_token_hint });
      assert.equal(errorOf(page.url), 'invalid_request', id_token_hint.slice(0, 30));
    }
    const other = await openApplication({ issuer, id: 'strict' });
    const { page } = await other.begin({ id_token_hint: hint });
    assert.equal(errorOf(page.url), 'invalid_request', 'it is for another client');
    const root = await openApplication({ issuer: `${server.url}/root/login`, id: 'root-shop' });
    const elsewhere = await root.begin({ id_token_hint: hint });
    assert.equal(errorOf(elsewhere.page.url), 'invalid_request', 'it is of another provider');
  });

  it('a hint that has expired is taken: its person is expected, and nobody else', async (t) => {
    const begun = await application.begin();
    const { id_token = '' } = await application.redeem(begun, await signIn(erika, begun));
    const max = await holdPidOf(server, { given_name: 'Max' });
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 900_000 });
    assert.ok(Number(decodeJwt(id_token).exp) * 1000 < Date.now());
    const mine = await application.begin({ id_token_hint: id_token });
    assert.ok((await signIn(erika, mine)).searchParams.has('code'));
    const other = await application.begin({ id_token_hint: id_token });
    assert.equal(errorOf(await signIn(max, other)), 'login_required');
  });

  it('a request_uri is refused by its name, and nothing is fetched', async () => {
    const { page } = await application.begin({ request_uri: `${server.url}/health` });
    assert.equal(errorOf(page.url), 'request_uri_not_supported');
  });

  it('what a wallet writes in an error is neither shown nor passed on', async () => {
    const begun = await application.begin();
    const request = await fetchRequest(begun.link);
    const error_description = '<script>CANARY Mustermann</script>';
    const answer = await post(request.response_uri, errorFields(request, 'access_denied', { error_description }));
    assert.equal(answer.status, 200, answer.text);
    const page = await begun.browser.get(begun.page.url);
    const { url } = await submitForm(begun, 'complete');
    assert.equal(errorOf(url), 'access_denied');
    assert.doesNotMatch(page.text + url.href, /CANARY/);
  });

  it('forged headers change no address', async () => {
    const path = '/login/.well-known/openid-configuration';
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp', forwarded: 'host=evil.example' };
    const plain = await (await server.request(path)).text();
    assert.equal(await (await server.request(path, { headers })).text(), plain);
    const { page } = await application.begin();
    assert.ok(page.url.href.startsWith(issuer));
  });

  it('a parameter that is given twice is refused', async () => {
    const query = 'client_id=shop&client_id=strict&response_type=code&scope=openid';
    const answer = await server.request(`/login/auth?${query}`);
    assert.equal(answer.status, 400);
  });
});
