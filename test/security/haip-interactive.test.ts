/** Interactive authorization: wallets present at the authorization server, in both dialects and variants. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createWalletProvider, type WalletProvider } from '@countersign/shared/test/crypto/wallet-provider';
import { Wallet, type WalletOptions } from '@countersign/wallet/issuance/wallet';
import { encrypt, type HeldCredential, post } from '@countersign/wallet/presentation/present';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { assertRefused, count } from '../support/flows.ts';
import {
  answerWith,
  beginInteraction,
  codeIn,
  type Dialect,
  dialects,
  firstRequest,
  type Interaction,
  responseTo,
} from '../support/interactive-wallet.ts';
import {
  challengeAgain,
  firstChallenge,
  GARBAGE,
  holdPidOf,
  offerOf,
  presentTo,
  redeemWithoutVerifier,
  requestMember,
  type Shape,
  secondChallenge,
  shapes,
  writeMember,
} from '../support/presentation-during-issuance.ts';
import { RegisteredWallet, requestAttested } from '../support/registered-wallet.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { untilTraced } from '../support/trace.ts';

const [IA, IAE] = dialects as readonly [Dialect, Dialect];

interface World {
  readonly server: TestServer;
  readonly shape: Shape;
  readonly held: HeldCredential;
}

async function open(shape: Shape, env: Record<string, string>): Promise<World> {
  const server = await startSampleServer({ env });
  writeMember(server, shape);
  return { server, shape, held: await holdPidOf(server, shape) };
}

interface Started extends Interaction {
  readonly session: string;
}

async function offered({ server, shape }: World, options: Partial<WalletOptions> = {}, body: object = {}) {
  const made = await offerOf(server, shape, body);
  const wallet = new Wallet({ issuer: shape.issuer(server), ...options });
  return { wallet, offer: await wallet.offer(made.uri), session: made.session };
}

async function start(world: World, dialect: Dialect, options: Partial<WalletOptions> = {}): Promise<Started> {
  const { wallet, offer, session } = await offered(world, options);
  return { ...(await beginInteraction(wallet, offer, dialect)), session };
}

const sessionOf = async ({ server, shape }: World, id: string): Promise<Answer> =>
  read(await shape.call(server, `/session/${id}`));

/** From the code to the credential. */
async function finish({ wallet }: Interaction, code: string): Promise<void> {
  const token = await redeemWithoutVerifier(wallet, code);
  assert.equal(token.status, 200, token.text);
  const issued = await requestMember(wallet, token.json.access_token);
  assert.equal(issued.status, 200, issued.text);
}

