/** RP-initiated logout (OpenID Connect RP-Initiated Logout 1.0): what it does, and where it never leads the browser. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import type { Visited } from '../support/cookie-browser.ts';
import { type Application, type Begun, openApplication, shop, signIn, startLogins } from '../support/login.ts';
import type { TestServer } from '../support/server.ts';

const CALLBACK = 'https://shop.example/callback';
const BACK = 'https://shop.example/bye';
const KEPT = { redirect_uris: [CALLBACK], post_logout_redirect_uris: [BACK], session: 600 };
const WITHOUT_CLAIMS = { redirect_uri: CALLBACK, scope: 'openid' };

describe('a logout', () => {
  let server: TestServer;
  let issuer: string;
  let erika: HeldCredential;
  let application: Application;
  let begun: Begun;
  let hint: string;
  before(async () => {
    ({ server, issuer, erika } = await startLogins());
    server.writeConfig('login/keeping.json', shop(KEPT));
    server.writeConfig('login/other.json', shop({ ...KEPT, post_logout_redirect_uris: ['https://other.example/bye'] }));
    application = await openApplication({ issuer, id: 'keeping' });
  });
  after(() => server.close());
  const logIn = async (): Promise<void> => {
    begun = await application.begin(WITHOUT_CLAIMS);
    hint = String((await application.redeem(begun, await signIn(erika, begun))).id_token);
  };
  beforeEach(logIn);

  const ask = (parameters: Record<string, string>): Promise<Visited> =>
    begun.browser.visit(`${issuer}/session/end?${new URLSearchParams(parameters)}`);
  const confirm = (page: Visited): Promise<Visited> => {
    assert.match(page.text, /Sign out\?/);
    return begun.browser.submit(page, { logout: 'yes' });
  };
  const silent = async (): Promise<URL> =>
    (await application.begin({ ...WITHOUT_CLAIMS, prompt: 'none' }, begun.browser)).page.url;
  const isOut = async (): Promise<void> => assert.equal((await silent()).searchParams.get('error'), 'login_required');
  const isIn = async (): Promise<void> => assert.ok((await silent()).searchParams.has('code'));

  it('is announced, with its address', async () => {
    const metadata = (await (await server.request('/login/.well-known/openid-configuration')).json()) as {
      readonly end_session_endpoint: string;
    };
    assert.equal(metadata.end_session_endpoint, `${issuer}/session/end`);
  });

  it('leads back to a registered address, with the state that was sent, and none if none was', async () => {
    await isIn();
    const ended = await confirm(await ask({ id_token_hint: hint, post_logout_redirect_uri: BACK, state: 's' }));
    assert.equal(ended.url.href, `${BACK}?state=s`);
    await isOut();
  });

  it('leads back without a state if none was sent', async () => {
    const ended = await confirm(await ask({ id_token_hint: hint, post_logout_redirect_uri: BACK }));
    assert.equal(ended.url.href, BACK);
    await isOut();
  });

  it('ends the login without parameters, with a state only, and without an address to go back to', async () => {
    for (const parameters of [
      (): object => ({}),
      () => ({ state: 's' }),
      () => ({ id_token_hint: hint, state: 's' }),
    ]) {
      await logIn();
      const ended = await confirm(await ask(parameters() as Record<string, string>));
      assert.equal(ended.status, 200);
      assert.match(ended.text, /signed out/i);
      await isOut();
    }
  });

  it('may be sent as a form', async () => {
    const body = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: BACK });
    const page = await begun.browser.visit(`${issuer}/session/end`, undefined, { method: 'POST', body });
    assert.equal((await confirm(page)).url.href, BACK);
    await isOut();
  });

  it('without a hint asks, and leads nowhere', async () => {
    const ended = await confirm(await ask({ post_logout_redirect_uri: BACK, state: 's' }));
    assert.ok(ended.url.href.startsWith(issuer), ended.url.href);
    await isOut();
  });

  it('never leads to an address that is not exactly the registered one', async () => {
    for (const to of [
      'https://evil.example/bye',
      `${BACK}?foo=bar`,
      `${BACK}/`,
      `${BACK}#x`,
      BACK.replace('shop', 'user@shop'),
      BACK.replace('/bye', '/x/../bye'),
      BACK.replace('/bye', '/%62ye'),
      'https://other.example/bye',
      'javascript:alert(1)',
    ]) {
      const page = await ask({ id_token_hint: hint, post_logout_redirect_uri: to, state: 's' });
      assert.equal(page.status, 400, to);
      assert.equal(page.headers.get('location'), null, to);
      assert.doesNotMatch(page.text, /evil\.example|foo=bar|javascript:/);
    }
    await isIn();
  });

  it('takes no hint that was changed, that another key signed, or that is for another client', async () => {
    const [header = '', payload = '', signature = ''] = hint.split('.');
    const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = decodeJwt(hint);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const ours = { ...decodeProtectedHeader(hint), alg: 'RS256' };
    const foreign = await new SignJWT(claims).setProtectedHeader(ours).sign(privateKey);
    const bySecret = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from('x'.repeat(32)));
    for (const [name, changed] of Object.entries({
      'alg none': `${encoded({ alg: 'none' })}.${payload}.`,
      'alg none, with the signature': `${encoded({ alg: 'none' })}.${payload}.${signature}`,
      'another subject': `${header}.${encoded({ ...claims, sub: 'other' })}.${signature}`,
      'another client': `${header}.${encoded({ ...claims, aud: 'other' })}.${signature}`,
      'an unknown client': `${header}.${encoded({ ...claims, aud: 'nobody' })}.${signature}`,
      'no signature': `${header}.${payload}.`,
      'another key': foreign,
      'a secret': bySecret,
      'no token': 'text',
    })) {
      const page = await ask({ id_token_hint: changed, post_logout_redirect_uri: BACK, state: 's' });
      assert.equal(page.status, 400, name);
      assert.equal(page.headers.get('location'), null, name);
      assert.doesNotMatch(page.text, /Sign out\?/, name);
    }
    const mixed = await ask({ id_token_hint: hint, client_id: 'other', post_logout_redirect_uri: BACK });
    assert.equal(mixed.status, 400);
    await isIn();
  });

  it('takes a hint that has expired: applications keep one for this (section 2)', async (t) => {
    server.writeConfig('login/long.json', shop({ ...KEPT, session: 3600 }));
    const long = await openApplication({ issuer, id: 'long' });
    begun = await long.begin(WITHOUT_CLAIMS);
    hint = String((await long.redeem(begun, await signIn(erika, begun))).id_token);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 900_000 });
    assert.ok(Number(decodeJwt(hint).exp) * 1000 < Date.now());
    const silently = async (): Promise<URL> =>
      (await long.begin({ ...WITHOUT_CLAIMS, prompt: 'none' }, begun.browser)).page.url;
    assert.ok((await silently()).searchParams.has('code'), 'the login is kept');
    const ended = await confirm(await ask({ id_token_hint: hint, post_logout_redirect_uri: BACK, state: 's' }));
    assert.equal(ended.url.href, `${BACK}?state=s`);
    assert.equal((await silently()).searchParams.get('error'), 'login_required');
  });

  it('needs the token of its own page: no other site signs anybody out', async () => {
    await ask({ id_token_hint: hint, post_logout_redirect_uri: BACK });
    for (const xsrf of ['', 'guessed']) {
      const body = new URLSearchParams({ xsrf, logout: 'yes' });
      const forged = await begun.browser.visit(`${issuer}/session/end/confirm`, undefined, { method: 'POST', body });
      assert.equal(forged.status, 400);
    }
    await isIn();
  });

  it('changes nothing for a person who stays', async () => {
    const page = await ask({ id_token_hint: hint, post_logout_redirect_uri: BACK, state: 's' });
    assert.match(page.text, /Sign out\?/);
    await isIn();
  });
});
