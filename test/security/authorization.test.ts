/** Pushed authorization requests, the authorization endpoint and the challenge endpoint under misuse. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { read } from '@countersign/wallet/sending/answer';
import { assertRefused, begin, beginWithToken, credentialBody } from '../support/flows.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

describe('authorization', () => {
  let server: TestServer;
  let now = Date.now();
  const clock = (): number => now;
  before(async () => {
    server = await startSampleServer({ clock });
  });
  after(() => server.close());

  describe('pushed authorization request', () => {
    it('refuses what the standards forbid, and accepts the valid request afterwards', async () => {
      const { wallet, offer } = await begin(server, {}, { clock });
      const good = wallet.authorizationParameters(offer);
      const without = (name: string): Record<string, string> =>
        Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));
      const cases: [Record<string, string>, string | string[]][] = [
        [{ ...good, request_uri: 'urn:ietf:params:oauth:request_uri:x' }, 'invalid_request'],
        [{ ...good, request: 'a.b.c' }, 'request_not_supported'],
        [without('code_challenge'), 'invalid_request'],
        [without('code_challenge_method'), 'invalid_request'],
        [{ ...good, code_challenge_method: 'plain' }, 'invalid_request'],
        [{ ...good, code_challenge: 'short' }, 'invalid_request'],
        [without('response_type'), 'invalid_request'],
        [{ ...good, response_type: 'token' }, 'unsupported_response_type'],
        [{ ...good, response_type: 'code id_token' }, 'unsupported_response_type'],
        [without('redirect_uri'), 'invalid_request'],
        [{ ...good, redirect_uri: 'javascript:alert(1)' }, 'invalid_request'],
        [{ ...good, redirect_uri: 'data:text/html,x' }, 'invalid_request'],
        [{ ...good, redirect_uri: 'ms-msdt:/id' }, 'invalid_request'],
        [{ ...good, redirect_uri: 'ftp://wallet.example/callback' }, 'invalid_request'],
        [{ ...good, redirect_uri: 'jar:https://wallet.example!/callback' }, 'invalid_request'],
        [{ ...good, redirect_uri: 'wallet:callback' }, 'invalid_request'],
        [{ ...good, redirect_uri: 'http://wallet.example/callback' }, 'invalid_request'],
        [{ ...good, redirect_uri: 'https://wallet.example/callback#fragment' }, 'invalid_request'],
        [{ ...good, redirect_uri: '/callback' }, 'invalid_request'],
        [without('client_id'), 'invalid_request'],
        [without('issuer_state'), 'access_denied'],
        [{ ...good, issuer_state: 'A'.repeat(64) }, 'invalid_request'],
        [{ ...good, scope: 'unknown another' }, 'invalid_scope'],
        [{ ...good, scope: 'diploma' }, 'invalid_scope'],
        [{ ...good, resource: 'https://elsewhere.example' }, 'invalid_target'],
        [{ ...good, authorization_details: 'no json' }, 'invalid_authorization_details'],
        [{ ...good, authorization_details: '[]' }, 'invalid_authorization_details'],
        [{ ...good, authorization_details: '[{"type":"other"}]' }, 'invalid_authorization_details'],
        [
          { ...good, authorization_details: '[{"type":"openid_credential","credential_configuration_id":"diploma"}]' },
          'invalid_authorization_details',
        ],
        [{ ...good, dpop_jkt: newWalletKey().thumbprint }, ['invalid_request', 'invalid_dpop_proof']],
      ];
      for (const [parameters, code] of cases) assertRefused(await wallet.par(parameters), 400, code);
      const pushed = await wallet.par({ ...good, scope: 'pid unknown', resource: server.url, foo: 'bar' });
      assert.equal(pushed.status, 201, pushed.text);
      assert.ok(pushed.json.expires_in >= 5 && pushed.json.expires_in < 600);
      assert.match(pushed.json.request_uri, /^urn:ietf:params:oauth:request_uri:[A-Za-z0-9_-]{64}$/);
      assert.match(pushed.headers.get('cache-control') ?? '', /no-store/);
    });

    it('answers other methods with 405', async () => {
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await fetch(`${server.url}/authorize/par`, { method });
        assert.equal(answer.status, 405);
        assert.match(answer.headers.get('allow') ?? '', /POST/);
      }
    });

    it('is a new attempt: code and token of the attempt before die with it', async () => {
      const { wallet, offer } = await begin(server, {}, { clock });
      const oldCode = await wallet.code(offer);
      const code = await wallet.code(offer);
      assertRefused(await wallet.token(wallet.codeParameters(oldCode)), 400, 'invalid_grant');
      const oldToken = (await wallet.token(wallet.codeParameters(code))).json.access_token;
      const again = await wallet.code(offer);
      assertRefused(await wallet.credential(oldToken, await credentialBody(wallet)), 401, 'invalid_token');
      const token = (await wallet.token(wallet.codeParameters(again))).json.access_token;
      assert.equal((await wallet.credential(token, await credentialBody(wallet))).status, 200);
      // Once a credential is recorded there is no other attempt.
      assertRefused(await wallet.par(wallet.authorizationParameters(offer)), 400, 'invalid_request');
      assert.equal((await wallet.credential(token, await credentialBody(wallet))).status, 200);
    });

    it('continues only with the DPoP key that the issuance began with', async () => {
      const { wallet, offer } = await begin(server, {}, { clock });
      await wallet.code(offer);
      const rival = new Wallet({ issuer: server.url, clock });
      assertRefused(await rival.par(rival.authorizationParameters(offer)), 400, 'invalid_request');
      // Without a key the new attempt still belongs to the first one.
      const plain = new Wallet({ issuer: server.url, clock, dpop: false });
      const code = await plain.code(offer);
      assertRefused(await plain.token(plain.codeParameters(code)), 400, 'invalid_grant');
      assert.equal((await wallet.token(wallet.codeParameters(await wallet.code(offer)))).status, 200);
    });

    it('stores nothing without an offer', async () => {
      const before = (await read(await server.a('/session?limit=1000'))).json.length;
      const wallet = new Wallet({ issuer: server.url, clock });
      const parameters = { ...wallet.authorizationParameters({ grants: {} } as never), issuer_state: 'A'.repeat(64) };
      for (let attempt = 0; attempt < 20; attempt += 1)
        assertRefused(await wallet.par(parameters), 400, 'invalid_request');
      assert.equal((await read(await server.a('/session?limit=1000'))).json.length, before);
    });

    it('is refused for a pre-authorized offer', async () => {
      const { wallet, offer } = await begin(server, { flow: 'pre_authorized_code' }, { clock });
      const code = String(Object.values(offer.grants)[0]?.['pre-authorized_code']);
      assertRefused(
        await wallet.par(wallet.authorizationParameters(offer, { issuer_state: code })),
        400,
        'invalid_request',
      );
    });

    it('never follows an address that a wallet names', async () => {
      let hits = 0;
      const sink = createServer((_request, response) => {
        hits += 1;
        response.end();
      });
      await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
      const address = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/request`;
      const { wallet, offer } = await begin(server, {}, { clock });
      const good = wallet.authorizationParameters(offer);
      assertRefused(await wallet.par({ ...good, request_uri: address }), 400, 'invalid_request');
      assertRefused(
        await wallet.form('/authorize/challenge', { ...good, request_uri: address }),
        400,
        'invalid_request',
      );
      const page = await wallet.authorize(address);
      assert.equal(page.status, 400);
      assert.equal(page.headers.get('location'), null);
      assert.equal(hits, 0);
      sink.close();
    });
  });

  describe('authorization endpoint', () => {
    const pushed = async (extra: Record<string, string> = {}): Promise<{ wallet: Wallet; uri: string }> => {
      const { wallet, offer } = await begin(server, {}, { clock });
      const answer = await wallet.par(wallet.authorizationParameters(offer, extra));
      assert.equal(answer.status, 201, answer.text);
      return { wallet, uri: answer.json.request_uri };
    };

    it('redirects with code, unchanged state and iss, and keeps the query of the redirect URI', async () => {
      const state = 's'.repeat(500);
      const redirectUri = 'https://wallet.example/callback?dummy1=lorem&dummy2=ipsum';
      const { wallet, uri } = await pushed({ state, redirect_uri: redirectUri });
      const answer = await wallet.authorize(uri);
      assert.equal(answer.status, 302);
      const location = answer.headers.get('location') ?? '';
      assert.ok(location.startsWith(`${redirectUri}&`));
      const { searchParams, hash } = new URL(location);
      assert.deepEqual([...searchParams.keys()], ['dummy1', 'dummy2', 'code', 'state', 'iss']);
      assert.equal(searchParams.get('state'), state);
      assert.equal(searchParams.get('iss'), server.url);
      assert.equal(hash, '');
    });

    it('sends no state where none was pushed, and ignores one in the URL', async () => {
      const { wallet, offer } = await begin(server, {}, { clock });
      const { state: _, ...parameters } = wallet.authorizationParameters(offer);
      const uri = (await wallet.par(parameters)).json.request_uri;
      const query = new URLSearchParams({ request_uri: uri, state: 'from-the-url', client_id: wallet.clientId });
      const answer = await fetch(`${server.url}/authorize?${query}`, { redirect: 'manual' });
      assert.equal(new URL(answer.headers.get('location') ?? '').searchParams.get('state'), null);
    });

    it('spends a request_uri once, also for twenty parallel visits', async () => {
      const { wallet, uri } = await pushed();
      const answers = await Promise.all(Array.from({ length: 20 }, () => wallet.authorize(uri)));
      assert.equal(answers.filter(({ status }) => status === 302).length, 1);
      for (const answer of answers.filter(({ status }) => status !== 302)) {
        assert.equal(answer.status, 400);
        assert.equal(answer.headers.get('location'), null);
        assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
        assert.match(answer.text, /invalid_request_uri/);
      }
    });

    it('shows a page and never redirects for a foreign client, an expired or unknown reference, or a plain request', async () => {
      const { wallet, uri } = await pushed();
      assert.equal((await wallet.authorize(uri, 'another-client')).status, 400);
      assert.equal((await wallet.authorize(uri)).status, 302);
      const late = await pushed();
      now += 60_000;
      const { wallet: other, offer } = await begin(server, {}, { clock });
      const plain = new URLSearchParams(other.authorizationParameters(offer));
      const evil = new URLSearchParams({
        client_id: 'x',
        redirect_uri: 'https://evil.example/',
        response_type: 'code',
      });
      const answers = [
        await late.wallet.authorize(late.uri),
        await wallet.authorize('urn:ietf:params:oauth:request_uri:unknown'),
        await read(await fetch(`${server.url}/authorize?${plain}`, { redirect: 'manual' })),
        await read(await fetch(`${server.url}/authorize?${evil}`, { redirect: 'manual' })),
        await read(await fetch(`${server.url}/authorize`, { redirect: 'manual' })),
      ];
      for (const answer of answers) {
        assert.equal(answer.status, 400);
        assert.equal(answer.headers.get('location'), null);
        assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      }
    });

    it('refuses repeated parameters', async () => {
      const { wallet, uri } = await pushed();
      const query = `client_id=${wallet.clientId}&client_id=other&request_uri=${encodeURIComponent(uri)}`;
      assert.equal((await fetch(`${server.url}/authorize?${query}`, { redirect: 'manual' })).status, 400);
    });
  });

  describe('challenge endpoint', () => {
    it('sends the wallet to the browser with a request_uri that works', async () => {
      const { wallet, offer } = await begin(server, {}, { clock });
      const { response_type: _, ...parameters } = wallet.authorizationParameters(offer);
      const answer = await wallet.form('/authorize/challenge', parameters);
      assert.equal(answer.status, 400);
      assert.equal(answer.json.error, 'redirect_to_web');
      const location = (await wallet.authorize(answer.json.request_uri)).headers.get('location') ?? '';
      const token = await wallet.token(wallet.codeParameters(new URL(location).searchParams.get('code') ?? ''));
      assert.equal(token.status, 200);
    });

    it('never completes without a presentation, and refuses unknown sessions', async () => {
      const { wallet, offer } = await begin(server, {}, { clock });
      const good = wallet.authorizationParameters(offer);
      const { issuer_state: _, ...withoutState } = good;
      const cases: [Record<string, string>, string][] = [
        [{ client_id: wallet.clientId, auth_session: 'A'.repeat(64) }, 'invalid_session'],
        [{ ...good, auth_session: 'x' }, 'invalid_session'],
        [
          { client_id: wallet.clientId, auth_session: 'x', presentation_during_issuance_session: 'y' },
          'invalid_session',
        ],
        [withoutState, 'invalid_request'],
        [{ ...good, issuer_state: 'x' }, 'invalid_request'],
      ];
      for (const [parameters, code] of cases) {
        assertRefused(await wallet.form('/authorize/challenge', parameters), 400, code);
      }
    });
  });

  it('makes codes and tokens of 256 random bits', async () => {
    const { wallet, offer } = await begin(server, {}, { clock });
    const codes = new Set<string>();
    for (let round = 0; round < 20; round += 1) codes.add(await wallet.code(offer));
    assert.equal(codes.size, 20);
    // The session's handle comes first; the secret after it has 256 bits.
    const secrets = [...codes].map((code) => Buffer.from(code, 'base64url').subarray(16));
    assert.ok(secrets.every((secret) => secret.length === 32));
    const { token } = await beginWithToken(server, { flow: 'pre_authorized_code' }, { clock });
    assert.ok(Buffer.from(token, 'base64url').length >= 32);
  });
});
