/** Attacks on client authentication by attestation, at every endpoint that accepts it, in both variants of the API. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createWalletInstance, createWalletProvider } from '@countersign/shared/test/crypto/wallet-provider';
import type { Offer } from '@countersign/wallet/issuance/offer';
import type { Answer } from '@countersign/wallet/sending/answer';
import { type Attack, CLIENT, challenges, lies, of, type Strangers } from '../support/attestation-lies.ts';
import { AttestedWallet } from '../support/attested-wallet.ts';
import { assertRefused, count } from '../support/flows.ts';
import { type HaipWorld, startHaipWorld } from '../support/haip.ts';
import {
  firstChallenge,
  holdPidOf,
  offerOf,
  presentTo,
  secondChallenge,
  shapes,
  writeMember,
} from '../support/presentation-during-issuance.ts';

const INVALID = 'invalid_client_attestation';
const DAY = 86_400_000;
const ENV = { RATE_WALLET: '0', CLIENT_ATTESTATION_CHALLENGE: 'required', CODE_TTL: '600', REQUEST_URI_TTL: '599' };

/** Headers that occur twice, which `fetch` can't send. @returns the status */
function sendRaw(url: string, body: string, headers: readonly (readonly [string, string])[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method: 'POST' }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.setHeader('content-type', 'application/x-www-form-urlencoded');
    for (const name of new Set(headers.map(([one]) => one))) {
      sent.setHeader(
        name,
        headers.filter(([one]) => one === name).map(([, value]) => value),
      );
    }
    sent.end(body);
  });
}

