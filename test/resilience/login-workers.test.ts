/**
 * Logins on a server with workers. Each request uses a different connection from the previous one, and so a different
 * worker: each must know what the other has done.
 */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it, mock } from 'node:test';
import { until } from '@countersign/shared/test/patience';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { createRemoteJWKSet, decodeJwt, exportJWK, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { type FixedConnections, openFixedConnections } from '../support/fixed-connections.ts';
import {
  type Application,
  answerWith,
  CALLBACK,
  holdPidOf,
  isCallback,
  loginQuestion,
  openApplication,
  shop,
  signIn,
} from '../support/login.ts';
import { backendOf, openServerProcess, type ServerProcess, startWorkers } from './server-process.ts';

const WORKERS = '2';
/** One of each worker: the primary hands each connection to the worker that has the fewest. */
const CONNECTIONS = 2;
const KEPT = 'https://shop.example/callback';
const BACK = 'https://shop.example/bye';
const SILENT = { redirect_uri: KEPT, scope: 'openid', prompt: 'none' };

describe('logins on two workers', () => {
  let server: ServerProcess;
  let connections: FixedConnections;
  let issuer: string;
  let application: Application;
  let erika: HeldCredential;
  before(async () => {
    server = await openServerProcess({ WORKERS, OUTBOUND_ALLOW: '127.0.0.1' });
    server.writeConfig('presentation/login.json', loginQuestion);
    server.writeConfig('login/shop.json', shop());
    await startWorkers(server, WORKERS);
    connections = openFixedConnections(CONNECTIONS);
    // Opened one after the other, so that each worker has one.
    for (let n = 0; n < CONNECTIONS; n += 1) await (await connections.of(n)(`${server.url}/health/live`)).text();
    let sent = 0;
    const alternating: typeof fetch = (input, init) => {
      sent += 1;
      return connections.of(sent)(input, init);
    };
    mock.method(globalThis, 'fetch', alternating);
    issuer = `${server.url}/login`;
    application = await openApplication({ issuer });
    erika = await holdPidOf(backendOf(server));
  });
  after(async () => {
    mock.restoreAll();
    connections.close();
    await server.close();
  });

  const loggedIn = async (at = application, parameters: Record<string, string> = {}) => {
    const begun = await at.begin(parameters);
    return { begun, tokens: await at.redeem(begun, await signIn(erika, begun)) };
  };
  const errorOf = (url: URL): string | null => url.searchParams.get('error');

  it('goes from one to the other, with the same person each time', async () => {
    const subjects = new Set<string>();
    // An odd number of requests more each time, so that each step meets each worker.
    for (let round = 0; round < 4; round += 1) {
      const { tokens } = await loggedIn();
      const userinfo = await application.userinfo(tokens.access_token);
      assert.equal(userinfo.given_name, 'Erika');
      subjects.add(userinfo.sub);
      await fetch(`${server.url}/health/live`);
    }
    assert.equal(subjects.size, 1);
  });

  it('shows one request, also if the page is loaded at both at once', async () => {
    const begun = await application.begin();
    const pages = await Promise.all(Array.from({ length: 4 }, () => begun.browser.get(begun.page.url)));
    const links = pages.map(({ text }) => /request_uri=([^"&]+)/.exec(text)?.[1]);
    assert.equal(new Set(links).size, 1, links.join());
    assert.notEqual(links[0], undefined);
  });

  it('a code gives one token, and its second use at the other worker ends that', async () => {
    const begun = await application.begin();
    const callback = await signIn(erika, begun);
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => application.redeem(begun, callback)));
    const won = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value.access_token] : []));
    assert.ok(won.length <= 1, `${won.length} tokens`);
    const { begun: again, tokens } = await loggedIn();
    const spent = new URL(`${CALLBACK}?code=${won[0] ?? 'none'}&state=${again.state}&iss=${issuer}`);
    await assert.rejects(application.redeem(again, spent), { error: 'invalid_grant' });
    assert.equal((await application.userinfo(tokens.access_token)).given_name, 'Erika');
    const third = await application.begin();
    const back = await signIn(erika, third);
    const { access_token } = await application.redeem(third, back);
    await assert.rejects(application.redeem(third, back), { error: 'invalid_grant' });
    for (let n = 0; n < CONNECTIONS; n += 1) await assert.rejects(application.userinfo(access_token));
  });

  it('two requests of one browser complete a login once', async () => {
    const begun = await application.begin();
    const { json } = await answerWith(erika, begun.link);
    const answers = await Promise.all([0, 1].map(() => begun.browser.visit(json.redirect_uri, isCallback)));
    const codes = answers.flatMap(({ url }) => url.searchParams.get('code') ?? []);
    assert.ok(codes.length <= 1, codes.join());
  });

  it('ten guesses lock the code of the wallet, wherever they were made', async () => {
    const begun = await application.begin();
    const { json } = await answerWith(erika, begun.link);
    for (let guess = 0; guess < 10; guess += 1) {
      const answer = await begun.browser.get(new URL(`${begun.page.url.href}/return?response_code=guess-${guess}`));
      assert.equal(answer.status, 409);
    }
    const { url } = await begun.browser.visit(json.redirect_uri, isCallback);
    assert.ok(!isCallback(url), url.href);
  });

  it('an assertion of a client is taken once', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = { ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig', kid: 'k' };
    const { client_secret: _, ...keyed } = shop({
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [jwk] },
    }) as Record<string, unknown>;
    server.writeConfig('login/keyed.json', keyed);
    const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
    const key = await crypto.subtle.importKey('pkcs8', pkcs8, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
    const sending = client.PrivateKeyJwt({ key, kid: 'k' });
    let assertion: string | undefined;
    const auth: client.ClientAuth = async (as, of, body, headers) => {
      await sending(as, of, body, headers);
      assertion ??= body.get('client_assertion') ?? '';
      body.set('client_assertion', assertion);
    };
    const at = await openApplication({ issuer, id: 'keyed', auth });
    const begun = [];
    for (let n = 0; n < 4; n += 1) {
      const one = await at.begin();
      begun.push({ one, callback: await signIn(erika, one) });
    }
    const all = await Promise.allSettled(begun.map(({ one, callback }) => at.redeem(one, callback)));
    assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  it('a login that is kept is known to both, and its logout too; the application is told once', async () => {
    const told: string[] = [];
    const listener = createServer((request, response) => {
      request.on('data', (chunk) => told.push(new URLSearchParams(String(chunk)).get('logout_token') ?? ''));
      request.on('end', () => response.end());
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as AddressInfo;
    server.writeConfig(
      'login/keeping.json',
      shop({
        redirect_uris: [KEPT],
        post_logout_redirect_uris: [BACK],
        session: 600,
        backchannel_logout_uri: `http://127.0.0.1:${port}/logout`,
      }),
    );
    const keeping = await openApplication({ issuer, id: 'keeping' });
    const { begun, tokens } = await loggedIn(keeping, { redirect_uri: KEPT, scope: 'openid' });
    for (let n = 0; n < 2 * CONNECTIONS; n += 1) {
      const silent = await keeping.begin(SILENT, begun.browser);
      assert.ok(silent.page.url.searchParams.has('code'), silent.page.url.href);
      if (n % 2 === 0) await fetch(`${server.url}/health/live`);
    }
    const leave = client.buildEndSessionUrl(keeping.config, {
      post_logout_redirect_uri: BACK,
      id_token_hint: String(tokens.id_token),
    });
    const { url } = await begun.browser.submit(await begun.browser.visit(leave.href), { logout: 'yes' });
    assert.equal(url.href, BACK);
    for (let n = 0; n < 2 * CONNECTIONS; n += 1) {
      const { page } = await keeping.begin(SILENT, begun.browser);
      assert.equal(errorOf(page.url), 'login_required');
    }
    await until('a logout token', () => told.length > 0);
    assert.deepEqual(
      told.map((token) => decodeJwt(token).sid),
      [tokens.claims()?.sid],
    );
    listener.close();
  });

  it('what the API changes counts at the next request to either', async () => {
    const { a } = backendOf(server);
    const path = '/configurations/login-clients';
    const written = await a(path, { method: 'POST', body: JSON.stringify({ id: 'api', ...shop() }) });
    assert.equal(written.status, 201, await written.text());
    for (let n = 0; n < CONNECTIONS; n += 1) await loggedIn(await openApplication({ issuer, id: 'api' }));
    assert.equal((await a(`${path}/api`, { method: 'DELETE' })).status, 200);
    const api = await openApplication({ issuer, id: 'api' });
    for (let n = 0; n < CONNECTIONS; n += 1) assert.equal((await api.begin()).page.status, 400);
  });

  it('each signs with a key that both publish, after a rotation at one of them too', async () => {
    const { a } = backendOf(server);
    const rotated = await a('/configurations/login-keys/rotate', { method: 'POST', body: '{}' });
    assert.equal(rotated.status, 201, await rotated.text());
    for (let n = 0; n < 2 * CONNECTIONS; n += 1) {
      const idToken = String((await loggedIn()).tokens.id_token);
      // A different key set each time, so that it is fetched again.
      for (let worker = 0; worker < CONNECTIONS; worker += 1) {
        await jwtVerify(idToken, createRemoteJWKSet(new URL(`${issuer}/jwks`)), { issuer });
      }
    }
  });
});
