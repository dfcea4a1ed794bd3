/** What a backend and an operator see when a wallet is refused: the session's `lastError`, and the log lines. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { reasons } from '@countersign/gateway/reasons';
import type { Reason } from '@countersign/shared/kernel/reasons/reasons';
import type { Offer } from '@countersign/wallet/issuance/offer';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { dpopProof, newWalletKey } from '@countersign/wallet/jwt/keys';
import {
  fetchRequest,
  type HeldCredential,
  post,
  present,
  requestUriOf,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { credentialBody, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import type { MadeRequest } from '../support/presentation.ts';
import { holdPidOf, offerOf, type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

interface Begun {
  readonly wallet: Wallet;
  readonly offer: Offer;
  readonly session: string;
  readonly link: string;
}

/** What a faulty wallet receives to do its step wrong. */
interface World {
  readonly server: TestServer;
  readonly shape: Shape;
  readonly held: HeldCredential;
  begin(body?: object): Promise<Begun>;
  withToken(): Promise<Begun & { readonly token: string }>;
}

interface Refused {
  readonly session: string;
  readonly answer: Answer;
}

interface Fault {
  readonly step: string;
  readonly code: string;
  readonly reason: Reason;
  /** Id of the credential query that it is about. */
  readonly credential?: string;
  readonly description: RegExp;
  readonly commit: (world: World) => Promise<Refused>;
}

type Begin = Begun & { readonly token: string };

/** A credential request with a proof or configuration that is wrong. */
const credential =
  (body: (begun: Begin) => Promise<object> | object): Fault['commit'] =>
  async (world) => {
    const begun = await world.withToken();
    return { session: begun.session, answer: await begun.wallet.credential(begun.token, await body(begun)) };
  };

const proofOf = (proof: string): object => ({ credential_configuration_id: 'pid', proofs: { jwt: [proof] } });

/** A token request for a code of the authorization code flow. */
const codeRequest =
  (change: Record<string, string>, headers: (wallet: Wallet) => Record<string, string> = () => ({})): Fault['commit'] =>
  async ({ begin }) => {
    const { wallet, offer, session } = await begin();
    const code = await wallet.code(offer);
    return { session, answer: await wallet.token(wallet.codeParameters(code, change), headers(wallet)) };
  };

/** A request for the name, fetched by a wallet. */
async function askForName({ server, shape }: World) {
  const path = shape.tenant === 'root' ? '/presentation-management/request' : '/oid4vp';
  const body = JSON.stringify({ response_type: 'uri', requestId: 'name-check' });
  const made = (await read(await shape.call(server, path, { method: 'POST', body }))).json as MadeRequest;
  return { made, request: await fetchRequest(made.uri) };
}

/** A response to a presentation request. */
const response =
  (vpToken: (world: World, request: Awaited<ReturnType<typeof fetchRequest>>) => unknown): Fault['commit'] =>
  async (world) => {
    const { made, request } = await askForName(world);
    const fields = responseFields(request, vpToken(world, request));
    return { session: made.session, answer: await post(request.response_uri, fields) };
  };