for (const shape of shapes) {
  describe(`interactive authorization, ${shape.name}`, () => {
    let world: World;
    before(async () => {
      world = await open(shape, { INTERACTIVE_AUTHORIZATION: 'signed' });
    });
    after(() => world.server.close());
    const respond = async (started: Started, dialect: Dialect, change = {}): Promise<Answer> =>
      answerWith(started, responseTo(started, world.held, dialect, change), dialect);

    it('is advertised', async () => {
      const path = shape.tenant === 'default' ? '' : `/${shape.tenant}`;
      const { json } = await read(await world.server.request(`/.well-known/oauth-authorization-server${path}`));
      assert.equal(json.interactive_authorization_endpoint, `${shape.issuer(world.server)}${IAE.path}`);
    });

    for (const dialect of dialects) {
      const { name, path } = dialect;

      it(`${name}: from the offer to the credential`, async () => {
        const started = await start(world, dialect);
        assert.equal(started.request.response_mode, `${name}_post.jwt`);
        await finish(started, codeIn(await respond(started, dialect), dialect));
        assert.equal((await sessionOf(world, started.session)).json.status, 'issued');
      });

      it(`${name}: a proof for the whole URL of the endpoint counts too, any other audience does not`, async () => {
        const started = await start(world, dialect);
        const { origin } = new URL(world.server.url);
        const other = name === 'ia' ? 'iae' : 'ia';
        const wrong = [
          `${name}:https://forwarding.example`,
          `${name}:https://forwarding.example${path}`,
          origin,
          `${other}:${origin}`,
          `origin:${origin}`,
          `${name}:${origin}/`,
          started.request.client_id,
        ];
        for (const audience of wrong) {
          assertRefused(await respond(started, dialect, { audience }), 400, 'invalid_request');
          const { error } = (await sessionOf(world, started.session)).json;
          assert.deepEqual([error.code, error.reason, error.credential], ['kb_aud', 'kb_aud', 'pid']);
        }
        // The verifier's checks come after the authorization server's.
        const refusal = await untilTraced(
          { a: (address) => shape.call(world.server, address), b: world.server.b },
          started.session,
          ({ reason }) => reason === 'kb_aud',
        );
        const { facts, checks = [] } = refusal;
        const origins = [`${name}:${new URL(started.wallet.issuer).origin}`, `${name}:${started.wallet.issuer}${path}`];
        assert.deepEqual(facts?.expectedAny, origins);
        assert.deepEqual(checks.at(-1), { check: 'compareKeyBinding', ok: false });
        assert.ok(checks.length > 8, JSON.stringify(checks));
        const audience = `${name}:${started.wallet.issuer}${path}`;
        await finish(started, codeIn(await respond(started, dialect, { audience }), dialect));
      });

      it(`${name}: a request belongs to one auth_session: neither its nonce nor its key answers another`, async () => {
        const [one, other] = [await start(world, dialect), await start(world, dialect)];
        const ofOther = responseTo(other, world.held, dialect);
        assertRefused(await answerWith(one, ofOther, dialect), 400, 'invalid_request');
        const { nonce } = other.request;
        assertRefused(await respond(one, dialect, { nonce }), 400, 'invalid_request');
        // Nothing of this was counted for the other one, or used up.
        await finish(other, codeIn(await answerWith(other, ofOther, dialect), dialect));
      });

      it(`${name}: a further request of the same offer ends the one before`, async () => {
        const before = await start(world, dialect);
        const again = await beginInteraction(before.wallet, before.offer, dialect);
        assert.notEqual(again.request.nonce, before.request.nonce);
        assertRefused(await respond(before, dialect), 400, 'invalid_session');
        await finish(again, codeIn(await respond({ ...before, ...again }, dialect), dialect));
      });

      it(`${name}: another key, another client or a foreign auth_session answers nothing, and uses up nothing`, async () => {
        const started = await start(world, dialect);
        const response = responseTo(started, world.held, dialect);
        const options = { issuer: started.wallet.issuer };
        const stolen = { ...started, wallet: new Wallet(options) };
        assertRefused(await answerWith(stolen, response, dialect), 400, 'invalid_session');
        const keyless = { ...started, wallet: new Wallet({ ...options, dpop: false }) };
        assertRefused(await answerWith(keyless, response, dialect), 400, 'invalid_session');
        const foreign = { ...started, authSession: GARBAGE };
        assertRefused(await answerWith(foreign, response, dialect), 400, 'invalid_session');
        assert.equal((await sessionOf(world, started.session)).json.status, 'presentation_required');
        await finish(started, codeIn(await answerWith(started, response, dialect), dialect));
      });

      it(`${name}: of 50 answers at once with different proofs one is taken; all copies of it get one code`, async () => {
        const started = await start(world, dialect);
        const fifty = <T>(make: (n: number) => T): T[] => Array.from({ length: 50 }, (_, n) => make(n));
        const answers = await Promise.all(fifty(() => respond(started, dialect)));
        assert.deepEqual([count(answers, 200), count(answers, 400)], [1, 49]);
        const same = await start(world, dialect);
        const response = responseTo(same, world.held, dialect);
        const copies = await Promise.all(fifty(() => answerWith(same, response, dialect)));
        const codes = new Set(copies.filter(({ status }) => status === 200).map((copy) => codeIn(copy, dialect)));
        assert.equal(codes.size, 1, `${codes.size} codes`);
        const [code = ''] = codes;
        const tokens = await Promise.all(fifty(() => redeemWithoutVerifier(same.wallet, code)));
        assert.equal(count(tokens, 200), 1);
        assertRefused(await answerWith(same, response, dialect), 400, 'invalid_session');
      });

      it(`${name}: the answer does not count at the response endpoint, and the request is at no address`, async () => {
        const started = await start(world, dialect);
        const { wallet, request } = started;
        const response = `${wallet.issuer}/oid4vp/response`;
        const fields = JSON.parse(responseTo(started, world.held, dialect));
        assertRefused(await post(response, fields), 400, 'invalid_request');
        const accepted = await answerWith(started, JSON.stringify(fields), dialect);
        assertRefused(await post(response, fields), 400, 'invalid_request');
        await finish(started, codeIn(accepted, dialect));
        assert.equal(request.response_uri, undefined);
      });

      it(`${name}: malformed answers are refused and leave the request open`, async () => {
        const started = await start(world, dialect);
        const clear = responseTo(started, world.held, dialect, { plain: true });
        for (const bad of ['x', '[]', '{}', '"a"', '{"response":1}', '{"response":"a.b.c"}', clear]) {
          assertRefused(await answerWith(started, bad, dialect), 400, 'invalid_request');
        }
        const encrypted = JSON.stringify({ response: encrypt(started.request, { vp_token: { pid: ['x~'] } }) });
        assertRefused(await answerWith(started, encrypted, dialect), 400, 'invalid_request');
        await finish(started, codeIn(await respond(started, dialect), dialect));
      });

      it(`${name}: a person who declines ends the issuance; another error does not`, async () => {
        const started = await start(world, dialect);
        const other = JSON.stringify({ error: 'wallet_unavailable' });
        assertRefused(await answerWith(started, other, dialect), 400, 'access_denied');
        assert.equal((await sessionOf(world, started.session)).json.status, 'presentation_required');
        const declined = JSON.stringify({ error: 'access_denied', error_description: 'no' });
        assertRefused(await answerWith(started, declined, dialect), 400, 'access_denied');
        assertRefused(await respond(started, dialect), 400, ['invalid_session', 'invalid_request']);
        assert.equal((await sessionOf(world, started.session)).json.status, 'failed');
      });

      it(`${name}: a wallet without presentations is led to the browser, which returns the code`, async () => {
        const { wallet, offer } = await offered(world, {}, { credentialConfigurationIds: ['pid'] });
        const answer = await firstRequest(wallet, offer, dialect);
        assert.equal(answer.status, dialect.status, answer.text);
        const type = name === 'ia' ? answer.json.interaction_type_required : answer.json.type;
        assert.deepEqual([type, answer.json.openid4vp_request], [dialect.web, undefined]);
        const { request_uri, auth_session } = answer.json;
        const nothing = { wallet, authSession: auth_session };
        assertRefused(await answerWith(nothing, '{"error":"x"}', dialect), 400, 'invalid_session');
        const location = (await wallet.authorize(request_uri)).headers.get('location') ?? '';
        const code = new URL(location).searchParams.get('code') ?? assert.fail('no code');
        const unproven = await redeemWithoutVerifier(wallet, code);
        assertRefused(unproven, 400, 'invalid_grant');
        assert.equal((await wallet.token(wallet.codeParameters(code))).status, 200);
      });

      it(`${name}: types that complete nothing are refused; a presentation may come first in a browser`, async () => {
        const { wallet, offer } = await offered(world);
        for (const types of ['urn:example:other', `${dialect.presentation}x`]) {
          assertRefused(await firstRequest(wallet, offer, dialect, types), 400, 'missing_interaction_type');
        }
        const page = await firstRequest(wallet, offer, dialect, ` ${dialect.web} `);
        assert.match((await wallet.authorize(page.json.request_uri)).text, /openid4vp:/);
        const pid = await offered(world, {}, { credentialConfigurationIds: ['pid'] });
        const only = await firstRequest(pid.wallet, pid.offer, dialect, dialect.presentation);
        assertRefused(only, 400, 'missing_interaction_type');
      });
    }

    it('the auth_session of one dialect is none at the endpoint of another', async () => {
      for (const [dialect, other] of [
        [IA, IAE],
        [IAE, IA],
      ] as const) {
        const started = await start(world, dialect);
        const response = responseTo(started, world.held, dialect);
        assertRefused(await answerWith(started, response, other), 400, 'invalid_session');
        const legacy = await secondChallenge(started.wallet, started.authSession, GARBAGE);
        assertRefused(legacy, 400, 'invalid_session');
        await finish(started, codeIn(await answerWith(started, response, dialect), dialect));
      }
    });

    it('the dialect of before stays as it was, and takes no answer of these', async () => {
      const { wallet, offer } = await offered(world);
      const legacy = await challengeAgain(wallet, offer);
      for (const dialect of dialects) {
        const sent = JSON.stringify({ vp_token: {} });
        assertRefused(await answerWith(legacy, sent, dialect), 400, 'invalid_session');
      }
      const { answer } = await presentTo(legacy.link, world.held);
      const proof = answer.json.presentation_during_issuance_session;
      const second = await secondChallenge(wallet, legacy.authSession, proof);
      assert.equal(second.status, 200, second.text);
    });

    it('own endpoint: without interaction_types_supported the request is refused', async () => {
      const { wallet, offer } = await offered(world);
      const answer = await wallet.form(IAE.path, wallet.authorizationParameters(offer));
      assertRefused(answer, 400, 'invalid_request');
    });

    it('own endpoint: the name of the second half of March 2026 is answered by itself', async () => {
      const { wallet, offer } = await offered(world);
      const type = 'urn:openid:dcp:iae:openid4vp_presentation';
      assert.equal((await firstRequest(wallet, offer, IAE, type)).json.type, type);
    });
  });

  describe(`interactive authorization in a tenant of profile haip, ${shape.name}`, () => {
    let world: World;
    let wallet: RegisteredWallet;
    let provider: WalletProvider;
    before(async () => {
      world = await open(shape, { INTERACTIVE_AUTHORIZATION: 'unsigned', INTERACTIVE_RESPONSE: 'plain' });
      wallet = new RegisteredWallet({ issuer: shape.issuer(world.server) });
      world.server.writeConfig(`${shape.folder}wallets.json`, wallet.registration);
      provider = await createWalletProvider();
      world.server.writeConfig(`${shape.folder}trust/wallet-providers/provider.pem`, provider.caPem);
      world.server.writeConfig(`${shape.folder}tenant.json`, { profile: 'haip' });
    });
    after(() => world.server.close());

    for (const dialect of dialects) {
      it(`${dialect.name}: the endpoint demands what the token endpoint demands, and answers are encrypted`, async () => {
        const { uri } = await offerOf(world.server, shape);
        const offer = await wallet.offer(uri);
        const unknown = new Wallet({ issuer: wallet.issuer });
        assertRefused(await firstRequest(unknown, offer, dialect), 400, 'invalid_client');
        const keyless = Object.assign(Object.create(wallet), { dpopKey: undefined });
        assertRefused(await firstRequest(keyless, offer, dialect), 400, 'invalid_dpop_proof');
        const started = await beginInteraction(wallet, offer, dialect);
        assert.equal(started.request.response_mode, `${dialect.name}_post.jwt`);
        const response = responseTo(started, world.held, dialect);
        const withoutClient = { ...started, wallet: Object.assign(new Wallet({ issuer: wallet.issuer }), wallet) };
        assertRefused(await answerWith(withoutClient, response, dialect), 400, 'invalid_client');
        assertRefused(await answerWith({ ...started, wallet: keyless }, response, dialect), 400, 'invalid_dpop_proof');
        const code = codeIn(await answerWith(started, response, dialect), dialect);
        const token = await redeemWithoutVerifier(wallet, code);
        const issued = await requestAttested(wallet, provider, token.json.access_token, 'member');
        assert.equal(issued.status, 200, issued.text);
      });
    }
  });
}

