/** What a presentation request must withstand while it runs: replay, mixing, floods, strangers. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { explained } from '@countersign/gateway/test/sessions/explained';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { newWalletKey, signCompact } from '@countersign/wallet/jwt/keys';
import {
  encrypt,
  errorFields,
  type HeldCredential,
  type PresentationRequest,
  post,
  present,
  requestUriOf,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { assertRefused, count, sessionOf, sessionOfCredential, setStatus } from '../support/flows.ts';
import {
  type Backend,
  holdPid,
  makeFetchedRequest,
  makeRequest,
  openBackend,
  pidQuestion,
} from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { jsonBody, type TestServer } from '../support/server.ts';

describe('a presentation request', () => {
  let server: TestServer;
  let backend: Backend;
  let held: HeldCredential;
  let now = Date.now();
  before(async () => {
    server = await startSampleServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' }, clock: () => now });
    backend = await openBackend();
    server.writeConfig('presentation/question.json', pidQuestion);
    server.writeConfig('tenants/root/presentation/question.json', pidQuestion);
    held = await holdPid(server);
  });
  after(async () => {
    await server.close();
    await backend.close();
  });

  const answerOf = (request: PresentationRequest, change: Parameters<typeof present>[2] = {}) =>
    responseFields(request, vpTokenOf(present(held, request, change), request));
  const send = (request: PresentationRequest, fields: Record<string, string> = answerOf(request)): Promise<Answer> =>
    post(request.response_uri, fields);
  const redeem = async (session: string, code: string): Promise<Answer> =>
    read(await server.a(`/session/${session}?response_code=${code}`));

  for (const mode of ['direct_post.jwt', 'direct_post']) {
    it(`takes one answer (${mode}): the same one again changes nothing, another one is refused`, async () => {
      const arrived = backend.got.length;
      const { request, session } = await makeFetchedRequest(server, {
        response_mode: mode,
        webhook: { url: backend.url },
      });
      const fields = answerOf(request);
      const first = await send(request, fields);
      assert.equal(first.status, 200, first.text);
      const again = await send(request, fields);
      assert.deepEqual([again.status, again.text], [200, first.text]);
      assertRefused(await send(request), 400, 'invalid_request');
      await backend.arrived(arrived + 1);
      const view = await sessionOf(server, session);
      assert.equal(view.status, 'verified');
      assert.equal(backend.got.length, arrived + 1);
    });
  }

  it('takes one of 50 answers at the same instant; 50 copies of one answer have one effect', async () => {
    const different = await makeFetchedRequest(server);
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(different.request)));
    assert.deepEqual([count(answers, 200), count(answers, 400)], [1, 49]);
    const arrived = backend.got.length;
    const same = await makeFetchedRequest(server, { webhook: { url: backend.url } });
    const fields = answerOf(same.request);
    const copies = await Promise.all(Array.from({ length: 50 }, () => send(same.request, fields)));
    assert.equal(count(copies, 200), 50);
    assert.equal(new Set(copies.map(({ text }) => text)).size, 1);
    await backend.arrived(arrived + 1);
    assert.equal(backend.got.length, arrived + 1);
  });

  it('is not answered by what was made for another one', async () => {
    const [a, b] = [await makeFetchedRequest(server), await makeFetchedRequest(server)];
    const vpToken = vpTokenOf(present(held, a.request), a.request);
    // A's presentation, rightly encrypted for B; A's state in B's envelope; A's key id on B's envelope
    assertRefused(await send(b.request, responseFields(b.request, vpToken)), 400, 'invalid_request');
    for (const change of [{ state: a.request.state }, { kid: a.request.client_metadata.jwks?.keys[0]?.kid ?? '' }]) {
      const mine = vpTokenOf(present(held, b.request), b.request);
      assertRefused(await send(b.request, responseFields(b.request, mine, change)), 400, 'invalid_request');
    }
    const outer = { ...answerOf(b.request), state: a.request.state };
    assertRefused(await send(b.request, outer), 400, 'invalid_request');
    // another tenant's endpoint
    const path = new URL(b.request.response_uri).pathname;
    assertRefused(await post(`${server.url}/root${path}`, answerOf(b.request)), 400, 'invalid_request');
    assert.equal((await send(b.request)).status, 200);
    assert.equal((await send(a.request)).status, 200);
  });

  it('takes no clear text where an encrypted answer was asked for', async () => {
    const { request } = await makeFetchedRequest(server);
    const vpToken = JSON.stringify(vpTokenOf(present(held, request), request));
    assertRefused(await send(request, { vp_token: vpToken, state: request.state }), 400, 'invalid_request');
    assert.equal((await send(request)).status, 200);
  });

  it('ends with its time: the object is gone, answers are refused, the session says so', async (t) => {
    t.after(() => {
      now = Date.now();
    });
    const { request, session, uri } = await makeFetchedRequest(server, { expiresIn: 30 });
    const fields = answerOf(request);
    now += 30_000;
    assertRefused(await read(await fetch(requestUriOf(uri))), 410, 'invalid_request');
    assertRefused(await send(request, fields), 400, 'invalid_request');
    const view = await sessionOf(server, session);
    assert.deepEqual([view.status, view.request_uri, view.vp_nonce], ['expired', undefined, undefined]);
  });

  it('stays usable after garbage, and ends with the tenth bad presentation', async () => {
    const { request, session } = await makeFetchedRequest(server);
    const kid = request.client_metadata.jwks?.keys[0]?.kid ?? '';
    const garbage: Record<string, string>[] = [
      { response: 'a.b.c.d.e' },
      { response: encrypt(request, 'no object') },
      { response: encrypt(request, { vp_token: {}, state: request.state }) },
      { response: encrypt(request, { vp_token: { other: ['x'] }, state: request.state }) },
      { response: encrypt(request, { vp_token: { pid: 'x' }, state: request.state }) },
      { response: encrypt(request, { vp_token: { pid: ['x'] } }) },
      { response: encrypt(request, { vp_token: {}, state: request.state }, { header: { zip: 'DEF' } }) },
      { response: encrypt(request, { vp_token: {}, state: request.state }).replace(/.{4}$/, 'AAAA'), state: kid },
      { response: 'x', vp_token: '{}' },
      { state: request.state },
    ];
    for (const fields of [...garbage, ...garbage]) {
      assertRefused(await send(request, fields), 400, 'invalid_request');
    }
    for (let tries = 0; tries < 9; tries += 1) {
      assertRefused(await send(request, answerOf(request, { nonce: 'wrong' })), 400, 'invalid_request');
    }
    const open = await sessionOf(server, session);
    assert.deepEqual([open.status, open.error], ['requested', explained('kb_nonce', { credential: 'pid' })]);
    assertRefused(await send(request, answerOf(request, { key: newWalletKey() })), 400, 'invalid_request');
    const ended = await sessionOf(server, session);
    assert.deepEqual([ended.status, ended.error], ['rejected', explained('kb_signature', { credential: 'pid' })]);
    assertRefused(await send(request), 400, 'invalid_request');
  });

  const proofs: Record<string, Parameters<typeof present>[2]> = {
    'another audience': { audience: 'x509_hash:other' },
    'the audience without its prefix': { audience: 'other' },
    'an old time': { payload: { iat: Math.floor(Date.now() / 1000) - 31_536_000 } },
    'a time ahead': { payload: { iat: Math.floor(Date.now() / 1000) + 31_536_000 } },
    'another sd_hash': { payload: { sd_hash: 'x' } },
    'another key': { key: newWalletKey() },
    'the type of a key proof': { header: { typ: 'openid4vci-proof+jwt' } },
    'no algorithm': { header: { alg: 'none' } },
  };
  it('takes no proof of holding with something else in it', async () => {
    const { request } = await makeFetchedRequest(server);
    for (const [name, change] of Object.entries(proofs)) {
      const answer = await send(request, answerOf(request, change));
      assert.equal(answer.status, 400, name);
    }
    assert.equal((await send(request)).status, 200);
  });

  it('trusts no issuer that is not configured, and one in trust/ only for its types', async () => {
    const stranger = await makeSigningKey({ notBefore: now - 60_000, notAfter: now + 86_400_000 });
    const key = newWalletKey();
    const vct = `${server.url}/credentials/vct/pid`;
    const iat = Math.floor(now / 1000);
    const payload = { vct, iat, iss: 'https://issuer.example', cnf: { jwk: key.publicJwk }, given_name: 'Mallory' };
    const header = { typ: 'dc+sd-jwt', alg: 'ES256', x5c: stranger.x5c };
    const outcome = async (iss: string = payload.iss, body = {}): Promise<string | undefined> => {
      const forged = { credential: `${signCompact(header, { ...payload, iss }, stranger.privateKey)}~`, key };
      const { request, session } = await makeFetchedRequest(server, body);
      await send(request, responseFields(request, vpTokenOf(present(forged, request), request)));
      const view = await sessionOf(server, session);
      if (view.status !== 'verified') return view.error?.code;
      const { fingerprint256 } = new X509Certificate(Buffer.from(stranger.x5c[0] ?? '', 'base64'));
      const [subject, issuer] = ['O=acme, CN=issuer.example', 'O=issuer.example, CN=CA of acme'];
      assert.deepEqual(view.credentials[0].signer, { subject, issuer, fingerprint: fingerprint256 });
      return 'verified';
    };
    assert.equal(await outcome(), 'issuer_trust');
    server.writeConfig('tenants/root/trust/stranger.pem', stranger.anchor);
    assert.equal(await outcome(), 'issuer_trust');
    const anchors = jsonBody({ id: 'stranger', pem: stranger.anchor, vct: [vct] });
    assert.equal(
      (await server.a('/trust/wallet-providers', { method: 'POST', ...anchors })).status,
      400,
      'it limits only issuers',
    );
    assert.equal((await server.a('/trust/issuers', { method: 'POST', ...anchors })).status, 201);
    // Each process reads them again after a second.
    now += 1000;
    assert.equal(await outcome(), 'verified');
    assert.equal((await server.a('/trust/issuers/stranger', { method: 'DELETE' })).status, 200);
    now += 1000;
    assert.equal(await outcome(), 'issuer_trust');
    server.writeConfig('trust/stranger.json', { vct: ['urn:other'] });
    server.writeConfig('trust/stranger.pem', stranger.anchor);
    assert.equal(await outcome(), 'issuer_trust');
    server.writeConfig('trust/stranger.json', '{"vct": "broken"}');
    assert.equal(await outcome(), 'issuer_trust');
    server.writeConfig('trust/stranger.json', { vct: [vct] });
    assert.equal(await outcome(), 'verified');
    // under the name of the service itself
    assert.equal(await outcome(server.url), 'issuer_name');
    server.writeConfig('presentation/lenient.json', { ...pidQuestion, issuerName: 'any' });
    assert.equal(await outcome(server.url, { requestId: 'lenient' }), 'verified');
    // the chain of a trusted issuer, signed with another key
    const { x5c } = await server.platform.keys.signer('default', 'credential');
    const other = signCompact({ ...header, x5c }, payload, generateKeyPair().privateKey);
    const { request } = await makeFetchedRequest(server);
    const fields = responseFields(request, vpTokenOf(present({ credential: `${other}~`, key }, request), request));
    assertRefused(await send(request, fields), 400, 'invalid_request');
  });

  it('takes a proof from a clock that is ahead by the clockSkew of the tenant, and no more', async (t) => {
    t.after(() => server.writeConfig('tenant.json', {}));
    const ahead = async (seconds: number): Promise<number> => {
      const { request } = await makeFetchedRequest(server);
      const iat = Math.floor(now / 1000) + seconds;
      return (await send(request, answerOf(request, { payload: { iat } }))).status;
    };
    assert.deepEqual([await ahead(55), await ahead(65)], [200, 400]);
    server.writeConfig('tenant.json', { clockSkew: 300 });
    assert.deepEqual([await ahead(295), await ahead(305)], [200, 400]);
    server.writeConfig('tenant.json', { clockSkew: 0 });
    assert.deepEqual([await ahead(-5), await ahead(5)], [400, 400]);
  });

  it('takes no credential that was revoked', async () => {
    const revoked = await holdPid(server);
    const { request, session } = await makeFetchedRequest(server);
    await setStatus(server, await sessionOfCredential(server, revoked.credential), 1);
    const bad = responseFields(request, vpTokenOf(present(revoked, request), request));
    assertRefused(await send(request, bad), 400, 'invalid_request');
    assert.deepEqual((await sessionOf(server, session)).error, explained('revoked', { credential: 'pid' }));
    assert.equal((await send(request)).status, 200);
  });

  it('is served only under its own address', async () => {
    server.writeConfig('presentation/second.json', pidQuestion);
    const { uri } = await makeRequest(server);
    const url = requestUriOf(uri);
    const wrong = [
      url.replace('/question/', '/second/'),
      url.replace('/oid4vp/', '/root/oid4vp/'),
      url.replace(/.{4}$/, 'AAAA'),
      url.replace(/[^/]+$/, 'x'),
    ];
    for (const address of wrong) assert.equal((await fetch(address)).status, 404, address);
    const twice = [await fetch(url), await fetch(url)];
    for (const answer of twice) {
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-type'), 'application/oauth-authz-req+jwt');
      assert.equal(answer.headers.get('cache-control'), 'no-store');
    }
  });

  it('echoes the nonce of the wallet, and refuses what it can not read', async () => {
    const url = requestUriOf((await makeRequest(server)).uri);
    const ask = async (form: Record<string, string>): Promise<Answer> =>
      read(await fetch(url, { method: 'POST', body: new URLSearchParams(form) }));
    const good = await ask({ wallet_nonce: '{"a":1}', wallet_metadata: '{"issuer":"https://wallet.example"}' });
    assert.equal(good.status, 200);
    const payload = JSON.parse(Buffer.from(good.text.split('.')[1] ?? '', 'base64url').toString('utf8'));
    assert.deepEqual([payload.wallet_nonce, payload.aud], ['{"a":1}', 'https://wallet.example']);
    assertRefused(await ask({ wallet_nonce: 'x'.repeat(2000) }), 400, 'invalid_request');
    assertRefused(await ask({ wallet_metadata: '{' }), 400, 'invalid_request');
    const formats = { wallet_metadata: '{"vp_formats_supported":{"mso_mdoc":{}}}' };
    assertRefused(await ask(formats), 400, 'vp_formats_not_supported');
  });

  const description = { error_description: '<b>no\nway</b>' };
  it('records what a wallet reports; only the refusal of the person ends it', async () => {
    const { request, session } = await makeFetchedRequest(server);
    const report = (error: string, state = request.state): Promise<Answer> =>
      send(request, errorFields(request, error, { ...description, state }));
    assertRefused(await report('access_denied', 'x'), 400, 'invalid_request');
    const failed = await report('wallet_unavailable');
    assert.deepEqual([failed.status, failed.json], [200, {}]);
    assert.deepEqual((await sessionOf(server, session)).error, explained('wallet_unavailable', {}, 'wallet_error'));
    assert.equal((await report('access_denied')).status, 200);
    const view = await sessionOf(server, session);
    assert.deepEqual(
      [view.status, view.error],
      ['rejected', explained('access_denied', { description: '<b>no way</b>' }, 'wallet_error')],
    );
    assertRefused(await send(request), 400, 'invalid_request');
  });

  it('takes the refusal of the person in clear where the answer is to be in clear', async () => {
    const { request, session } = await makeFetchedRequest(server, { response_mode: 'direct_post' });
    assert.equal((await send(request, errorFields(request, 'access_denied', description))).status, 200);
    assert.equal((await sessionOf(server, session)).status, 'rejected');
  });

  it('counts an error in clear as a bad answer where the answer is to be encrypted: the tenth ends it', async () => {
    const { request, session } = await makeFetchedRequest(server);
    const report = (n: number): Promise<Answer> =>
      send(request, { error: 'access_denied', error_description: `${n}`, state: request.state });
    for (let n = 0; n < 9; n += 1) {
      for (const answer of [await report(n), await report(n)])
        assert.deepEqual([answer.status, answer.json], [200, {}]);
      const view = await sessionOf(server, session);
      assert.deepEqual([view.status, view.error], ['requested', explained('access_denied', {}, 'wallet_error')]);
    }
    const { request: other, session: open } = await makeFetchedRequest(server);
    await send(other, { error: 'access_denied', state: other.state });
    assert.equal((await send(other)).status, 200, 'the person may change their mind');
    assert.equal((await sessionOf(server, open)).status, 'verified');
    assert.equal((await report(9)).status, 200);
    const ended = await sessionOf(server, session);
    assert.deepEqual(
      [ended.status, ended.error],
      ['rejected', explained('access_denied', { description: '9' }, 'wallet_error')],
    );
    assertRefused(await send(request), 400, 'invalid_request');
  });

  it('leads back to the same device with a code that works once, and shows nothing before', async () => {
    const { request, session } = await makeFetchedRequest(server, { redirectUri: 'https://shop.example/back?order=1' });
    const fields = answerOf(request);
    const answer = await send(request, fields);
    const back = new URL(answer.json.redirect_uri);
    const code = back.searchParams.get('response_code') ?? '';
    assert.equal(`${back.origin}${back.pathname}${back.searchParams.get('order')}`, 'https://shop.example/back1');
    assert.ok(code.length >= 43 && !code.includes(session));
    assert.equal((await send(request, fields)).text, answer.text);
    assert.equal((await sessionOf(server, session)).credentials, undefined);
    assert.equal((await redeem(session, 'wrong')).status, 409);
    const tries = await Promise.all(Array.from({ length: 10 }, () => redeem(session, code)));
    assert.deepEqual([count(tries, 200), count(tries, 409)], [1, 9]);
    const shown = tries.find(({ status }) => status === 200)?.json;
    assert.equal(shown.credentials.length, 1);
    assert.deepEqual((await sessionOf(server, session)).credentials, shown.credentials);
    assert.equal((await redeem('unknown', code)).status, 404);
    const without = await makeFetchedRequest(server);
    assert.equal((await redeem(without.session, code)).status, 409);
  });

  it('is not made with a return address that runs in a browser, or with other mistakes', async () => {
    const create = async (body: object): Promise<Answer> => {
      const text = JSON.stringify({ response_type: 'uri', requestId: 'question', ...body });
      return read(await server.a('/oid4vp', { method: 'POST', body: text }));
    };
    for (const uri of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://shop.example',
      'https://a@b',
      'x',
      'https:',
    ]) {
      const answer = await create({ redirectUri: uri });
      assert.equal(answer.status, 400, uri);
      assert.equal(answer.json.errors[0].pointer, '/redirectUri');
    }
    for (const [body, pointer] of [
      [{ expiresIn: 86_401 }, '/expiresIn'],
      [{ webhook: { url: 'http://10.0.0.1/' } }, '/webhook/url'],
      [{ transaction_data: [{ type: 'payment', credential_ids: ['other'] }] }, '/transaction_data/0/credential_ids/0'],
    ] as const) {
      const answer = await create(body);
      assert.equal(answer.status, 400);
      assert.equal(answer.json.errors[0].pointer, pointer);
    }
    assert.equal((await create({ requestId: 'unknown' })).status, 404);
  });
});