const faults: Readonly<Record<string, Fault>> = {
  'wrong aud in the key proof': {
    step: 'credential',
    code: 'invalid_proof',
    reason: 'proof_audience',
    description: /aud/,
    commit: credential(async ({ wallet }) =>
      proofOf(wallet.proof(newWalletKey(), await wallet.nonce(), { audience: 'https://other.example' })),
    ),
  },
  'old nonce': {
    step: 'credential',
    code: 'invalid_nonce',
    reason: 'proof_nonce_used',
    description: /nonce/,
    commit: credential(async (begun) => {
      const nonce = await begun.wallet.nonce();
      const used = await begun.wallet.credential(begun.token, await credentialBody(begun.wallet, { nonce }));
      assert.equal(used.status, 200, used.text);
      return credentialBody(begun.wallet, { nonce });
    }),
  },
  'bad signature of the key proof': {
    step: 'credential',
    code: 'invalid_proof',
    reason: 'proof_signature',
    description: /signed JWT/,
    commit: credential(async ({ wallet }) => {
      const key = { ...newWalletKey(), privateKey: newWalletKey().privateKey };
      return proofOf(wallet.proof(key, await wallet.nonce()));
    }),
  },
  'proof without a nonce': {
    step: 'credential',
    code: 'invalid_proof',
    reason: 'proof_nonce_missing',
    description: /nonce is missing/,
    commit: credential(({ wallet }) => proofOf(wallet.proof(newWalletKey(), undefined))),
  },
  'unknown configuration': {
    step: 'credential',
    code: 'unknown_credential_configuration',
    reason: 'configuration_unknown',
    description: /unknown/,
    commit: credential(({ wallet }) => credentialBody(wallet, { id: 'no-such' })),
  },
  'DPoP proof of another key': {
    step: 'credential',
    code: 'invalid_token',
    reason: 'dpop_key',
    description: /another DPoP key/,
    commit: async (world) => {
      const { wallet, token, session } = await world.withToken();
      const url = `${wallet.issuer}/vci/credential`;
      const input = { method: 'POST', url, accessToken: token, nonce: wallet.dpopNonce };
      const dpop = dpopProof(newWalletKey(), input);
      return { session, answer: await wallet.credential(token, await credentialBody(wallet), { dpop }) };
    },
  },
  'wrong transaction code': {
    step: 'token',
    code: 'invalid_grant',
    reason: 'tx_code_wrong',
    description: /transaction code is wrong/,
    commit: async ({ begin }) => {
      const { wallet, offer, session } = await begin({ ...PRE_AUTHORIZED_FLOW, tx_code: '4711' });
      return { session, answer: await wallet.token(wallet.preAuthorizedParameters(offer, '0815')) };
    },
  },
  'wrong code_verifier': {
    step: 'token',
    code: 'invalid_grant',
    reason: 'pkce_verifier',
    description: /code_verifier/,
    commit: codeRequest({ code_verifier: 'v'.repeat(43) }),
  },
  'another redirect_uri': {
    step: 'token',
    code: 'invalid_grant',
    reason: 'code_redirect_uri',
    description: /redirect_uri/,
    commit: codeRequest({ redirect_uri: 'https://other.example/callback' }),
  },
  'DPoP proof for another address, before the code is looked at': {
    step: 'token',
    code: 'invalid_dpop_proof',
    reason: 'dpop_url',
    description: /htu/,
    commit: codeRequest({}, ({ dpopKey, dpopNonce }) => ({
      dpop: dpopProof(dpopKey ?? newWalletKey(), { method: 'POST', url: 'https://x.example', nonce: dpopNonce }),
    })),
  },
  'no code challenge': {
    step: 'par',
    code: 'invalid_request',
    reason: 'pkce_missing',
    description: /code_challenge/,
    commit: async ({ begin }) => {
      const { wallet, offer, session } = await begin();
      const { code_challenge: _, ...parameters } = wallet.authorizationParameters(offer);
      return { session, answer: await wallet.par(parameters) };
    },
  },
  'request_uri that was used': {
    step: 'authorize',
    code: 'invalid_request_uri',
    reason: 'request_uri_used',
    description: /used or expired/,
    commit: async ({ begin }) => {
      const { wallet, offer, session } = await begin();
      const pushed = await wallet.par(wallet.authorizationParameters(offer));
      assert.equal((await wallet.authorize(pushed.json.request_uri)).status, 302);
      return { session, answer: await wallet.authorize(pushed.json.request_uri) };
    },
  },
  'challenge for a scope that was not offered': {
    step: 'challenge',
    code: 'invalid_scope',
    reason: 'scope_unknown',
    description: /scope/,
    commit: async ({ begin }) => {
      const { wallet, offer, session } = await begin({ credentialConfigurationIds: ['member'] });
      const parameters = wallet.authorizationParameters(offer, { scope: 'diploma' });
      return { session, answer: await wallet.form('/authorize/challenge', parameters) };
    },
  },
  'offer that was redeemed': {
    step: 'offer',
    code: 'not_found',
    reason: 'offer_completed',
    description: /no open offer/,
    commit: async ({ withToken }) => {
      const { session, link } = await withToken();
      const uri = new URL(link).searchParams.get('credential_offer_uri') ?? '';
      return { session, answer: await read(await fetch(uri)) };
    },
  },
  'notification of nothing': {
    step: 'notification',
    code: 'invalid_notification_id',
    reason: 'notification_unknown',
    description: /notification_id/,
    commit: async ({ withToken }) => {
      const { wallet, token, session } = await withToken();
      return { session, answer: await wallet.notify(token, 'no-such') };
    },
  },
  'unknown transaction': {
    step: 'deferred',
    code: 'invalid_transaction_id',
    reason: 'transaction_unknown',
    description: /transaction_id/,
    commit: async ({ withToken }) => {
      const { wallet, token, session } = await withToken();
      return { session, answer: await wallet.resource('/vci/deferred', token, { transaction_id: 'no-such' }) };
    },
  },
  'presentation bound to another nonce': {
    step: 'response',
    code: 'invalid_request',
    reason: 'kb_nonce',
    credential: 'pid',
    description: /not accepted/,
    commit: response(({ held }, request) => vpTokenOf(present(held, request, { nonce: 'n' }), request)),
  },
  'presentation without a claim': {
    step: 'response',
    code: 'invalid_request',
    reason: 'claims',
    credential: 'pid',
    description: /^The claim \["[a-z_]+"\] is missing$/,
    commit: response(({ held }, request) => {
      const credential = `${held.credential.split('~')[0]}~`;
      return vpTokenOf(present({ ...held, credential }, request), request);
    }),
  },
  'vp_token for another query': {
    step: 'response',
    code: 'invalid_request',
    reason: 'unknown_id',
    description: /not accepted/,
    commit: response(() => ({ other: ['x'] })),
  },
  'request object that is gone': {
    step: 'request-object',
    code: 'gone',
    reason: 'request_ended',
    description: /already used or has expired/,
    commit: async (world) => {
      const { made, request } = await askForName(world);
      const fields = responseFields(request, vpTokenOf(present(world.held, request), request));
      assert.equal((await post(request.response_uri, fields)).status, 200);
      return { session: made.session, answer: await read(await fetch(requestUriOf(made.uri))) };
    },
  },
};

