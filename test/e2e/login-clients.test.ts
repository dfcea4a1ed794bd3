/** Clients of the OpenID provider: client authentication, response types, tenants, the API, and a login's remains. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { loginRetentionJob } from '@countersign/gateway/login/login-retention';
import type { StoredDocument } from '@countersign/shared/store/port';
import { auditRecords, logins, sessions, traces } from '@countersign/shared/test/model/every-tenant';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { exportJWK, type JWK } from 'jose';
import * as client from 'openid-client';
import {
  APPLICATION_SECRET,
  type ApplicationOptions,
  answerWith,
  CALLBACK,
  callbackOf,
  holdPidOf,
  loginQuestion,
  openApplication,
  shop,
  signIn,
  startLogins,
  submitForm,
} from '../support/login.ts';
import type { TestServer } from '../support/server.ts';

describe('clients of the OpenID provider', () => {
  let server: TestServer;
  let issuer: string;
  let erika: HeldCredential;
  let offset = 0;
  before(async () => {
    ({ server, issuer, erika } = await startLogins({ clock: () => Date.now() + offset }));
  });
  after(() => server.close());

  const loggedIn = async (options: Partial<ApplicationOptions> = {}, parameters: Record<string, string> = {}) => {
    const application = await openApplication({ issuer, ...options });
    const begun = await application.begin(parameters);
    const tokens = await application.redeem(begun, await signIn(erika, begun));
    return { application, begun, tokens };
  };

  describe('authenticate', () => {
    const withMethod = (method: string, more: object = {}): object =>
      shop({ token_endpoint_auth_method: method, ...more });

    for (const [method, auth] of [
      ['client_secret_post', client.ClientSecretPost(APPLICATION_SECRET)],
      ['client_secret_jwt', client.ClientSecretJwt(APPLICATION_SECRET)],
    ] as const) {
      it(`by ${method}`, async () => {
        server.writeConfig(`login/${method}.json`, withMethod(method));
        const { tokens } = await loggedIn({ id: method, auth });
        assert.equal(typeof tokens.access_token, 'string');
      });
    }

    it('by private_key_jwt, once with each assertion', async () => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const jwk: JWK = { ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig', kid: 'k' };
      const { client_secret: _, ...without } = withMethod('private_key_jwt', { jwks: { keys: [jwk] } }) as Record<
        string,
        unknown
      >;
      server.writeConfig('login/keyed.json', without);
      const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
      const key = await crypto.subtle.importKey('pkcs8', pkcs8, { name: 'ECDSA', namedCurve: 'P-256' }, false, [
        'sign',
      ]);
      const sent: string[] = [];
      let repeats = false;
      const sending = client.PrivateKeyJwt({ key, kid: 'k' });
      const auth: client.ClientAuth = async (as, of, body, headers) => {
        const [first] = sent;
        await sending(as, of, body, headers);
        if (repeats && first !== undefined) body.set('client_assertion', first);
        sent.push(body.get('client_assertion') ?? '');
      };
      await loggedIn({ id: 'keyed', auth });
      repeats = true;
      await assert.rejects(loggedIn({ id: 'keyed', auth }), (error: { status?: number }) => error.status === 401);
    });

    it('not at all, with PKCE', async () => {
      const { client_secret: _, ...without } = withMethod('none') as Record<string, unknown>;
      server.writeConfig('login/public.json', without);
      const { tokens } = await loggedIn({ id: 'public', auth: client.None() });
      assert.equal(typeof tokens.access_token, 'string');
    });

    it('not by a wrong secret', async () => {
      const application = await openApplication({ issuer, auth: client.ClientSecretBasic('wrong') });
      const begun = await application.begin();
      const callback = await signIn(erika, begun);
      await assert.rejects(
        application.redeem(begun, callback),
        (error: client.WWWAuthenticateChallengeError) => error.status === 401,
      );
    });
  });

  it('get userinfo as a signed JWT, and ID tokens by ES256, if they are set so', async () => {
    server.writeConfig(
      'login/signed.json',
      shop({ id_token_signed_response_alg: 'ES256', userinfo_signed_response_alg: 'ES256' }),
    );
    const metadata = { id_token_signed_response_alg: 'ES256', userinfo_signed_response_alg: 'ES256' };
    const { application, tokens } = await loggedIn({ id: 'signed', metadata });
    const answer = await server.request('/login/me', { headers: { authorization: `Bearer ${tokens.access_token}` } });
    assert.match(String(answer.headers.get('content-type')), /^application\/jwt/);
    assert.equal((await application.userinfo(tokens.access_token)).given_name, 'Erika');
  });

  it('lose the token of a code that is redeemed again half a minute later', async () => {
    const application = await openApplication({ issuer });
    const begun = await application.begin();
    const callback = await signIn(erika, begun);
    const { access_token } = await application.redeem(begun, callback);
    offset += 31_000;
    await assert.rejects(application.redeem(begun, callback), { error: 'invalid_grant' });
    await assert.rejects(application.userinfo(access_token));
    offset = 0;
  });

  it('get the answer by form_post', async () => {
    const application = await openApplication({ issuer });
    const begun = await application.begin({ response_mode: 'form_post' });
    const { browser, link } = begun;
    const page = await browser.visit((await answerWith(erika, link)).json.redirect_uri);
    assert.match(page.text, new RegExp(`<form method="post" action="${CALLBACK}">`));
    const callback = callbackOf(page);
    assert.equal(typeof (await application.redeem(begun, callback)).access_token, 'string');
  });

  it('get verified claims of their framework, as they ask for them', async () => {
    server.writeConfig('login/assured.json', shop({ verified: { trust_framework: 'eidas', assurance_level: 'high' } }));
    const verified_claims = { verification: { trust_framework: null }, claims: { given_name: null } };
    const claims = JSON.stringify({ userinfo: { verified_claims } });
    const { application, tokens } = await loggedIn({ id: 'assured' }, { scope: 'openid', claims });
    const userinfo = await application.userinfo(tokens.access_token);
    assert.deepEqual(userinfo.verified_claims, {
      verification: { trust_framework: 'eidas' },
      claims: { given_name: 'Erika' },
    });
  });

  it('lead to a logout, and back to a registered address alone', async () => {
    const back = 'http://localhost:8999/bye';
    server.writeConfig('login/leaving.json', shop({ post_logout_redirect_uris: [back] }));
    const { application, begun, tokens } = await loggedIn({ id: 'leaving' });
    const to = (uri: string): string =>
      client.buildEndSessionUrl(application.config, {
        post_logout_redirect_uri: uri,
        id_token_hint: String(tokens.id_token),
        state: 's',
      }).href;
    assert.equal((await begun.browser.visit(to('https://evil.example/'))).status, 400);
    const page = await begun.browser.visit(to(back));
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.text) ?? [];
    const cookie = [...(begun.browser.cookies.get(new URL(issuer).host) ?? [])]
      .map((pair) => pair.join('='))
      .join('; ');
    const body = new URLSearchParams({ xsrf, logout: 'yes' });
    const ended = await server.request('/login/session/end/confirm', { method: 'POST', headers: { cookie }, body });
    assert.equal(ended.status, 303);
    assert.equal(ended.headers.get('location'), `${back}?state=s`);
    const again = await application.begin({ prompt: 'none' }, begun.browser);
    assert.equal(again.page.url.searchParams.get('error'), 'login_required');
  });

  it('belong to one tenant, with keys and subjects of its own', async () => {
    const [pid] = loginQuestion.dcql_query.credentials;
    server.writeConfig('tenants/root/presentation/login.json', { dcql_query: { credentials: [pid] } });
    server.writeConfig('tenants/root/login/shop.json', shop());
    const root = await openApplication({ issuer: `${server.url}/root/login` });
    const keysOf = async (path: string): Promise<unknown> => (await server.request(`${path}/login/jwks`)).json();
    assert.notDeepEqual(await keysOf('/root'), await keysOf(''));
    const begun = await root.begin();
    assert.match(begun.page.url.pathname, /^\/root\/login\/interaction\//);
    const { tokens } = await loggedIn();
    const answer = await server.request('/root/login/me', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    assert.equal(answer.status, 401);
  });

  it('are written by the API, secrets are for administrators, and a set of claims is not changed silently', async () => {
    const path = '/configurations/login-clients';
    const write = async (body: object) =>
      read(await server.a(path, { method: 'POST', body: JSON.stringify({ id: 'api', ...body }) }));
    assert.equal((await write(shop())).status, 201);
    await loggedIn({ id: 'api' });
    const subject = { kind: 'pairwise', from: [['given_name']] };
    const refused = await write(shop({ subject }));
    assert.equal(refused.status, 400);
    assert.equal(refused.json.errors[0].pointer, '/subject');
    assert.equal((await write(shop({ subject: { ...subject, whenChanged: 'new-subjects' } }))).status, 201);
    await loggedIn({ id: 'api' });
    assert.equal(
      (await write(shop({ redirect_uris: ['javascript:alert(1)'] }))).json.errors[0].pointer,
      '/redirect_uris/0',
    );
    const listed = (await (await server.a(path)).json()) as { id: string; source: string }[];
    assert.ok(listed.some(({ id, source }) => id === 'api' && source === 'api'));
    assert.equal((await server.a(`${path}/api`, { method: 'DELETE' })).status, 200);
    await assert.rejects(loggedIn({ id: 'api' }));
  });

  it('leave no claim behind: what was presented ends with the access token, with a receipt', async () => {
    const person = { given_name: 'CANARYgiven', family_name: 'CANARYfamily', birthdate: '1901-01-01' };
    const canary = await holdPidOf(server, person);
    const application = await openApplication({ issuer });
    const begun = await application.begin();
    const tokens = await application.redeem(begun, await signIn(canary, begun));
    assert.equal((await application.userinfo(tokens.access_token)).given_name, 'CANARYgiven');
    const { store } = server.platform;
    const { documents } = await store.find(logins, { index: 'tenant', equal: ['default', 'login'], limit: 100 });
    const ofLogin = documents.flatMap((one) => (one.kind === 'login' ? [one] : []));
    const session = ofLogin.at(-1)?.session ?? '';
    offset += 661_000;
    const late = await server.request('/login/me', { headers: { authorization: `Bearer ${tokens.access_token}` } });
    assert.equal(late.status, 401);
    assert.match(String(late.headers.get('www-authenticate')), /invalid_token/);
    await loginRetentionJob({ ...server.platform, repeat: async () => assert.fail('nothing is sent') }).run();
    for (const { session: id } of ofLogin) assert.equal(await store.get(sessions, id), undefined);
    const records = await store.find(auditRecords, { index: 'session', equal: [session], limit: 9 });
    assert.ok(records.documents.some(({ action }) => action === 'session.erased'));
    assert.doesNotMatch(server.lines.join('\n'), /CANARY/);
    // On five services the store is elsewhere.
    if (existsSync(server.dataFolder)) assert.doesNotMatch(textOfFolder(server.dataFolder), /CANARY/);
    for (const collection of [logins, sessions, auditRecords, traces]) {
      const [index = ''] = Object.keys(collection.indexes);
      const all = await store.find<StoredDocument>(collection, { index, limit: 1000 });
      assert.doesNotMatch(JSON.stringify(all), /CANARY/, collection.name);
    }
  });

  it('get login_required once the wallet has not answered in time', async () => {
    const application = await openApplication({ issuer });
    const begun = await application.begin();
    offset += 301_000;
    const page = await begun.browser.get(begun.page.url);
    assert.match(page.text, /time has run out/);
    const { url } = await submitForm(begun, 'complete');
    assert.equal(url.searchParams.get('error'), 'login_required');
  });
});

function textOfFolder(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n');
}
