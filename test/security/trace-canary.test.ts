/** No code, token, key, nonce, proof or claim of a successful or a refused request is in a trace, wherever it is read. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { dpopProof, newWalletKey } from '@countersign/wallet/jwt/keys';
import {
  errorFields,
  fetchRequest,
  type HeldCredential,
  type PresentationRequest,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { begin, beginWithToken, credentialBody, makeOffer, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { makeFetchedRequest, makeRequest, pidQuestion } from '../support/presentation.ts';
import {
  challenged,
  goodResponse,
  memberConfiguration,
  presentTo,
  requestMember,
  SHAPE_A,
  shapes,
  tokenAfterPresentation,
} from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { untilTraced, untilUnmatched } from '../support/trace.ts';
import { assertTracesHide, recordWire, type Wire } from '../support/wire-secrets.ts';

const CANARIES = {
  claim: 'Canary-claim-Kunigunde',
  txCode: 'Canary-tx-0815',
  notification: 'Canary-of-notification',
  walletError: 'Canary-of-wallet-error',
  query: 'Canary-in-a-query',
  path: 'Canary-in-a-path-that-is-longer-than-a-tenant-or-name',
} as const;
/** A token in a place where none belongs. */
const STRAY = `eyJhbGciOiJFUzI1NiJ9.${Buffer.from('{"stray":"Canary"}').toString('base64url')}.${'Q1cW'.repeat(21)}`;

const claims = { pid: { given_name: CANARIES.claim, family_name: CANARIES.claim, birthdate: '2000-01-01' } };