for (const shape of shapes) {
  describe(`a refused wallet, ${shape.name}`, () => {
    let server: TestServer;
    let world: World;
    before(async () => {
      server = await startSampleServer();
      const begin: World['begin'] = async (body = {}) => {
        const made = await offerOf(server, shape, { credentialConfigurationIds: ['pid'], ...body });
        const wallet = new Wallet({ issuer: shape.issuer(server) });
        return { wallet, offer: await wallet.offer(made.uri), session: made.session, link: made.uri };
      };
      const withToken: World['withToken'] = async () => {
        const begun = await begin(PRE_AUTHORIZED_FLOW);
        const answer = await begun.wallet.redeem(begun.offer);
        assert.equal(answer.status, 200, answer.text);
        return { ...begun, token: answer.json.access_token };
      };
      world = { server, shape, held: await holdPidOf(server, shape), begin, withToken };
    });
    after(() => server.close());

    const viewOf = async (session: string): Promise<Answer['json']> =>
      (await read(await shape.call(server, `/session/${session}`))).json;
    /** Lines of wallets' requests after the line with that number; management calls are ignored. */
    const requestsSince = (from: number): Record<string, unknown>[] =>
      server.lines.slice(from).map((line) => JSON.parse(line));

    for (const [name, { step, code, reason, credential, description, commit }] of Object.entries(faults)) {
      it(`${name}: the session shows ${code} at ${step}`, async () => {
        const from = server.lines.length;
        const { session, answer } = await commit(world);
        assert.ok(answer.status >= 400, answer.text);
        const { status, updatedAt, lastError, error } = await viewOf(session);
        assert.deepEqual([lastError?.step, lastError?.code, lastError?.reason], [step, code, reason]);
        const { explanation, hint } = reasons[reason];
        assert.deepEqual([lastError.explanation, lastError.hint], [explanation, hint]);
        assert.match(lastError.description, description);
        assert.match(lastError.at, /^\d{4}-\d\d-\d\dT/);
        assert.equal(lastError.credential, credential);
        if (reason === 'claims') assert.equal(error.description, lastError.description);
        if (reason === 'claims') assert.ok(!answer.text.includes('missing'), 'the wallet learns nothing of it');
        assert.equal(Object.keys(lastError).length, 7 + (credential === undefined ? 0 : 1));
        assert.ok(!answer.text.includes(hint), 'the wallet reads nothing of the catalogue');
        assert.ok(!answer.text.includes(session) && ![...answer.headers.values()].join().includes(session));
        // Nothing else has moved: the same view but for the refusal.
        assert.ok(status !== 'failed' && updatedAt <= lastError.at, status);

        const lines = requestsSince(from).filter((line) => line.session === session.slice(0, 16));
        const refused = lines.filter((line) => line.code === code);
        const ours = refused.find((line) => line.message === 'request');
        assert.equal(ours?.tenant, shape.tenant);
        assert.equal(ours?.status, answer.status);
        const operation = refused.find((line) => line.message === 'operation');
        if (process.env.COUNTERSIGN_TEST_MODE === 'cluster') assert.equal(operation?.tenant, shape.tenant);
      });
    }

    it('every line of a whole issuance carries session and tenant, also of management', async () => {
      const from = server.lines.length;
      const { wallet, token, session } = await world.withToken();
      const answer = await wallet.credential(token, await credentialBody(wallet));
      assert.equal((await wallet.notify(token, answer.json.notification_id)).status, 204);
      assert.equal((await viewOf(session)).lastError, undefined);
      const own = requestsSince(from).filter((line) => line.message === 'request' && line.route !== '/vci/nonce');
      const about = own.filter((line) => !/nonce|auth\/token/.test(String(line.route)));
      assert.deepEqual(
        about.map((line) => [line.session, line.tenant]),
        about.map(() => [session.slice(0, 16), shape.tenant]),
      );
      assert.ok(about.length >= 6, JSON.stringify(about));
    });

    it('a session whose wallet succeeds later keeps its last refusal, and its state', async () => {
      const { wallet, token, session } = await world.withToken();
      assert.equal((await wallet.credential(token, {})).status, 400);
      const answer = await wallet.credential(token, await credentialBody(wallet));
      assert.equal(answer.status, 200, answer.text);
      const view = await viewOf(session);
      assert.deepEqual(
        [view.status, view.lastError.code, view.error],
        ['issued', 'invalid_credential_request', undefined],
      );
    });

    it('a refusal of another tenant’s path leaves nothing in the session', async () => {
      const other = shapes.find((one) => one !== shape) ?? shape;
      const { wallet, offer, session } = await world.begin(PRE_AUTHORIZED_FLOW);
      const stranger = new Wallet({ issuer: other.issuer(server) });
      assert.equal((await stranger.token(wallet.preAuthorizedParameters(offer))).status, 400);
      assert.equal((await viewOf(session)).lastError, undefined);
    });
  });
}