for (const shape of shapes) {
  describe(`client attestation, ${shape.name}`, () => {
    const other = shapes.find((one) => one !== shape) ?? assert.fail();
    let world: HaipWorld;
    let strangers: Strangers;

    before(async () => {
      world = await startHaipWorld({ profile: 'open', server: { env: ENV } });
      const [unknown, issuer, elsewhere] = await Promise.all(
        ['U', 'I', 'E'].map((name) => createWalletProvider({ name })),
      );
      strangers = {
        unknown: unknown ?? assert.fail(),
        issuer: issuer ?? assert.fail(),
        elsewhere: elsewhere ?? assert.fail(),
      };
      world.server.writeConfig(`${shape.folder}trust/issuers/stranger.pem`, strangers.issuer.caPem);
      world.server.writeConfig(`${shape.folder}trust/stranger.pem`, strangers.issuer.caPem);
      world.server.writeConfig(`${other.folder}trust/wallet-providers/elsewhere.pem`, strangers.elsewhere.caPem);
      writeMember(world.server, shape);
    });
    after(() => world.close());

    const begin = async (body: object = {}): Promise<{ wallet: AttestedWallet; offer: Offer }> => {
      const { uri } = await offerOf(world.server, shape, { credentialConfigurationIds: ['pid'], ...body });
      const wallet = new AttestedWallet({
        issuer: shape.issuer(world.server),
        provider: world.provider,
        clientId: CLIENT,
      });
      return { wallet, offer: await wallet.offer(uri) };
    };
    const attackOf = async (wallet: AttestedWallet): Promise<Attack> => ({
      wallet,
      world,
      strangers,
      challenge: await wallet.attestationChallenge(),
      elsewhere: other.issuer(world.server),
    });
    type Send = (headers: Record<string, string>) => Promise<Answer>;
    /** The three endpoints, each with a request that passes with the right headers. */
    const endpoints: readonly [
      name: string,
      good: () => Promise<{ wallet: AttestedWallet; send: Send; passes: number }>,
    ][] = [
      [
        'PAR',
        async () => {
          const { wallet, offer } = await begin();
          return { wallet, passes: 201, send: (headers) => wallet.par(wallet.authorizationParameters(offer), headers) };
        },
      ],
      [
        'the challenge endpoint',
        async () => {
          const { wallet, offer } = await begin();
          const { response_type: _, ...parameters } = wallet.authorizationParameters(offer);
          return { wallet, passes: 400, send: (headers) => wallet.form('/authorize/challenge', parameters, headers) };
        },
      ],
      [
        'the token endpoint with a code',
        async () => {
          const { wallet, offer } = await begin();
          const parameters = wallet.codeParameters(await wallet.code(offer));
          return { wallet, passes: 200, send: (headers) => wallet.token(parameters, headers) };
        },
      ],
      [
        'the token endpoint with a pre-authorized code',
        async () => {
          const { wallet, offer } = await begin({ flow: 'pre_authorized_code' });
          const parameters = { ...wallet.preAuthorizedParameters(offer), client_id: CLIENT };
          return { wallet, passes: 200, send: (headers) => wallet.token(parameters, headers) };
        },
      ],
    ];

    for (const [name, good] of endpoints) {
      it(`refuses every lie at ${name}, and then takes the truth: nothing was consumed`, async () => {
        const { wallet, send, passes } = await good();
        for (const attacks of lies) {
          for (const [attack, headers] of Object.entries(attacks)) {
            const answer = await send(await headers(await attackOf(wallet)));
            assert.equal(answer.json?.error, INVALID, `${attack}: ${answer.text}`);
            assertRefused(answer, 400, INVALID);
            assert.equal(answer.headers.get('oauth-client-attestation-challenge'), null);
          }
        }
        for (const [attack, headers] of Object.entries(challenges)) {
          const answer = await send(await headers(await attackOf(wallet)));
          assert.equal(answer.json?.error, 'use_attestation_challenge', `${attack}: ${answer.text}`);
          assert.match(answer.headers.get('oauth-client-attestation-challenge') ?? '', /^[A-Za-z0-9._~-]{16,512}$/);
        }
        const answer = await send({});
        assert.equal(answer.status, passes, answer.text);
        if (passes === 400) assert.equal(answer.json.error, 'redirect_to_web');
      });
    }

    it('takes a challenge of a refusal, and one challenge twice', async () => {
      const { wallet, offer } = await begin();
      const parameters = wallet.authorizationParameters(offer);
      const refused = await wallet.par(parameters, await wallet.attested({ challenge: 'x'.repeat(20) }));
      const challenge = refused.headers.get('oauth-client-attestation-challenge') ?? '';
      for (const _ of [1, 2]) {
        assert.equal((await wallet.par(parameters, await wallet.attested({ challenge }))).status, 201);
      }
    });

    it('takes the client_id of the attestation where the request has none, at PAR and token', async () => {
      const { wallet, offer } = await begin();
      const { client_id: _, ...pushing } = wallet.authorizationParameters(offer);
      const pushed = await wallet.par(pushing);
      assert.equal(pushed.status, 201, pushed.text);
      const redirected = await wallet.authorize(pushed.json.request_uri);
      const code = new URL(redirected.headers.get('location') ?? '').searchParams.get('code') ?? '';
      const { client_id: __, ...redeeming } = wallet.codeParameters(code);
      assert.equal((await wallet.token(redeeming)).status, 200);
    });

    it('takes a proof once, also of 50 at once', async () => {
      const { wallet, offer } = await begin();
      const parameters = wallet.authorizationParameters(offer);
      const headers = await wallet.attested();
      const answers = await Promise.all(Array.from({ length: 50 }, () => wallet.par(parameters, headers)));
      assert.equal(count(answers, 201), 1);
      for (const answer of answers) if (answer.status !== 201) assertRefused(answer, 400, INVALID);
      assertRefused(await wallet.par(parameters, headers), 400, INVALID);
      const token = wallet.codeParameters(await wallet.code(offer));
      const again = await wallet.attested();
      const tokens = await Promise.all(Array.from({ length: 50 }, () => wallet.token(token, again)));
      assert.equal(count(tokens, 200), 1);
      for (const answer of tokens) if (answer.status !== 200) assertRefused(answer, 400, [INVALID, 'invalid_grant']);
    });

    it('gives no token where the attestation of PAR is gone, and the token where it is there again', async () => {
      const { wallet, offer } = await begin();
      const parameters = wallet.codeParameters(await wallet.code(offer));
      assertRefused(await wallet.plain('/authorize/token', parameters), 400, 'invalid_client');
      assert.equal((await wallet.token(parameters)).status, 200);
    });

    it('gives the token to the instance of PAR alone', async () => {
      const { wallet, offer } = await begin();
      const parameters = wallet.codeParameters(await wallet.code(offer));
      const thief = createWalletInstance({ provider: world.provider, clientId: CLIENT });
      const attack = await attackOf(wallet);
      assertRefused(await wallet.token(parameters, { ...of(thief, attack) }), 400, 'invalid_grant');
      assert.equal((await wallet.token(parameters)).status, 200);
    });

    it('gives the code of an auth_session to its instance alone', async () => {
      const held = await holdPidOf(world.server, shape);
      const { wallet, offer } = await begin({ credentialConfigurationIds: ['member'] });
      const first = await firstChallenge(wallet, offer);
      assert.equal(first.json?.error, 'insufficient_authorization', first.text);
      const { auth_session, presentation } = first.json;
      const shown = await presentTo(presentation, held);
      const session = shown.answer.json.presentation_during_issuance_session;
      const thief = createWalletInstance({ provider: world.provider, clientId: CLIENT });
      const attack = await attackOf(wallet);
      assertRefused(
        await secondChallenge(wallet, auth_session, session, { ...of(thief, attack) }),
        400,
        'invalid_session',
      );
      const plain = { client_id: CLIENT, auth_session, presentation_during_issuance_session: session };
      assertRefused(await wallet.plain('/authorize/challenge', plain), 400, 'invalid_session');
      assert.equal((await secondChallenge(wallet, auth_session, session)).status, 200);
    });

    it('answers 431 to headers of 1 MB, and refuses headers that are sent twice', async () => {
      const { wallet, offer } = await begin();
      const body = new URLSearchParams(wallet.authorizationParameters(offer)).toString();
      const headers = Object.entries(await wallet.attested());
      const dpop = ['dpop', wallet.dpopHeader('POST', '/authorize/par').dpop ?? ''] as const;
      const url = `${wallet.issuer}/authorize/par`;
      assert.equal(await sendRaw(url, body, [...headers, ...headers, dpop]), 400);
      const large = await sendRaw(url, body, [['oauth-client-attestation', 'x'.repeat(1_000_000)]]).catch(() => 431);
      assert.equal(large, 431);
      assert.equal(await sendRaw(url, body, [...headers, dpop, ['x-filler', 'x'.repeat(24_000)]]), 201);
    });

    it('names what it takes in the metadata, and nothing of an attestation in the log', async () => {
      const { wallet } = await begin();
      const path = shape.tenant === 'default' ? '' : `/${shape.tenant}`;
      const response = await world.server.request(`/.well-known/oauth-authorization-server${path}`);
      const metadata = (await response.json()) as Record<string, unknown>;
      assert.deepEqual(metadata.token_endpoint_auth_methods_supported, ['none', 'attest_jwt_client_auth']);
      assert.equal(metadata.challenge_endpoint, `${wallet.issuer}/authorize/attestation-challenge`);
      for (const name of ['signing', 'pop_signing']) {
        const algorithms = metadata[`client_attestation_${name}_alg_values_supported`];
        assert.deepEqual(algorithms, ['ES256', 'ES384', 'ES512']);
      }
      const log = world.server.lines.join('');
      for (const secret of [
        'oauth-client-attestation',
        CLIENT,
        'wallet_name',
        'provider.example/certification',
        'eyJ0eXAi',
      ]) {
        assert.ok(
          !log.includes(secret),
          world.server.lines.find((line) => line.includes(secret)),
        );
      }
      assert.ok(log.includes('"instance"'));
    });

    it('serves attested wallets alone where public clients are not allowed', async () => {
      const { wallet, offer } = await begin();
      const parameters = wallet.authorizationParameters(offer);
      world.server.writeConfig(`${shape.folder}wallets.json`, { public_clients: false });
      assertRefused(await wallet.plain('/authorize/par', parameters), 400, 'invalid_client');
      assert.equal((await wallet.par(parameters)).status, 201);
      world.server.writeConfig(`${shape.folder}wallets.json`, {});
    });

    it('closes where the anchors are gone or have ended', async () => {
      const { wallet, offer } = await begin();
      const parameters = wallet.authorizationParameters(offer);
      const file = `${shape.folder}trust/wallet-providers/provider.pem`;
      const old = await createWalletProvider({
        validity: { notBefore: Date.now() - 9 * DAY, notAfter: Date.now() - DAY },
      });
      const others = ['elsewhere.pem'].map((name) =>
        join(world.server.configFolder, shape.folder, 'trust/wallet-providers', name),
      );
      for (const path of others) rmSync(path, { force: true });
      world.server.writeConfig(file, old.caPem);
      assertRefused(await wallet.par(parameters), 400, INVALID);
      assert.ok(world.server.lines.some((line) => line.includes('Every attested wallet is refused')));
      rmSync(join(world.server.configFolder, file));
      assertRefused(await wallet.par(parameters), 400, INVALID);
      world.server.writeConfig(file, world.provider.caPem);
      assert.equal((await wallet.par(parameters)).status, 201);
    });
  });
}
