/**
 * What a server tolerates: a client with the API's status codes, plain authorization requests, a restart in mid-flow, a
 * purge.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { statusEntries } from '@countersign/shared/test/model/every-tenant';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { dpopProof, newWalletKey, signCompact } from '@countersign/wallet/jwt/keys';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { statusOf, verifyWithLibrary } from '../support/credential.ts';
import {
  assertRefused,
  begin,
  beginWithToken,
  credentialBody,
  makeOffer,
  PRE_AUTHORIZED_FLOW,
  sessionOf,
} from '../support/flows.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

describe('WALLET_DIALECT=interface', () => {
  let server: TestServer;
  before(async () => {
    server = await startSampleServer({ env: { WALLET_DIALECT: 'interface' } });
  });
  after(() => server.close());

  it('answers 201 to credential and notification, and the codes of the standard to forms and errors', async () => {
    const { wallet, offer } = await begin(server);
    const pushed = await wallet.par(wallet.authorizationParameters(offer));
    assert.equal(pushed.status, 201);
    const redirected = await wallet.authorize(pushed.json.request_uri);
    assert.equal(redirected.status, 302);
    const code = new URL(redirected.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const token = await wallet.token(wallet.codeParameters(code));
    assert.equal(token.status, 200);
    const nonce = await fetch(`${server.url}/vci/nonce`, { method: 'POST' });
    assert.equal(nonce.status, 200);
    const bad = await wallet.credential(token.json.access_token, await credentialBody(wallet, { nonce: 'unknown' }));
    assertRefused(bad, 400, 'invalid_nonce');
    const issued = await wallet.credential(token.json.access_token, await credentialBody(wallet));
    assert.deepEqual([issued.status, issued.json.credentials.length], [201, 1]);
    const notified = await wallet.notify(token.json.access_token, issued.json.notification_id);
    assert.deepEqual([notified.status, notified.json], [201, {}]);
    assertRefused(await wallet.notify(token.json.access_token, 'unknown'), 400, 'invalid_notification_id');
  });
});

describe('PAR=optional', () => {
  let server: TestServer;
  before(async () => {
    server = await startSampleServer({ env: { PAR: 'optional' } });
    const jwks = { keys: [newWalletKey().publicJwk] };
    const redirect_uris = ['https://wallet.example/callback'];
    server.writeConfig('wallets.json', { clients: [{ client_id: 'registered', redirect_uris, jwks }] });
  });
  after(() => server.close());

  const authorize = async (parameters: Record<string, string>): Promise<Answer> =>
    read(await fetch(`${server.url}/authorize?${new URLSearchParams(parameters)}`, { redirect: 'manual' }));
  const query = (answer: Answer): Record<string, string> => {
    assert.equal(answer.status, 302, answer.text);
    return Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams);
  };

  it('takes the whole request in the URL, and PAR as before', async () => {
    const { json } = await read(await server.request('/.well-known/oauth-authorization-server'));
    assert.equal(json.require_pushed_authorization_requests, false);
    const redirectUri = 'eu.example.wallet://callback?kept=yes';
    const { wallet, offer } = await begin(server, {}, { redirectUri });
    const answer = await authorize({ ...wallet.authorizationParameters(offer, { state: 'a b&c=ü' }), foo: 'bar' });
    assert.match(answer.headers.get('cache-control') ?? '', /no-store/);
    const { code = '', ...rest } = query(answer);
    assert.deepEqual(rest, { kept: 'yes', state: 'a b&c=ü', iss: server.url });
    const token = await wallet.token(wallet.codeParameters(code));
    assert.equal(token.status, 200, token.text);
    assert.equal((await wallet.credential(token.json.access_token, await credentialBody(wallet))).status, 200);
    const pushing = await begin(server);
    assert.equal((await pushing.wallet.redeem(pushing.offer)).status, 200);
  });

  it('sends errors to the redirect URI of a wallet with an offer, with state and iss', async () => {
    const { wallet, offer } = await begin(server);
    const good = wallet.authorizationParameters(offer);
    const cases: [Record<string, string>, string][] = [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: '' }, 'invalid_request'],
      [{ code_challenge: '' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ scope: 'unknown' }, 'invalid_scope'],
      [{ resource: 'https://elsewhere.example' }, 'invalid_target'],
      [{ authorization_details: '[]' }, 'invalid_authorization_details'],
      [{ dpop_jkt: 'short' }, 'invalid_request'],
    ];
    for (const [change, error] of cases) {
      const { error_description: description, ...rest } = query(await authorize({ ...good, ...change }));
      assert.deepEqual(rest, { error, state: 'wallet-state', iss: server.url }, JSON.stringify(change));
      assert.match(description ?? '', /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    }
    const { state: _, ...stateless } = good;
    assert.equal(query(await authorize({ ...stateless, scope: 'unknown' })).state, undefined);
    assert.ok('code' in query(await authorize(good)));
  });

  it('shows a page where client or redirect URI can not be trusted', async () => {
    const { wallet, offer } = await begin(server);
    const good = wallet.authorizationParameters(offer);
    const cases: Record<string, string>[] = [
      { client_id: '' },
      { client_id: 'registered' },
      { client_id: 'x'.repeat(600) },
      { redirect_uri: '' },
      { redirect_uri: 'javascript:alert(1)' },
      { redirect_uri: 'http://wallet.example/callback' },
      ...['ms-msdt:/id', 'ftp://wallet.example/', 'jar:https://wallet.example!/', 'wallet:callback'].map(
        (redirect_uri) => ({ redirect_uri }),
      ),
      // A link that anyone can create, without an offer or a login.
      { issuer_state: '', redirect_uri: 'https://evil.example/' },
      { issuer_state: 'A'.repeat(64), redirect_uri: 'https://evil.example/' },
      { issuer_state: '', response_type: 'token', redirect_uri: 'com.evil:/' },
      { redirect_uri: 'https://wallet.example/callback#x' },
      { redirect_uri: 'https://user@wallet.example/callback' },
      { redirect_uri: 'https://wallet.example/\r\nset-cookie: a=b' },
      { request: 'a.b.c' },
      { request_uri: 'urn:ietf:params:oauth:request_uri:unknown' },
      { request_uri: 'https://wallet.example/request' },
    ];
    for (const change of cases) {
      const answer = await authorize({ ...good, ...change });
      assert.deepEqual([answer.status, answer.headers.get('location')], [400, null], JSON.stringify(change));
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
      assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      assert.ok(!answer.text.includes('alert(1)'));
    }
    assert.ok('code' in query(await authorize(good)));
  });
});

describe('restart', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-restart-'));
  let server: TestServer;
  let now = Date.now() - 120_000;
  const clock = (): number => now;
  const one = newWalletKey();
  before(async () => {
    server = await startSampleServer({ clock, folder });
    const client = { client_id: 'one', redirect_uris: [], jwks: { keys: [one.publicJwk] } };
    server.writeConfig('wallets.json', { clients: [client] });
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const restart = async (): Promise<void> => {
    const env = { PORT: new URL(server.origin).port };
    await server.close();
    now += 2000;
    server = await startSampleServer({ clock, folder, env });
    // Clocks of several processes may differ by this time: nonces created within it are refused too.
    now += 3000;
  };

  it('between offer and token: PAR, request_uri, code and pre-authorized code stay valid', async () => {
    const link = (await makeOffer(server)).uri;
    const pushed = await begin(server, {}, { clock });
    const { request_uri: uri } = (await pushed.wallet.par(pushed.wallet.authorizationParameters(pushed.offer))).json;
    const coded = await begin(server, {}, { clock });
    const code = await coded.wallet.code(coded.offer);
    const preAuthorized = await begin(server, { ...PRE_AUTHORIZED_FLOW, tx_code: true }, { clock });
    const { wallet, offer, txCode = '' } = preAuthorized;
    for (let wrong = 0; wrong < 4; wrong += 1) await wallet.token(wallet.preAuthorizedParameters(offer, 'wrong'));
    const dead = await begin(server, { ...PRE_AUTHORIZED_FLOW, tx_code: true }, { clock });
    for (let wrong = 0; wrong < 4; wrong += 1) {
      await dead.wallet.token(dead.wallet.preAuthorizedParameters(dead.offer, 'wrong'));
    }
    await restart();
    assert.equal((await new Wallet({ issuer: server.url, clock }).receive(link)).answer.status, 200);
    const location = (await pushed.wallet.authorize(uri)).headers.get('location') ?? '';
    const late = new URL(location).searchParams.get('code') ?? '';
    assert.equal((await pushed.wallet.token(pushed.wallet.codeParameters(late))).status, 200);
    assert.equal((await coded.wallet.token(coded.wallet.codeParameters(code))).status, 200);
    assertRefused(await coded.wallet.token(coded.wallet.codeParameters(code)), 400, 'invalid_grant');
    assert.equal((await wallet.token(wallet.preAuthorizedParameters(offer, txCode))).status, 200);
    // The four wrong attempts before the restart are counted.
    await dead.wallet.token(dead.wallet.preAuthorizedParameters(dead.offer, 'wrong'));
    const right = await dead.wallet.token(dead.wallet.preAuthorizedParameters(dead.offer, dead.txCode));
    assertRefused(right, 400, 'invalid_grant');
  });

  it('between token and credential: the token stays valid, an earlier c_nonce does not, and the wallet recovers', async () => {
    const { wallet, token, session } = await beginWithToken(server, PRE_AUTHORIZED_FLOW, { clock });
    const unused = await wallet.nonce();
    const used = await credentialBody(wallet);
    const first = await wallet.credential(token, used);
    assert.equal(first.status, 200, first.text);
    await restart();
    assertRefused(await wallet.credential(token, used), 400, 'invalid_nonce');
    assertRefused(
      await wallet.credential(token, await credentialBody(wallet, { nonce: unused })),
      400,
      'invalid_nonce',
    );
    const second = await wallet.credential(token, await credentialBody(wallet));
    assert.equal(second.status, 200, second.text);
    const claims = await Promise.all(
      [first, second].map(async ({ json }) => (await verifyWithLibrary(json.credentials[0].credential)).claims),
    );
    assert.notDeepEqual(claims[0]?.status, claims[1]?.status);
    for (const each of claims) assert.equal((await statusOf(each)).value, 0);
    for (const { json } of [first, second])
      assert.equal((await wallet.notify(token, json.notification_id)).status, 204);
    assert.equal((await sessionOf(server, session)).status, 'completed');
  });

  it('DPoP proofs and nonces from before are refused, and the wallet recovers with a nonce of the answer', async () => {
    // Long enough after the start that proofs need no nonce.
    now += 15_000;
    const { wallet, token } = await beginWithToken(server, PRE_AUTHORIZED_FLOW, { clock });
    const key = wallet.dpopKey ?? newWalletKey();
    const url = `${server.url}/vci/credential`;
    const iat = (): number => Math.floor(now / 1000);
    const send = async (dpop: string, body: object): Promise<Answer> => wallet.credential(token, body, { dpop });
    const proof = (more: object = {}): string =>
      dpopProof(key, { method: 'POST', url, accessToken: token, iat: iat(), ...more });
    const asked = await send(proof({ iat: iat() - 100 }), {});
    assertRefused(asked, 401, 'use_dpop_nonce');
    const nonce = asked.headers.get('dpop-nonce') ?? '';
    const [plain, withNonce, unused] = [proof(), proof({ nonce }), proof({ nonce })];
    for (const dpop of [plain, withNonce]) {
      assert.equal((await send(dpop, await credentialBody(wallet))).status, 200);
      assertRefused(await send(dpop, await credentialBody(wallet)), 401, 'invalid_dpop_proof');
    }
    await restart();
    let fresh = '';
    for (const dpop of [plain, withNonce, unused, proof({ nonce })]) {
      const answer = await send(dpop, await credentialBody(wallet));
      assertRefused(answer, 401, ['use_dpop_nonce', 'invalid_dpop_proof']);
      fresh = answer.headers.get('dpop-nonce') ?? fresh;
    }
    assert.equal((await send(proof({ nonce: fresh }), await credentialBody(wallet))).status, 200);
    assert.equal((await wallet.credential(token, await credentialBody(wallet))).status, 200);
    // A while later proofs need no nonce again.
    now += 15_000;
    assert.equal((await send(proof(), await credentialBody(wallet))).status, 200);
  });

  it('a client assertion that was used before is refused, and a new one works', async () => {
    const { wallet, offer } = await begin(server, PRE_AUTHORIZED_FLOW, { clock, dpop: false });
    const assertion = (jti: string): Record<string, string> => {
      const iat = Math.floor(now / 1000);
      const payload = { iss: 'one', sub: 'one', aud: server.url, jti, iat, exp: iat + 300 };
      return {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: signCompact({ typ: 'JWT', alg: 'ES256' }, payload, one.privateKey),
      };
    };
    const used = assertion('first');
    assertRefused(await wallet.token({ grant_type: 'authorization_code', code: 'x', ...used }), 400, 'invalid_grant');
    assertRefused(await wallet.token({ grant_type: 'authorization_code', code: 'x', ...used }), 400, 'invalid_client');
    await restart();
    const parameters = wallet.preAuthorizedParameters(offer);
    const replayed = await wallet.token({ ...parameters, ...used });
    if (process.env.COUNTERSIGN_TEST_MODE === 'cluster') {
      // The marks were in the cache, which is new. It is unknown whether the value was used, and the response contains
      // the time at which a new one will be accepted.
      assertRefused(replayed, 503, 'temporarily_unavailable');
      assert.ok(Number(replayed.headers.get('retry-after')) > 0);
      now += 15_000;
    } else assertRefused(replayed, 400, 'invalid_client');
    assert.equal((await wallet.token({ ...parameters, ...assertion('second') })).status, 200);
  });
});

describe('purge', () => {
  it('takes sessions older than SESSION_TTL and keeps their status entries and lists', async (t) => {
    let now = Date.now() - 120_000;
    const clock = (): number => now;
    const server = await startSampleServer({ clock, env: { SESSION_TTL: '60', SESSION_TIDY_UP_INTERVAL: '1' } });
    t.after(() => server.close());
    const entries = async (session: string): Promise<unknown> =>
      (await server.platform.store.find(statusEntries, { index: 'session', equal: [session], limit: 10 })).documents;
    const issued: { session: string; claims: Readonly<Record<string, unknown>>; wallet: Wallet; token: string }[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { wallet, token, session } = await beginWithToken(server, PRE_AUTHORIZED_FLOW, { clock });
      const answer = await wallet.credential(token, await credentialBody(wallet));
      const { claims } = await verifyWithLibrary(answer.json.credentials[0].credential);
      issued.push({ session, claims, wallet, token });
    }
    const kept = await Promise.all(issued.map(({ session }) => entries(session)));
    now += 61_000;
    for (const { session } of issued) {
      while ((await server.a(`/session/${session}`)).status !== 404) await wait(50);
    }
    assert.deepEqual(await Promise.all(issued.map(({ session }) => entries(session))), kept);
    for (const { claims, wallet, token } of issued) {
      assert.equal((await statusOf(claims)).value, 0);
      // The token was erased with its session.
      assertRefused(await wallet.credential(token, await credentialBody(wallet)), 401, 'invalid_token');
    }
    const again = await beginWithToken(server, PRE_AUTHORIZED_FLOW, { clock });
    const answer = await again.wallet.credential(again.token, await credentialBody(again.wallet));
    const { claims } = await verifyWithLibrary(answer.json.credentials[0].credential);
    assert.ok(issued.every((old) => JSON.stringify(old.claims.status) !== JSON.stringify(claims.status)));
  });
});
