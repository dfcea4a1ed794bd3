/** Sign-in at an application with a wallet: `openid-client` is the application, which knows nothing but OpenID Connect. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { errorFields, fetchRequest, type HeldCredential, post } from '@countersign/wallet/presentation/present';
import * as client from 'openid-client';
import { CookieBrowser } from '../support/cookie-browser.ts';
import { sessionOf } from '../support/flows.ts';
import {
  type Application,
  answerWith,
  holdPidOf,
  isCallback,
  openApplication,
  shop,
  signIn,
  startLogins,
  submitForm,
} from '../support/login.ts';
import { scannedFrom } from '../support/qr.ts';
import type { TestServer } from '../support/server.ts';

describe('sign-in with a wallet', () => {
  let server: TestServer;
  let issuer: string;
  let application: Application;
  let erika: HeldCredential;
  before(async () => {
    ({ server, issuer, application, erika } = await startLogins());
  });
  after(() => server.close());

  it('is announced, at both addresses', async () => {
    const appended = await (await server.request('/login/.well-known/openid-configuration')).json();
    const inserted = await (await server.request('/.well-known/oauth-authorization-server/login')).json();
    assert.deepEqual(inserted, appended);
    const announced = appended as Record<string, unknown>;
    assert.equal(announced.issuer, issuer);
    assert.deepEqual(announced.subject_types_supported, ['pairwise']);
    assert.deepEqual(announced.id_token_signing_alg_values_supported, ['RS256', 'ES256']);
    assert.deepEqual(announced.response_types_supported, ['code']);
    assert.deepEqual(announced.grant_types_supported, ['authorization_code']);
    assert.deepEqual(announced.code_challenge_methods_supported, ['S256']);
    assert.equal(announced.request_parameter_supported ?? false, false);
    assert.deepEqual(announced.scopes_supported, ['openid', 'profile', 'address']);
  });

  it('leads from the application to the wallet and back: code, token, userinfo', async () => {
    const begun = await application.begin();
    assert.match(begun.page.text, /Example Shop/);
    assert.match(
      begun.page.text,
      /<dd>Given name, Family name, Date of birth<\/dd><dt>From your credential<\/dt><dd>Person Identification Data<\/dd>/,
    );
    const tokens = await application.redeem(begun, await signIn(erika, begun));
    const claims = tokens.claims();
    assert.equal(claims?.acr, 'http://eidas.europa.eu/LoA/high');
    assert.deepEqual(claims?.amr, ['pop']);
    assert.equal(typeof claims?.auth_time, 'number');
    assert.equal(claims?.given_name, undefined, 'claims of the person are in userinfo alone');
    assert.equal(tokens.refresh_token, undefined);
    const userinfo = await application.userinfo(tokens.access_token);
    assert.equal(userinfo.sub, claims?.sub);
    assert.equal(userinfo.given_name, 'Erika');
    assert.equal(userinfo.address, undefined, 'its scope was not asked for');
  });

  it('asks the wallet for what the scopes need, and never for more', async () => {
    const asked = async (scope: string, claims: object = {}): Promise<string[]> => {
      const { link } = await application.begin({ scope, claims: JSON.stringify({ userinfo: claims }) });
      const { dcql_query: query } = await fetchRequest(link);
      return (query.credentials[0]?.claims ?? []).map(({ path }) => path.join('.'));
    };
    const subject = ['given_name', 'family_name', 'birthdate'];
    assert.deepEqual(await asked('openid'), subject);
    assert.deepEqual(await asked('openid email unknown', { portrait: { essential: true } }), subject);
  });

  it('goes on in the browser that shows the code, if the client allows another device', async () => {
    const begun = await application.begin();
    const answer = await answerWith(erika, scannedFrom(begun.page.text));
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json.redirect_uri, undefined, 'it leads no browser of the other device anywhere');
    const state = await begun.browser.get(new URL(`${begun.page.url.href}/state`));
    assert.equal(state.json.state, 'continue');
    const { url } = await submitForm(begun, 'complete');
    assert.ok(url.searchParams.has('code'), url.href);
    const claims = (await application.redeem(begun, url)).claims();
    assert.equal(claims?.acr, 'http://eidas.europa.eu/LoA/substantial', 'one level less than on this device');
  });

  it('knows a person again, and gives other clients another subject', async () => {
    const sub = async (held: HeldCredential, at = application): Promise<string | undefined> => {
      const begun = await at.begin();
      return (await at.redeem(begun, await signIn(held, begun))).claims()?.sub;
    };
    const first = await sub(erika);
    assert.equal(await sub(await holdPidOf(server)), first, 'with a renewed PID');
    assert.notEqual(await sub(await holdPidOf(server, { birthdate: '1964-08-13' })), first);
    server.writeConfig('login/other.json', shop({ redirect_uris: ['http://127.0.0.1:8999/callback'] }));
    const other = await openApplication({ issuer, id: 'other' });
    const begun = await other.begin({ redirect_uri: 'http://127.0.0.1:8999/callback' });
    const answer = await answerWith(erika, begun.link);
    const { url } = await begun.browser.visit(answer.json.redirect_uri, (to) => to.pathname === '/callback');
    const tokens = await other.redeem(begun, url);
    assert.notEqual(tokens.claims()?.sub, first);
  });

  it('shows no code to a request that insists on the level of this device', async () => {
    const begun = await application.begin({ acr_values: 'http://eidas.europa.eu/LoA/high' });
    assert.doesNotMatch(begun.page.text, /<svg/);
    const tokens = await application.redeem(begun, await signIn(erika, begun));
    assert.equal(tokens.claims()?.acr, 'http://eidas.europa.eu/LoA/high');
  });

  describe('relay', () => {
    it('the answer to the link completes nothing but in the browser that the wallet leads back to', async () => {
      const begun = await application.begin();
      const { json } = await answerWith(erika, begun.link);
      const state = await begun.browser.get(new URL(`${begun.page.url.href}/state`));
      assert.equal(state.json.state, 'waiting');
      const { url } = await submitForm(begun, 'complete');
      assert.ok(!isCallback(url), url.href);
      assert.ok(isCallback((await begun.browser.visit(json.redirect_uri, isCallback)).url));
    });

    it('the code and the link are one request: no second answer is taken', async () => {
      const begun = await application.begin();
      const elsewhere = scannedFrom(begun.page.text);
      assert.notEqual(elsewhere, begun.link);
      assert.equal((await answerWith(await holdPidOf(server, { given_name: 'Max' }), elsewhere)).status, 200);
      await assert.rejects(answerWith(erika, begun.link), /returned 410/);
      const { url } = await submitForm(begun, 'complete');
      const tokens = await application.redeem(begun, url);
      assert.equal((await application.userinfo(tokens.access_token)).given_name, 'Max');
    });

    it('the way back completes nothing in another browser', async () => {
      const attacker = await application.begin();
      const answer = await answerWith(erika, attacker.link);
      const victim = new CookieBrowser();
      const shown = await victim.visit(answer.json.redirect_uri);
      assert.equal(shown.status, 400);
      assert.match(shown.text, /Go back to where you started/);
    });

    it('without another device the browser of the attacker gets nothing, whatever it asks for', async () => {
      const strict = await openApplication({ issuer, id: 'strict' });
      const attacker = await strict.begin();
      assert.doesNotMatch(attacker.page.text, /<svg/);
      assert.equal((await answerWith(erika, attacker.link)).status, 200);
      const state = await attacker.browser.get(new URL(`${attacker.page.url.href}/state`));
      assert.equal(state.json.state, 'waiting');
      const completed = await submitForm(attacker, 'complete');
      assert.ok(!isCallback(completed.url), completed.url.href);
      for (const path of ['return', 'return?response_code=guessed-0123456789']) {
        const { url } = await attacker.browser.visit(`${attacker.page.url.href}/${path}`, isCallback);
        assert.ok(!isCallback(url), `${path} led to ${url.href}`);
      }
    });

    it('a browser without the cookie sees no page, no state, and completes nothing', async () => {
      const begun = await application.begin();
      await answerWith(erika, begun.link);
      const stranger = new CookieBrowser();
      for (const [path, status] of [
        ['', 400],
        ['/return', 400],
        ['/state', 403],
        ['/wallet', 403],
      ] as const) {
        const answer = await stranger.get(new URL(begun.page.url.href + path));
        assert.equal(answer.status, status, path);
      }
      for (const name of ['complete', 'cancel'] as const) {
        assert.equal((await submitForm({ ...begun, browser: stranger }, name)).status, 403, name);
      }
    });

    it('the code of one login completes no other one', async () => {
      const [mine, other] = [await application.begin(), await application.begin()];
      await answerWith(erika, mine.link);
      const { json } = await answerWith(erika, other.link);
      const { search } = new URL(json.redirect_uri);
      const { url } = await mine.browser.visit(`${mine.page.url.href}/return${search}`, isCallback);
      assert.ok(!isCallback(url), url.href);
    });
  });

  describe('without a person', () => {
    const errorOf = (url: URL): Record<string, string> => Object.fromEntries(url.searchParams);

    it('cancel leads back with access_denied', async () => {
      const begun = await application.begin();
      const { url } = await submitForm(begun, 'cancel');
      const { error, state, iss } = errorOf(url);
      assert.deepEqual({ error, state, iss }, { error: 'access_denied', state: begun.state, iss: issuer });
    });

    it('so does a person who declines in the wallet', async () => {
      const begun = await application.begin();
      const request = await fetchRequest(begun.link);
      const answer = await post(request.response_uri, errorFields(request, 'access_denied'));
      assert.equal(answer.status, 200, answer.text);
      const { url } = await submitForm(begun, 'complete');
      assert.equal(errorOf(url).error, 'access_denied');
    });

    it('a credential that is not accepted is shown on the page and in the session, and ends with access_denied', async () => {
      const begun = await application.begin();
      const foreign = { ...erika, credential: erika.credential.replace(/^([^.]+\.[^.]+\.)../, '$1AA') };
      assert.equal((await answerWith(foreign, begun.link)).status, 400);
      const page = await begun.browser.get(begun.page.url);
      assert.match(page.text, /could not be accepted/);
      const { url } = await submitForm(begun, 'cancel');
      assert.equal(errorOf(url).error, 'access_denied');
      const sessions = (await (await server.a('/session?kind=presentation&limit=1')).json()) as { id: string }[];
      const session = await sessionOf(server, String(sessions[0]?.id));
      assert.equal(session.lastError.step, 'response');
    });

    it('an acr that the client does not reach is refused before anything is asked', async () => {
      const { page } = await application.begin({ acr_values: 'http://eidas.europa.eu/LoA/higher' });
      assert.equal(errorOf(page.url).error, 'unmet_authentication_requirements');
    });

    it('prompt=none asks nobody', async () => {
      const { page } = await application.begin({ prompt: 'none' });
      assert.equal(errorOf(page.url).error, 'login_required');
    });

    it('another person than the hint says gets no code', async () => {
      const first = await application.begin();
      const tokens = await application.redeem(first, await signIn(erika, first));
      const begun = await application.begin({ id_token_hint: String(tokens.id_token) });
      const url = await signIn(await holdPidOf(server, { given_name: 'Max' }), begun);
      assert.equal(errorOf(url).error, 'login_required');
    });

    it('a PID without a claim that tells people apart is refused', async () => {
      server.writeConfig(
        'login/numbered.json',
        shop({ subject: { kind: 'pairwise', from: [['given_name'], ['number']] } }),
      );
      const numbered = await openApplication({ issuer, id: 'numbered' });
      const begun = await numbered.begin();
      assert.equal(errorOf(await signIn(erika, begun)).error, 'access_denied');
    });
  });

  describe('codes', () => {
    it('work once of five at the same time, and a second use ends the token of the first', async () => {
      const begun = await application.begin();
      const callback = await signIn(erika, begun);
      const all = await Promise.allSettled(Array.from({ length: 5 }, () => application.redeem(begun, callback)));
      const won = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      assert.equal(won.length, 1);
      for (const one of all) {
        if (one.status === 'rejected') assert.equal((one.reason as client.ResponseBodyError).error, 'invalid_grant');
      }
      await assert.rejects(application.redeem(begun, callback), { error: 'invalid_grant' });
      await assert.rejects(application.userinfo(String(won[0]?.access_token)));
    });

    it('need the verifier', async () => {
      const begun = await application.begin();
      const callback = await signIn(erika, begun);
      const other = client.randomPKCECodeVerifier();
      await assert.rejects(application.redeem(begun, callback, { pkceCodeVerifier: other }), {
        error: 'invalid_grant',
      });
    });
  });

  it('an unknown client and a foreign address of the application get a page, and lead nowhere', async () => {
    for (const parameters of [
      { client_id: 'nobody' },
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: `${'http://localhost:8999/callback'}/more` },
    ]) {
      const { page } = await application.begin(parameters);
      assert.equal(page.status, 400, JSON.stringify(parameters));
      assert.equal(page.headers.get('location'), null);
    }
  });

  it('request objects and other ways of OAuth are refused by name', async () => {
    const { page } = await application.begin({ request: 'a.b.c' });
    assert.equal(page.url.searchParams.get('error'), 'request_not_supported');
    const implicit = await application.begin({ response_type: 'id_token' });
    assert.equal(
      implicit.page.url.searchParams.get('error') ?? new URLSearchParams(implicit.page.url.hash.slice(1)).get('error'),
      'unsupported_response_type',
    );
    const without = await application.begin({ code_challenge: '', code_challenge_method: '' });
    assert.equal(without.page.url.searchParams.get('error'), 'invalid_request');
  });

  it('a tenant without a client answers that nobody signs in there', async () => {
    const answer = await server.request('/root/login/.well-known/openid-configuration');
    assert.equal(answer.status, 404);
    assert.equal(((await answer.json()) as { detail: string }).detail, 'There is no application to sign in to here');
  });
});
