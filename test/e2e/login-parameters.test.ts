/** Parameters and ways of OpenID Connect Core 1.0 that the certification plans of the OpenID Foundation try, one after the other. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { CookieBrowser } from '../support/cookie-browser.ts';
import {
  APPLICATION_SECRET,
  type Application,
  CALLBACK,
  callbackOf,
  isCallback,
  linkOfWallet,
  openApplication,
  shop,
  signIn,
  startLogins,
  submitForm,
} from '../support/login.ts';
import type { TestServer } from '../support/server.ts';

/** A client as the plans have it: both secret methods work for it, nonce and PKCE are its choice. */
describe('a client of the certification plans', () => {
  let server: TestServer;
  let application: Application;
  let erika: HeldCredential;
  before(async () => {
    ({ server, erika } = await startLogins());
    server.writeConfig('login/plain.json', shop({ require_pkce: false }));
    server.writeConfig(
      'login/post.json',
      shop({ require_pkce: false, token_endpoint_auth_method: 'client_secret_post' }),
    );
    application = await openApplication({ issuer: `${server.url}/login`, id: 'plain' });
  });
  after(() => server.close());

  const loggedIn = async (parameters: Record<string, string>) => {
    const begun = await application.begin(parameters);
    assert.notEqual(begun.link, '', begun.page.url.href);
    return application.redeem(begun, await signIn(erika, begun));
  };

  for (const response_mode of ['query', 'form_post'])
    for (const [name, parameters] of [
      ['display=page', { display: 'page' }],
      ['display=popup', { display: 'popup' }],
      ['ui_locales', { ui_locales: 'se fr de' }],
      ['claims_locales', { claims_locales: 'se de' }],
      ['login_hint', { login_hint: 'erika@example.org' }],
      ['an unknown parameter', { extra: 'foobar' }],
      ['max_age', { max_age: '10000' }],
      ['prompt=login', { prompt: 'login' }],
      ['acr_values', { acr_values: 'http://eidas.europa.eu/LoA/high' }],
      ['scopes that it has no claims for', { scope: 'openid profile email address phone offline_access' }],
      ['an essential claim', { claims: '{"userinfo":{"family_name":{"essential":true}}}' }],
      ['PKCE', {}],
    ] as const) {
      it(`logs in with ${name}, by ${response_mode}`, async () => {
        const tokens = await loggedIn({ ...parameters, response_mode });
        const { auth_time: time, iat } = decodeJwt(String(tokens.id_token));
        assert.ok(Number(time) <= Number(iat) && Number(time) > Number(iat) - 60);
        assert.equal(tokens.refresh_token, undefined);
      });
    }

  it('logs in with the values of acr that discovery lists, at a client without one too', async () => {
    const { client_secret } = shop() as { readonly client_secret: string };
    const { acr: _, ...without } = shop({ client_secret, require_pkce: false }) as Record<string, unknown>;
    server.writeConfig('login/unleveled.json', without);
    const unleveled = await openApplication({ issuer: `${server.url}/login`, id: 'unleveled' });
    const listed = unleveled.config.serverMetadata().acr_values_supported as readonly string[];
    assert.deepEqual(listed, ['0', 'http://eidas.europa.eu/LoA/high']);
    for (const acr_values of [String(listed[0]), listed.join(' ')]) {
      const begun = await unleveled.begin({ acr_values });
      const tokens = await unleveled.redeem(begun, await signIn(erika, begun));
      assert.equal(tokens.claims()?.acr, '0');
    }
    const refused = await unleveled.begin({ acr_values: String(listed[1]) });
    assert.equal(refused.page.url.searchParams.get('error'), 'unmet_authentication_requirements');
  });

  it('shows the page in the language of ui_locales', async () => {
    const { page } = await application.begin({ ui_locales: 'se de' });
    assert.match(page.text, /<html lang="de">/);
  });

  it('logs in without nonce, state and PKCE', async () => {
    const browser = new CookieBrowser();
    const url = new URL(String(application.config.serverMetadata().authorization_endpoint));
    url.search = new URLSearchParams({
      client_id: 'plain',
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'openid',
    }).toString();
    const page = await browser.visit(url.href, isCallback);
    const callback = await signIn(erika, {
      browser,
      page,
      link: linkOfWallet(page),
      verifier: '',
      state: '',
      nonce: '',
    });
    const tokens = await client.authorizationCodeGrant(application.config, callback, { idTokenExpected: true });
    assert.equal(tokens.claims()?.nonce, undefined);
  });

  it('may send the authorization request as a form', async () => {
    const browser = new CookieBrowser();
    const body = new URLSearchParams({
      client_id: 'plain',
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'openid',
      state: 's',
    });
    const page = await browser.visit(`${server.url}/login/auth`, isCallback, { method: 'POST', body });
    assert.notEqual(linkOfWallet(page), '', page.text);
  });

  it('gets the same userinfo by GET, by POST with a header, and by POST with a body', async () => {
    const { access_token: token } = await loggedIn({});
    const authorization = `Bearer ${token}`;
    const ways: readonly RequestInit[] = [
      { headers: { authorization } },
      { method: 'POST', headers: { authorization } },
      { method: 'POST', body: new URLSearchParams({ access_token: token }) },
    ];
    for (const way of ways) {
      const answer = await read(await server.request('/login/me', way));
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.json.given_name, 'Erika');
    }
    const both = await server.request('/login/me', {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ access_token: token }),
    });
    assert.equal(both.status, 400);
  });

  it('authenticates with the secret in the body', async () => {
    const post = await openApplication({
      issuer: `${server.url}/login`,
      id: 'post',
      auth: client.ClientSecretPost(APPLICATION_SECRET),
    });
    const begun = await post.begin();
    assert.equal(typeof (await post.redeem(begun, await signIn(erika, begun))).access_token, 'string');
  });

  it('learns that request objects are not supported, and that response_type is missing', async () => {
    const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = `${encoded({ alg: 'none' })}.${encoded({ redirect_uri: 'https://evil.example/' })}.`;
    for (const response_mode of ['query', 'form_post']) {
      const errorOf = async (parameters: Record<string, string>): Promise<string | null> => {
        const { page } = await application.begin({ ...parameters, response_mode });
        return callbackOf(page).searchParams.get('error');
      };
      assert.equal(await errorOf({ request: unsigned }), 'request_not_supported');
      assert.equal(await errorOf({ request_uri: 'https://shop.example/request' }), 'request_uri_not_supported');
      assert.equal(await errorOf({ response_type: '' }), 'invalid_request');
      assert.equal(await errorOf({ registration: '{}' }), 'registration_not_supported');
      assert.equal(await errorOf({ prompt: 'none' }), 'login_required');
    }
  });

  it('learns by form_post too that the person cancelled', async () => {
    const { browser, page, state } = await application.begin({ response_mode: 'form_post' });
    const left = callbackOf(await submitForm({ browser, page }, 'cancel'));
    const { error, state: returned, iss } = Object.fromEntries(left.searchParams);
    assert.deepEqual({ error, returned, iss }, { error: 'access_denied', returned: state, iss: `${server.url}/login` });
  });
});