describe('interactive authorization without signature and encryption', () => {
  const shape = shapes[0] ?? assert.fail();
  let world: World;
  before(async () => {
    world = await open(shape, { INTERACTIVE_AUTHORIZATION: 'unsigned', INTERACTIVE_RESPONSE: 'plain' });
  });
  after(() => world.server.close());

  for (const dialect of dialects) {
    it(`${dialect.name}: the request has no client_id, and the binding is checked all the same`, async () => {
      const started = await start(world, dialect, { dpop: false });
      assert.equal(started.request.response_mode, `${dialect.name}_post`);
      const audience = `${dialect.name}:https://forwarding.example`;
      const forwarded = responseTo(started, world.held, dialect, { audience });
      assertRefused(await answerWith(started, forwarded, dialect), 400, 'invalid_request');
      const good = responseTo(started, world.held, dialect);
      await finish(started, codeIn(await answerWith(started, good, dialect), dialect));
    });
  }
});

describe('interactive authorization that is switched off', () => {
  const shape = shapes[0] ?? assert.fail();
  let world: World;
  before(async () => {
    world = await open(shape, {});
  });
  after(() => world.server.close());

  it('is neither advertised nor there, and the challenge endpoint answers as it did', async () => {
    const { json } = await read(await world.server.request('/.well-known/oauth-authorization-server'));
    assert.equal(json.interactive_authorization_endpoint, undefined);
    const { wallet, offer } = await offered(world);
    assert.equal((await firstRequest(wallet, offer, IAE)).status, 404);
    const challenge = await firstChallenge(wallet, offer, { interaction_types_supported: IA.presentation });
    assert.deepEqual([challenge.status, challenge.json.error], [400, 'insufficient_authorization']);
    assert.match(challenge.json.presentation, /^openid4vp:/);
    const { auth_session: authSession } = challenge.json;
    assertRefused(await answerWith({ wallet, authSession }, '{"vp_token":{}}', IA), 400, 'invalid_session');
  });
});
