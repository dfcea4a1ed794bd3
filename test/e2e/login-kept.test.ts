/**
 * Logins that a browser keeps: which requests they satisfy without the wallet, which they don't, and how applications
 * learn that they ended.
 */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { until } from '@countersign/shared/test/patience';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { CookieBrowser, type Visited } from '../support/cookie-browser.ts';
import {
  type Application,
  type Begun,
  holdPidOf,
  openApplication,
  shop,
  signIn,
  startLogins,
} from '../support/login.ts';
import type { TestServer } from '../support/server.ts';

/** Apps, and applications on loopback, always ask the user. */
const CALLBACK = 'https://shop.example/callback';
const BACK = 'https://shop.example/bye';
const WITHOUT_CLAIMS = { redirect_uri: CALLBACK, scope: 'openid' };

describe('a login that the browser keeps', () => {
  let server: TestServer;
  let issuer: string;
  let erika: HeldCredential;
  let application: Application;
  let listener: Server;
  let offset = 0;
  /** Logout tokens, and the responses to them. */
  const told: string[] = [];
  let answer = 200;
  before(async () => {
    listener = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        told.push(new URLSearchParams(body).get('logout_token') ?? '');
        response.writeHead(answer).end();
      });
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as AddressInfo;
    ({ server, issuer, erika } = await startLogins({
      clock: () => Date.now() + offset,
      env: { OUTBOUND_ALLOW: '127.0.0.1' },
    }));
    const keeping = {
      redirect_uris: [CALLBACK],
      post_logout_redirect_uris: [BACK],
      session: 600,
      backchannel_logout_uri: `http://127.0.0.1:${port}/logout`,
    };
    server.writeConfig('login/keeping.json', shop(keeping));
    server.writeConfig('login/other.json', shop({ ...keeping, session: 900 }));
    application = await openApplication({ issuer, id: 'keeping' });
  });
  after(async () => {
    await server.close();
    listener.close();
  });

  /** @returns the browser, which keeps the login */
  const loggedIn = async (): Promise<{
    readonly begun: Begun;
    readonly claims: client.IDToken;
    readonly hint: string;
  }> => {
    const begun = await application.begin(WITHOUT_CLAIMS);
    const tokens = await application.redeem(begun, await signIn(erika, begun));
    return { begun, claims: tokens.claims() as client.IDToken, hint: String(tokens.id_token) };
  };
  const errorOf = ({ url }: Visited): string | null => url.searchParams.get('error');
  const isAsked = ({ page }: Begun): void => assert.match(page.text, /Open wallet on this device/);

  it('answers requests for no claims, with the same person and time, and no claims', async () => {
    const { begun, claims, hint } = await loggedIn();
    assert.equal(typeof claims.sid, 'string');
    for (const more of [{ prompt: 'none' }, {}, { max_age: '10000' }, { prompt: 'none', id_token_hint: hint }]) {
      const silent = await application.begin({ ...WITHOUT_CLAIMS, ...more }, begun.browser);
      assert.ok(silent.page.url.href.startsWith(CALLBACK), silent.page.url.href);
      const tokens = await application.redeem(silent, silent.page.url);
      const again = tokens.claims();
      for (const name of ['sub', 'sid', 'auth_time', 'acr'] as const) assert.equal(again?.[name], claims[name], name);
      assert.deepEqual(again?.amr, claims.amr);
      assert.deepEqual(await application.userinfo(tokens.access_token), { sub: claims.sub });
    }
  });

  it('is not enough for claims, for another client, another person or a browser without it', async () => {
    const { begun } = await loggedIn();
    const { browser } = begun;
    const silent = { ...WITHOUT_CLAIMS, prompt: 'none' };
    const withClaims = await application.begin({ ...silent, scope: 'openid profile' }, browser);
    assert.equal(errorOf(withClaims.page), 'interaction_required');
    const claims = JSON.stringify({ userinfo: { given_name: { essential: true } } });
    assert.equal(errorOf((await application.begin({ ...silent, claims }, browser)).page), 'interaction_required');
    const other = await openApplication({ issuer, id: 'other' });
    assert.equal(errorOf((await other.begin(silent, browser)).page), 'login_required');
    assert.equal(errorOf((await application.begin(silent, new CookieBrowser())).page), 'login_required');
    const max = await application.begin(WITHOUT_CLAIMS);
    const held = await holdPidOf(server, { given_name: 'Max' });
    const { id_token: hint } = await application.redeem(max, await signIn(held, max));
    const hinted = await application.begin({ ...silent, id_token_hint: String(hint) }, browser);
    assert.equal(errorOf(hinted.page), 'login_required');
  });

  it('asks the wallet where the application wants it, and takes the one who answers', async () => {
    const { begun, claims } = await loggedIn();
    for (const more of [{ prompt: 'login' }, { prompt: 'consent' }, { prompt: 'select_account' }, { max_age: '0' }]) {
      offset += 2000;
      const asked = await application.begin({ ...WITHOUT_CLAIMS, ...more }, begun.browser);
      isAsked(asked);
      const back = await signIn(erika, asked);
      assert.ok(back.searchParams.has('code'), back.href);
      const tokens = await application.redeem(asked, back);
      assert.ok(Number(tokens.claims()?.auth_time) > Number(claims.auth_time), JSON.stringify(more));
      assert.equal(tokens.claims()?.sub, claims.sub);
    }
    const asked = await application.begin({ ...WITHOUT_CLAIMS, prompt: 'login' }, begun.browser);
    const max = await application.redeem(asked, await signIn(await holdPidOf(server, { given_name: 'Max' }), asked));
    assert.notEqual(max.claims()?.sub, claims.sub);
    assert.notEqual(max.claims()?.sid, claims.sid);
    const silent = await application.begin({ ...WITHOUT_CLAIMS, prompt: 'none' }, begun.browser);
    assert.equal((await application.redeem(silent, silent.page.url)).claims()?.sub, max.claims()?.sub);
  });

  it('outlives the claims, and ends by its own time', async () => {
    server.writeConfig('login/long.json', shop({ redirect_uris: [CALLBACK], session: 3600 }));
    const long = await openApplication({ issuer, id: 'long' });
    const begun = await long.begin(WITHOUT_CLAIMS);
    const { sub } = (await long.redeem(begun, await signIn(erika, begun))).claims() ?? {};
    offset += 1_800_000;
    const silent = await long.begin({ ...WITHOUT_CLAIMS, prompt: 'none' }, begun.browser);
    const tokens = await client
      .authorizationCodeGrant(long.config, silent.page.url, {
        pkceCodeVerifier: silent.verifier,
        expectedState: silent.state,
        expectedNonce: silent.nonce,
        idTokenExpected: true,
      })
      .catch((error: unknown) => error);
    // The clock of the server is ahead: only the client minds.
    assert.ok(!(tokens instanceof client.ResponseBodyError), String(tokens));
    assert.equal(typeof sub, 'string');
    offset += 1_900_000;
    assert.equal(
      errorOf((await long.begin({ ...WITHOUT_CLAIMS, prompt: 'none' }, begun.browser)).page),
      'login_required',
    );
    offset = 0;
  });

  const leave = async ({ browser }: Begun, hint: string): Promise<Visited> => {
    const address = client.buildEndSessionUrl(application.config, {
      post_logout_redirect_uri: BACK,
      id_token_hint: hint,
      state: 's',
    });
    const page = await browser.visit(address.href);
    assert.match(page.text, /Sign out\?/);
    return browser.submit(page, { logout: 'yes' });
  };

  it('ends by a logout, which the application is told with a token that it can check', async () => {
    const { begun, claims, hint } = await loggedIn();
    told.length = 0;
    const { url } = await leave(begun, hint);
    assert.equal(url.href, `${BACK}?state=s`);
    assert.equal(
      errorOf((await application.begin({ ...WITHOUT_CLAIMS, prompt: 'none' }, begun.browser)).page),
      'login_required',
    );
    const [token = ''] = told;
    const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
    const { payload, protectedHeader } = await jwtVerify(token, keys, { issuer, audience: 'keeping' });
    assert.equal(protectedHeader.typ, 'logout+jwt');
    assert.equal(payload.sid, claims.sid);
    assert.equal(payload.sub, claims.sub);
    assert.deepEqual(payload.events, { 'http://schemas.openid.net/event/backchannel-logout': {} });
    assert.equal(payload.nonce, undefined);
    assert.equal(typeof payload.jti, 'string');
  });

  it('is told again if the application did not answer, by a new token', async () => {
    const { begun, claims, hint } = await loggedIn();
    told.length = 0;
    answer = 503;
    await leave(begun, hint);
    assert.equal(told.length, 1);
    answer = 200;
    offset += 11_000;
    await until('a second logout token', () => told.length === 2);
    const [first = '', second = ''] = told;
    assert.equal(decodeJwt(second).sid, claims.sid);
    assert.notEqual(decodeJwt(second).jti, decodeJwt(first).jti);
    offset = 0;
  });

  it('tells each client whose login the browser had its own session, and no subject of another', async () => {
    const { begun, claims, hint } = await loggedIn();
    const other = await openApplication({ issuer, id: 'other' });
    const second = await other.begin(WITHOUT_CLAIMS, begun.browser);
    isAsked(second);
    const back = await signIn(erika, second);
    assert.ok(back.searchParams.has('code'), back.href);
    const theirs = (await other.redeem(second, back)).claims();
    told.length = 0;
    await leave(begun, hint);
    const tokens = new Map(told.map((token) => [decodeJwt(token).aud, decodeJwt(token)]));
    assert.equal(tokens.get('other')?.sid, theirs?.sid);
    assert.equal(tokens.get('other')?.sub, theirs?.sub);
    assert.equal(tokens.get('keeping')?.sid, claims.sid);
    assert.equal(tokens.get('keeping')?.sub, undefined);
  });

  it('is announced', async () => {
    const metadata = (await (await server.request('/login/.well-known/openid-configuration')).json()) as object;
    assert.deepEqual(
      { backchannel_logout_supported: true, backchannel_logout_session_supported: true, ...metadata },
      metadata,
    );
  });
});
