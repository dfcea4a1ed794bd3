/** Codes, pre-authorized codes, transaction codes and access tokens under misuse and in parallel. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { read } from '@countersign/wallet/sending/answer';
import {
  assertRefused,
  begin,
  beginWithToken,
  count,
  credentialBody,
  makeTenantOffer,
  PRE_AUTHORIZED_FLOW,
  sessionOf,
} from '../support/flows.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

describe('token endpoint', () => {
  let server: TestServer;
  let now = Date.now();
  const clock = (): number => now;
  before(async () => {
    // One address sends hundreds of requests here, with a stopped clock.
    server = await startSampleServer({ clock, env: { RATE_WALLET: '0' } });
  });
  after(() => server.close());

  it('issues one token for fifty parallel redemptions of one code', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { wallet, offer } = await begin(server, {}, { clock });
      const code = await wallet.code(offer);
      const answers = await Promise.all(Array.from({ length: 50 }, () => wallet.token(wallet.codeParameters(code))));
      assert.equal(count(answers, 200), 1);
      for (const answer of answers.filter(({ status }) => status !== 200)) assertRefused(answer, 400, 'invalid_grant');
    }
  });

  it('issues one token for fifty parallel redemptions of one pre-authorized code', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { wallet, offer } = await begin(server, PRE_AUTHORIZED_FLOW, { clock });
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => wallet.token(wallet.preAuthorizedParameters(offer))),
      );
      assert.equal(count(answers, 200), 1);
      for (const answer of answers.filter(({ status }) => status !== 200)) assertRefused(answer, 400, 'invalid_grant');
    }
  });

  it('keeps the token alive when the holder of the key repeats the request within ten seconds', async () => {
    const { wallet, offer } = await begin(server, {}, { clock });
    const code = await wallet.code(offer);
    const first = await wallet.token(wallet.codeParameters(code));
    now += 9_000;
    const repeats = await Promise.all(Array.from({ length: 10 }, () => wallet.token(wallet.codeParameters(code))));
    for (const repeat of repeats) assertRefused(repeat, 400, 'invalid_grant');
    const issued = await wallet.credential(first.json.access_token, await credentialBody(wallet));
    assert.equal(issued.status, 200, issued.text);
  });

  it('leaves one working token where the holder of the key sends the request fifty times at once', async () => {
    const { wallet, offer } = await begin(server, {}, { clock });
    const code = await wallet.code(offer);
    const answers = await Promise.all(Array.from({ length: 50 }, () => wallet.token(wallet.codeParameters(code))));
    const [won, ...others] = answers.filter(({ status }) => status === 200);
    assert.deepEqual(others, []);
    const issued = await wallet.credential(won?.json.access_token, await credentialBody(wallet));
    assert.equal(issued.status, 200, issued.text);
  });

  const afterwards: readonly [name: string, seconds: number, dpop: boolean, change: Record<string, string>][] = [
    ['eleven seconds later', 11, true, {}],
    ['with another code_verifier', 0, true, { code_verifier: 'y'.repeat(43) }],
    ['with another redirect_uri', 0, true, { redirect_uri: 'https://other.example/cb' }],
    ['without proof of possession, as bearer clients do', 0, false, {}],
  ];
  for (const [name, seconds, dpop, change] of afterwards) {
    it(`revokes the token when the code comes again ${name}`, async () => {
      const { wallet, offer } = await begin(server, {}, { clock, dpop });
      const code = await wallet.code(offer);
      const first = await wallet.token(wallet.codeParameters(code));
      assert.equal(first.status, 200, first.text);
      now += seconds * 1000;
      assertRefused(await wallet.token(wallet.codeParameters(code, change)), 400, 'invalid_grant');
      const refused = await wallet.credential(first.json.access_token, await credentialBody(wallet));
      assertRefused(refused, 401, 'invalid_token');
    });
  }

  it('revokes the token when another key sends the code again', async () => {
    const { wallet, offer } = await begin(server, {}, { clock });
    const code = await wallet.code(offer);
    const first = await wallet.token(wallet.codeParameters(code));
    const thief = new Wallet({ issuer: server.url, clock });
    assertRefused(
      await thief.token({ ...wallet.codeParameters(code), code_verifier: thief.verifier }),
      400,
      'invalid_grant',
    );
    const refused = await wallet.credential(first.json.access_token, await credentialBody(wallet));
    assertRefused(refused, 401, 'invalid_token');
  });

  it('spends no code on a request that fails', async () => {
    const { wallet, offer } = await begin(server, {}, { clock });
    const code = await wallet.code(offer);
    const good = wallet.codeParameters(code);
    const { code_verifier: _, ...withoutVerifier } = good;
    const { redirect_uri: __, ...withoutRedirect } = good;
    const { client_id: ___, ...withoutClient } = good;
    assertRefused(await wallet.token(withoutVerifier), 400, 'invalid_grant');
    assertRefused(await wallet.token({ ...good, code_verifier: 'x'.repeat(43) }), 400, 'invalid_grant');
    assertRefused(await wallet.token({ ...good, code_verifier: wallet.challenge }), 400, 'invalid_grant');
    assertRefused(await wallet.token(withoutRedirect), 400, 'invalid_grant');
    assertRefused(await wallet.token({ ...good, redirect_uri: `${wallet.redirectUri}/` }), 400, 'invalid_grant');
    assertRefused(await wallet.token(withoutClient), 400, 'invalid_request');
    assertRefused(await wallet.token({ ...good, client_id: 'another' }), 400, 'invalid_grant');
    assertRefused(await wallet.token({ ...good, resource: 'https://elsewhere.example' }), 400, 'invalid_target');
    assertRefused(await wallet.token({ ...good, grant_type: 'password' }), 400, 'unsupported_grant_type');
    assertRefused(await wallet.token({ ...good, code: 'A'.repeat(64) }), 400, 'invalid_grant');
    assertRefused(await wallet.token({ ...good, code: `${code}x` }), 400, 'invalid_grant');
    assert.equal((await wallet.token(good)).status, 200);
  });

  it('ignores unknown parameters', async () => {
    const { wallet, offer } = await begin(server, {}, { clock });
    const code = await wallet.code(offer, { unknown_to_all: 'x' });
    assert.equal((await wallet.token(wallet.codeParameters(code, { another_unknown: 'y' }))).status, 200);
  });

  it('binds a code to the DPoP key of PAR and to dpop_jkt', async () => {
    for (const how of ['proof', 'parameter'] as const) {
      const { wallet, offer } = await begin(server, {}, { clock, dpop: false });
      const owner = new Wallet({ issuer: server.url, clock });
      const extra = how === 'parameter' ? { dpop_jkt: owner.dpopKey?.thumbprint ?? '' } : {};
      const headers = how === 'proof' ? owner.dpopHeader('POST', '/authorize/par') : {};
      const pushed = await wallet.par(wallet.authorizationParameters(offer, extra), headers);
      assert.equal(pushed.status, 201, pushed.text);
      const location = (await wallet.authorize(pushed.json.request_uri)).headers.get('location') ?? '';
      const parameters = wallet.codeParameters(new URL(location).searchParams.get('code') ?? '');
      assertRefused(await wallet.token(parameters), 400, 'invalid_grant');
      const stranger = new Wallet({ issuer: server.url, clock });
      assertRefused(
        await wallet.token(parameters, stranger.dpopHeader('POST', '/authorize/token')),
        400,
        'invalid_grant',
      );
      const token = await wallet.token(parameters, owner.dpopHeader('POST', '/authorize/token'));
      assert.equal(token.json.token_type, 'DPoP');
    }
  });

  it('refuses a code at exactly the end of its life', async () => {
    const { wallet, offer } = await begin(server, {}, { clock });
    const late = await wallet.code(offer);
    now += 60_000;
    assertRefused(await wallet.token(wallet.codeParameters(late)), 400, 'invalid_grant');
    const again = await wallet.code(offer);
    now += 59_999;
    assert.equal((await wallet.token(wallet.codeParameters(again))).status, 200);
  });

  it('refuses an expired pre-authorized code and hides the expired offer', async () => {
    const expiring = { ...PRE_AUTHORIZED_FLOW, expiresIn: 30 };
    const { wallet, offer, session, offerUri } = await begin(server, expiring, { clock });
    now += 30_000;
    assert.equal((await fetch(offerUri)).status, 404);
    assertRefused(await wallet.token(wallet.preAuthorizedParameters(offer)), 400, 'invalid_grant');
    assert.equal((await sessionOf(server, session)).status, 'expired');
  });

  it('takes an offer down once it is redeemed', async () => {
    const { wallet, offer, offerUri } = await begin(server, PRE_AUTHORIZED_FLOW, { clock });
    assert.equal((await fetch(offerUri)).status, 200);
    assert.equal((await wallet.redeem(offer)).status, 200);
    assert.equal((await fetch(offerUri)).status, 404);
  });

  describe('transaction code', () => {
    const withCode = { ...PRE_AUTHORIZED_FLOW, tx_code: true };

    it('is demanded where the offer has one, and refused where it has none', async () => {
      const coded = await begin(server, withCode, { clock });
      assertRefused(
        await coded.wallet.token(coded.wallet.preAuthorizedParameters(coded.offer)),
        400,
        'invalid_request',
      );
      const plain = await begin(server, PRE_AUTHORIZED_FLOW, { clock });
      assertRefused(
        await plain.wallet.token(plain.wallet.preAuthorizedParameters(plain.offer, '123456')),
        400,
        'invalid_request',
      );
      assert.equal((await plain.wallet.token(plain.wallet.preAuthorizedParameters(plain.offer))).status, 200);
    });

    it('works after four wrong tries', async () => {
      const { wallet, offer, txCode = '' } = await begin(server, withCode, { clock });
      for (let wrong = 0; wrong < 4; wrong += 1) {
        assertRefused(await wallet.token(wallet.preAuthorizedParameters(offer, 'wrong')), 400, 'invalid_grant');
      }
      assert.equal((await wallet.token(wallet.preAuthorizedParameters(offer, txCode))).status, 200);
    });

    it('is dead after five wrong tries, also for the right one', async () => {
      const { wallet, offer, session, txCode = '' } = await begin(server, withCode, { clock });
      for (let wrong = 0; wrong < 5; wrong += 1) {
        assertRefused(await wallet.token(wallet.preAuthorizedParameters(offer, 'wrong')), 400, 'invalid_grant');
      }
      assertRefused(await wallet.token(wallet.preAuthorizedParameters(offer, txCode)), 400, 'invalid_grant');
      const seen = await sessionOf(server, session);
      assert.equal(seen.status, 'failed');
      assert.equal(seen.error.code, 'tx_code_attempts');
    });

    it('counts every one of fifty parallel guesses', async () => {
      const { wallet, offer, txCode = '' } = await begin(server, withCode, { clock });
      const guesses = Array.from({ length: 50 }, (_, guess) =>
        wallet.token(wallet.preAuthorizedParameters(offer, `guess-${guess}`)),
      );
      for (const answer of await Promise.all(guesses)) assertRefused(answer, 400, 'invalid_grant');
      assertRefused(await wallet.token(wallet.preAuthorizedParameters(offer, txCode)), 400, 'invalid_grant');
    });
  });

  describe('duplicate and mixed parameters', () => {
    const post = (body: string, type: string, query = ''): Promise<Response> =>
      fetch(`${server.url}/authorize/token${query}`, { method: 'POST', body, headers: { 'content-type': type } });

    it('are refused, in forms, in JSON and across query and body', async () => {
      const form = 'application/x-www-form-urlencoded';
      const cases: [string, string, string?][] = [
        ['grant_type=authorization_code&code=a&code=b', form],
        ['{"grant_type":"authorization_code","code":["a","b"]}', 'application/json'],
        ['{"grant_type":"authorization_code","code":{"$ne":null}}', 'application/json'],
        ['grant_type=authorization_code', form, '?grant_type=authorization_code'],
        ['grant_type=authorization_code&client_id=x', form, '?code=a&code=b'],
      ];
      for (const [body, type, query] of cases) {
        assertRefused(await read(await post(body, type, query)), 400, 'invalid_request');
      }
    });
  });

  it('answers 201 to the JSON form of the interface, 200 to the form encoding of the standard', async () => {
    const inForm = await begin(server, PRE_AUTHORIZED_FLOW, { clock, dpop: false });
    assert.equal((await inForm.wallet.token(inForm.wallet.preAuthorizedParameters(inForm.offer))).status, 200);
    const inJson = await begin(server, PRE_AUTHORIZED_FLOW, { clock, dpop: false });
    const answer = await read(
      await fetch(`${server.url}/authorize/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(inJson.wallet.preAuthorizedParameters(inJson.offer)),
      }),
    );
    assert.equal(answer.status, 201);
    assert.equal(answer.json.token_type, 'Bearer');
    assert.equal(typeof answer.json.expires_in, 'number');
    assert.ok(answer.json.expires_in <= 300);
    assert.match(answer.headers.get('cache-control') ?? '', /no-store/);
  });

  it('returns authorization_details only to wallets that used them, and narrows by them', async () => {
    const both = { credentialConfigurationIds: ['pid', 'diploma'] };
    const { wallet, offer } = await begin(server, both, { clock });
    const details = (...ids: string[]): string =>
      JSON.stringify(
        ids.map((id) => ({ type: 'openid_credential', credential_configuration_id: id, locations: [server.url] })),
      );
    const code = await wallet.code(offer, { authorization_details: details('pid', 'diploma') });
    assertRefused(
      await wallet.token(wallet.codeParameters(code, { authorization_details: details('other') })),
      400,
      'invalid_authorization_details',
    );
    const answer = await wallet.token(wallet.codeParameters(code, { authorization_details: details('diploma') }));
    assert.equal(answer.status, 200, answer.text);
    const granted = answer.json.authorization_details;
    assert.equal(granted.length, 1);
    assert.equal(granted[0].credential_configuration_id, 'diploma');
    const identifier = granted[0].credential_identifiers[0];
    const proofs = { jwt: [wallet.proof(newWalletKey(), await wallet.nonce())] };
    const issued = await wallet.credential(answer.json.access_token, { credential_identifier: identifier, proofs });
    assert.equal(issued.status, 200, issued.text);

    const plain = await beginWithToken(server, { ...both, ...PRE_AUTHORIZED_FLOW }, { clock });
    const body = { credential_identifier: 'pid', proofs: { jwt: [plain.wallet.proof(newWalletKey(), 'x')] } };
    assertRefused(await plain.wallet.credential(plain.token, body), 400, 'unknown_credential_identifier');
  });

  it('keeps tenants apart: a code or token of one is nothing at another', async () => {
    const { wallet, offer } = await begin(server, {}, { clock });
    const code = await wallet.code(offer);
    const elsewhere = new Wallet({ issuer: `${server.url}/root`, clock });
    assertRefused(await elsewhere.token(wallet.codeParameters(code)), 400, 'invalid_grant');
    const { wallet: bearer, token } = await beginWithToken(server, PRE_AUTHORIZED_FLOW, { clock, dpop: false });
    const other = new Wallet({ issuer: `${server.url}/root`, clock, dpop: false });
    assertRefused(await other.credential(token, await credentialBody(other)), 401, 'invalid_token');
    assert.equal((await bearer.credential(token, await credentialBody(bearer))).status, 200);
    const tenant = await makeTenantOffer(server, PRE_AUTHORIZED_FLOW);
    assert.equal((await new Wallet({ issuer: `${server.url}/root`, clock }).receive(tenant.uri)).answer.status, 200);
  });
});