describe('canaries in traces', () => {
  let server: TestServer;
  let wire: Wire;
  let held: HeldCredential;
  const sessions: string[] = [];

  const presenting = async (
    change: (request: PresentationRequest) => Promise<number>,
    status: number,
    body: object = {},
  ): Promise<void> => {
    const { request, session } = await makeFetchedRequest(server, body);
    assert.equal(await change(request), status);
    sessions.push(session);
  };
  const answering =
    (fields: (request: PresentationRequest) => Record<string, string>) => async (request: PresentationRequest) =>
      (await post(request.response_uri, fields(request))).status;

  before(async () => {
    server = await startSampleServer({ env: { TRACE: 'all', RATE_WALLET: '0' } });
    server.writeConfig('issuance/member.json', memberConfiguration());
    server.writeConfig('presentation/identity.json', pidQuestion);
    server.writeConfig('presentation/question.json', pidQuestion);
    wire = recordWire();
  });
  after(async () => {
    wire.stop();
    await server.close();
  });

  it('issuance: what succeeds', async () => {
    const made = await makeOffer(server, { ...PRE_AUTHORIZED_FLOW, tx_code: CANARIES.txCode, claims });
    const { answer, key } = await new Wallet({ issuer: server.url }).receive(made.uri, CANARIES.txCode);
    assert.equal(answer.status, 200, answer.text);
    held = { credential: answer.json.credentials[0].credential, key };
    const { wallet, token, session } = await beginWithToken(server, { claims });
    const issued = await wallet.credential(token, await credentialBody(wallet));
    const event = { event: 'credential_failure', event_description: CANARIES.notification };
    assert.equal((await wallet.notify(token, issued.json.notification_id, event)).status, 204);
    const started = await challenged(server, SHAPE_A);
    const memberToken = await tokenAfterPresentation(started, held);
    assert.equal((await requestMember(started.wallet, memberToken)).status, 200);
    sessions.push(made.session, session, started.session);
  });

  it('issuance: what is refused', async () => {
    const { wallet, offer, session } = await begin(server, {
      ...PRE_AUTHORIZED_FLOW,
      tx_code: CANARIES.txCode,
      claims,
    });
    const parameters = wallet.preAuthorizedParameters(offer, CANARIES.walletError);
    const key = newWalletKey();
    for (const [changed, headers] of [
      [parameters, {}],
      [{ ...parameters, 'pre-authorized_code': STRAY }, {}],
      [{ ...parameters, grant_type: STRAY }, {}],
      [{ ...parameters, [STRAY]: '' }, { dpop: STRAY }],
      [parameters, { dpop: dpopProof(key, { method: 'POST', url: `${server.url}/token?code=${CANARIES.query}` }) }],
      [parameters, { dpop: dpopProof(key, { method: CANARIES.path, url: server.url }) }],
      [parameters, { authorization: `Basic ${Buffer.from(`${CANARIES.path}:${CANARIES.query}`).toString('base64')}` }],
      [{ ...parameters, client_assertion: STRAY, client_assertion_type: 'x' }, {}],
    ] as const) {
      assert.ok((await wallet.token(changed, headers)).status >= 400);
    }
    const byCode = await begin(server, { claims });
    const authorization = byCode.wallet.authorizationParameters(byCode.offer);
    for (const changed of [
      { redirect_uri: `https://wallet.example/cb?secret=${CANARIES.query}` },
      { scope: STRAY },
      { response_type: STRAY },
      { issuer_state: STRAY },
      { code_challenge_method: STRAY },
      { authorization_details: `[{"type":"openid_credential","credential_configuration_id":"${STRAY}"}]` },
    ]) {
      await byCode.wallet.par({ ...authorization, ...changed });
    }
    await byCode.wallet.authorize(STRAY);
    sessions.push(session, byCode.session);
  });

  it('credential: what is refused', async () => {
    const { wallet, token, session } = await beginWithToken(server, { ...PRE_AUTHORIZED_FLOW, claims });
    const nonce = await wallet.nonce();
    const proof = wallet.proof(newWalletKey(), nonce);
    const [header = '', payload = ''] = proof.split('.');
    const good = { credential_configuration_id: 'pid' };
    for (const body of [
      {},
      { ...good, proofs: { jwt: [STRAY] } },
      { ...good, proofs: { jwt: [`${header}.${payload}.${'A'.repeat(86)}`] } },
      { ...good, proofs: { jwt: [proof, proof] } },
      { ...good, proofs: { [STRAY]: [proof] } },
      { ...good, proof: { proof_type: STRAY, jwt: proof } },
      { ...good, credential_identifier: STRAY },
      { format: STRAY, types: [CANARIES.claim] },
      { credential_identifier: STRAY, proofs: { jwt: [proof] } },
      { ...good, proofs: { jwt: [wallet.proof(newWalletKey(), STRAY)] } },
      { ...good, credential_response_encryption: { jwk: { kty: 'EC', d: STRAY }, enc: STRAY } },
    ]) {
      assert.ok((await wallet.credential(token, body)).status >= 400, JSON.stringify(body));
    }
    for (const other of [STRAY, `${token}x`]) {
      assert.ok((await wallet.credential(other, await credentialBody(wallet))).status >= 400);
    }
    await wallet.notify(token, STRAY);
    await wallet.resource('/vci/deferred', token, { transaction_id: STRAY });
    sessions.push(session);
  });

  it('presentation: what succeeds, and what a wallet reports', async () => {
    await presenting(
      answering((request) => goodResponse(request, held)),
      200,
    );
    const plain = { response_mode: 'direct_post' };
    const inPlain = (request: PresentationRequest, more: object = {}): Record<string, string> => ({
      vp_token: JSON.stringify(vpTokenOf(present(held, request), request)),
      state: String(request.state),
      ...more,
    });
    await presenting(
      answering((request) => inPlain(request)),
      200,
      plain,
    );
    await presenting(
      answering((request) => inPlain(request, { presentation_submission: `{"id":"${STRAY}"}` })),
      200,
      plain,
    );
    const error = { error_description: CANARIES.walletError };
    await presenting(
      answering((request) => errorFields(request, 'access_denied', error)),
      200,
    );
    await presenting(
      answering((request) => errorFields(request, CANARIES.walletError.replaceAll('-', ' '), error)),
      200,
    );
  });

  it('presentation: what is refused', async () => {
    const changed = (payload: object) => (request: PresentationRequest) =>
      responseFields(request, vpTokenOf(present(held, request, { payload }), request));
    const withToken = (token: (request: PresentationRequest) => unknown) => (request: PresentationRequest) =>
      responseFields(request, token(request) as Record<string, string[]>);
    const noDisclosures = `${held.credential.split('~')[0]}~`;
    for (const fields of [
      changed({ nonce: STRAY }),
      changed({ iat: 1 }),
      changed({ iat: 99_999_999_999 }),
      changed({ sd_hash: STRAY }),
      withToken((request) => ({ [STRAY]: [present(held, request)] })),
      withToken((request) => ({ pid: present(held, request) })),
      withToken((request) => ({ pid: [present(held, request), present(held, request)] })),
      withToken(() => ({})),
      withToken(() => ({ pid: [STRAY] })),
      withToken(() => ({ pid: [held.credential] })),
      withToken((request) => vpTokenOf(present({ ...held, key: newWalletKey() }, request), request)),
      withToken((request) => vpTokenOf(present({ ...held, credential: noDisclosures }, request), request)),
      (request: PresentationRequest) => ({ ...responseFields(request, {}), state: STRAY }),
      (request: PresentationRequest) => ({ vp_token: STRAY, state: String(request.state) }),
      () => ({ response: STRAY }),
      () => ({ [STRAY]: '' }),
    ]) {
      await presenting(answering(fields), 400);
    }
    const asked = await makeRequest(server);
    const uri = new URL(asked.uri).searchParams.get('request_uri') ?? '';
    for (const form of [
      { wallet_nonce: '' },
      { wallet_metadata: `{"issuer":"${CANARIES.claim}","vp_formats_supported":{}}` },
      { wallet_metadata: STRAY },
    ]) {
      assert.equal((await post(uri, form)).status, 400);
    }
    assert.equal((await fetch(uri, { method: 'PUT' })).status, 405);
    await fetchRequest(asked.uri);
    assert.equal((await fetch(uri.slice(0, -4))).status, 404);
    sessions.push(asked.session);
  });

  it('presentation during issuance: what is refused', async () => {
    for (const shape of shapes) {
      const started = await challenged(server, shape);
      const stranger = { ...held, key: newWalletKey() };
      assert.equal((await presentTo(started.link, stranger)).answer.status, 400);
      sessions.push(started.session);
    }
  });

  it('unknown addresses, methods and bodies', async () => {
    for (const path of [
      `/no/such/${CANARIES.path}?code=${CANARIES.query}`,
      `/.well-known/${CANARIES.path}`,
      `/.well-known/openid-configuration/${CANARIES.path}?code=${CANARIES.query}`,
      `/${CANARIES.path}/.well-known/openid-credential-issuer`,
      `/${CANARIES.path}/oid4vp/response`,
      `/root/.well-known/openid-configuration?code=${CANARIES.query}`,
      `/vci/offer/${CANARIES.path}`,
    ]) {
      assert.ok((await fetch(server.url + path)).status >= 400, path);
    }
    for (const [path, type] of [
      ['/token', 'application/x-www-form-urlencoded'],
      ['/token', 'application/json'],
      ['/oid4vp/response', 'application/x-www-form-urlencoded'],
      ['/vci/credential', 'application/jwt'],
      ['/vci/credential', 'text/plain'],
      ['/authorize/par', 'application/x-www-form-urlencoded'],
    ] as const) {
      for (const body of [STRAY, `${STRAY}=1&${STRAY}=2`, `{"a":"${STRAY}"`, `["${STRAY}"]`]) {
        const answer = await read(
          await fetch(server.url + path, { method: 'POST', headers: { 'content-type': type }, body }),
        );
        assert.ok(answer.status >= 400, `${path} ${body}`);
      }
    }
  });

  it('none of it is in a trace', async () => {
    // The traces exist, with entries of all kinds.
    const [issued = ''] = sessions;
    await untilTraced(server, issued, ({ step }) => step === 'credential');
    await untilTraced(server, sessions.at(-3) ?? '', ({ reason }) => reason === 'wallet_metadata');
    await untilUnmatched(
      () => server.a('/trace?unmatched=true'),
      ({ reason }) => reason === 'metadata_path',
    );
    await untilUnmatched(
      () => server.a('/trace?unmatched=true'),
      ({ reason }) => reason === 'tenant_unknown',
    );
    assert.ok(wire.secrets.size > 200, String(wire.secrets.size));
    await assertTracesHide(server, wire, { sessions, more: [...Object.values(CANARIES), STRAY] });
  });
});
