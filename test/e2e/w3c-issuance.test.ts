/**
 * W3C credentials as JWTs in every flow, with external libraries for wallet and JWTs. The server's own verifier
 * accepts what it issued.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newWalletKey, type WalletKey } from '@countersign/wallet/jwt/keys';
import { presentJwtVc } from '@countersign/wallet/presentation/jwt-vc';
import { post, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { diplomaConfiguration, diplomaQuery, verifiedDiploma } from '../support/diploma.ts';
import { assertRefused, begin, beginWithToken, credentialBody, sessionOf } from '../support/flows.ts';
import { makeFetchedRequest, pidQuestion } from '../support/presentation.ts';
import { holdPidOf, offerOf, SHAPE_A, type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { collectedCard, refresh } from '../support/renewable.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { untilTraced } from '../support/trace.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { receiveWithOpenid4vc } from '../wallet/openid4vc-wallet.ts';
import { presentWithOpenid4vp } from '../wallet/openid4vp-wallet.ts';

const PRE_AUTHORIZED = { credentialConfigurationIds: ['diploma'], flow: 'pre_authorized_code' };

let now = Date.now();
const clock = (): number => now;
let server: TestServer;
let receiver: WebhookReceiver;

before(async () => {
  server = await startSampleServer({ clock, env: { CLAIMS_WAIT: '30' } });
  receiver = await openReceiver();
  receiver.status = 200;
  for (const { folder } of shapes) {
    server.writeConfig(`${folder}issuance/diploma.json`, diplomaConfiguration);
    server.writeConfig(`${folder}presentation/question.json`, { dcql_query: { credentials: [diplomaQuery] } });
  }
});
after(() => Promise.all([server.close(), receiver.close()]));

async function presented(credential: string, key: WalletKey) {
  const { request, session } = await makeFetchedRequest(server, { crossDevice: true });
  const presentation = presentJwtVc({ credential, key }, request);
  const answer = await post(request.response_uri, responseFields(request, vpTokenOf(presentation, request)));
  return { status: answer.status, view: await sessionOf(server, session) };
}

for (const shape of shapes) {
  describe(`W3C credentials, ${shape.name}`, () => {
    it('metadata: the types, and the names of JOSE', async () => {
      const { json } = await read(await fetch(`${shape.issuer(server)}/.well-known/openid-credential-issuer`));
      const { format, credential_definition, credential_signing_alg_values_supported, credential_metadata, ...rest } =
        json.credential_configurations_supported.diploma;
      assert.deepEqual(
        [format, credential_definition],
        ['jwt_vc_json', diplomaConfiguration.config.credential_definition],
      );
      assert.deepEqual(credential_signing_alg_values_supported, ['ES256']);
      assert.deepEqual(rest.cryptographic_binding_methods_supported, ['jwk']);
      assert.deepEqual(credential_metadata.claims, diplomaConfiguration.config.credential_metadata.claims);
      assert.deepEqual([rest.vct, rest.doctype], [undefined, undefined]);
    });

    it('batch: each is bound to its key, and has its own id and place in the status list', async () => {
      const made = await offerOf(server, shape, PRE_AUTHORIZED);
      const received = await receiveWithOpenid4vc({ link: made.uri, dpop: true, batch: 3 });
      const payloads = await Promise.all(received.credentials.map((one) => verifiedDiploma(one)));
      const shared = payloads.map(({ jti, sub, cnf, status, ...rest }, index) => {
        const { publicJwk } = received.keys[index] ?? assert.fail();
        assert.deepEqual(cnf, { jwk: publicJwk });
        assert.deepEqual(
          JSON.parse(Buffer.from(sub?.slice('did:jwk:'.length) ?? '', 'base64url').toString()),
          publicJwk,
        );
        return { rest, own: JSON.stringify([jti, status]) };
      });
      assert.deepEqual(
        shared.map(({ rest }) => rest),
        [shared[0]?.rest, shared[0]?.rest, shared[0]?.rest],
      );
      assert.equal(new Set(shared.map(({ own }) => own)).size, 3);
      const { iss, vc } = shared[0]?.rest ?? assert.fail();
      assert.equal(iss, shape.issuer(server));
      assert.deepEqual(subjectOf(vc), { degree: 'Mathematics', grade: 1 });
    });

    it('deferred: the claims webhook answers with credentialSubject', async () => {
      const made = await deferredOffer(shape, { credentialSubject: { degree: 'late' } });
      const received = await receiveWithOpenid4vc({ ...made, deferred: speak });
      assert.ok(received.waited > 0);
      const { vc } = await verifiedDiploma(received.credentials[0] ?? '');
      assert.deepEqual(subjectOf(vc), { degree: 'late' });
    });
  });
}

const subjectOf = (vc: unknown): unknown => (vc as { readonly credentialSubject: unknown }).credentialSubject;

const speak = (): void => {
  receiver.silent = false;
};

async function deferredOffer(shape: Shape, claims: object) {
  receiver.silent = true;
  receiver.body = JSON.stringify({ member: claims });
  server.writeConfig(`${shape.folder}issuance/member.json`, {
    ...diplomaConfiguration,
    config: { ...diplomaConfiguration.config, scope: 'member' },
    presentation_during_issuance: { type: 'identity', webhook: { url: receiver.url } },
  });
  server.writeConfig(`${shape.folder}presentation/identity.json`, pidQuestion);
  const pid = await holdPidOf(server, shape);
  const { uri } = await offerOf(server, shape, { credentialConfigurationIds: ['member'] });
  const present = async (link: string): Promise<string> => {
    const { answer } = await presentWithOpenid4vp(link, pid);
    assert.equal(answer.status, 200, answer.text);
    return answer.json.presentation_during_issuance_session;
  };
  return { link: uri, dpop: true, present };
}

describe('W3C credentials and the own verifier', () => {
  const received = async () => {
    const made = await offerOf(server, SHAPE_A, PRE_AUTHORIZED);
    const { credentials, keys } = await receiveWithOpenid4vc({ link: made.uri, dpop: true });
    return { session: made.session, credential: credentials[0] ?? '', key: keys[0] ?? assert.fail() };
  };

  it('it accepts what the issuer issued, until the backend revokes it', async () => {
    const { session, credential, key } = await received();
    const accepted = await presented(credential, key);
    assert.equal(accepted.status, 200, JSON.stringify(accepted.view));
    assert.deepEqual(accepted.view.credentials[0].values.credentialSubject, { degree: 'Mathematics' });
    const body = JSON.stringify({ sessionId: session, status: 1 });
    assert.equal((await server.a('/status-management', { method: 'POST', body })).status, 201);
    assert.equal((await presented(credential, key)).view.error?.code, 'revoked');
  });

  it('it refuses the credential in the hands of another wallet', async () => {
    const { credential } = await received();
    assert.equal((await presented(credential, newWalletKey())).view.error?.code, 'kb_signature');
  });

  it('transaction_data for it are refused when the request is created', async () => {
    const transaction_data = [{ type: 'org.example.payment', credential_ids: ['diploma'] }];
    const body = JSON.stringify({ response_type: 'uri', requestId: 'question', crossDevice: true, transaction_data });
    const { status, json } = await read(await server.a('/oid4vp', { method: 'POST', body }));
    assert.equal(status, 400);
    assert.match(JSON.stringify(json.errors), /A jwt_vc_json credential confirms no transactions/);
  });
});

describe('what a W3C credential cannot do is refused', () => {
  const written = async (more: object, config: object = {}) => {
    const body = {
      id: 'other',
      ...diplomaConfiguration,
      config: { ...diplomaConfiguration.config, scope: 'other', ...config },
      ...more,
    };
    const answer = await read(await server.b('/issuer-management', { method: 'POST', body: JSON.stringify(body) }));
    return [answer.status, answer.json.errors?.[0]?.pointer, answer.json.errors?.[0]?.detail] as const;
  };

  it('a configuration: no selective disclosure, no type metadata, no other format in it', async () => {
    const [status, pointer, detail] = await written({ disclosureFrame: { _sd: ['credentialSubject'] } });
    assert.deepEqual([status, pointer], [400, '/disclosureFrame']);
    assert.match(String(detail), /always shows the whole credential/);
    assert.equal((await written({ vct: { vct: 'urn:x' } }))[1], '/vct');
    assert.equal((await written({}, { doctype: 'org.example' }))[1], '/config/doctype');
    assert.equal((await written({ claims: { degree: 'Mathematics' } }))[1], '/claims/degree');
  });

  it('an offer: claims that are not about the holder, and the key of the holder', async () => {
    const offered = async (claims: object) => {
      const body = JSON.stringify({ response_type: 'uri', ...PRE_AUTHORIZED, claims: { diploma: claims } });
      const { status, json } = await read(await server.a('/vci/offer', { method: 'POST', body }));
      return [status, json.errors?.[0]?.pointer];
    };
    assert.deepEqual(await offered({ degree: 'Mathematics' }), [400, '/claims/diploma/degree']);
    assert.deepEqual(await offered({ credentialSubject: { id: 'did:x' } }), [
      400,
      '/claims/diploma/credentialSubject/id',
    ]);
  });

  for (const alg of ['ES384', 'EdDSA']) {
    it(`a proof with ${alg}: credentials are bound to keys of P-256, and ES256 still gets one`, async () => {
      const { wallet, token, session } = await beginWithToken(server, PRE_AUTHORIZED);
      const { privateKey, publicKey } = await generateKeyPair(alg);
      const proof = await new SignJWT({ nonce: await wallet.nonce() })
        .setProtectedHeader({ alg, typ: 'openid4vci-proof+jwt', jwk: await exportJWK(publicKey) })
        .setAudience(server.url)
        .setIssuedAt()
        .sign(privateKey);
      const answer = await wallet.credential(token, {
        credential_configuration_id: 'diploma',
        proofs: { jwt: [proof] },
      });
      assertRefused(answer, 400, 'invalid_proof');
      const { facts } = await untilTraced(server, session, ({ reason }) => reason === 'proof_algorithm');
      assert.deepEqual([facts?.received, facts?.expectedAny], [alg, ['ES256']]);
      const body = await credentialBody(wallet, { id: 'diploma' });
      assert.equal((await wallet.credential(token, body)).status, 200);
    });
  }

  it('a tenant of profile haip issues none', async () => {
    server.writeConfig('tenants/root/tenant.json', { profile: 'haip' });
    const [status, pointer, detail] = await written({});
    assert.deepEqual([status, pointer], [400, '/config/format']);
    assert.equal(detail, 'A tenant of profile haip issues only dc+sd-jwt and mso_mdoc');
    server.writeConfig('tenants/root/tenant.json', {});
  });
});

// Last, because the server's clock stays ahead.
describe('a renewed W3C credential', () => {
  it('has the claims that the webhook returns now', async () => {
    receiver.silent = false;
    receiver.body = JSON.stringify({ renewable: { credentialSubject: { degree: 'Physics' } } });
    server.writeConfig('issuance/renewable.json', {
      ...diplomaConfiguration,
      config: { ...diplomaConfiguration.config, scope: 'renewable' },
      refresh: { webhook: receiver.url },
    });
    const body = { credentialConfigurationIds: ['renewable'], flow: 'pre_authorized_code' };
    const { wallet, offer } = await begin(server, body, { clock });
    const { json: first } = await wallet.redeem(offer);
    const taken = await wallet.credential(first.access_token, await credentialBody(wallet, { id: 'renewable' }));
    assert.equal(taken.status, 200, taken.text);
    now += 7_200_000;
    const { json: renewed } = await refresh(wallet, first.refresh_token);
    const answer = await collectedCard(wallet, renewed.access_token, 'renewable');
    const { vc } = await verifiedDiploma(answer.json.credentials[0].credential, now);
    assert.deepEqual(subjectOf(vc), { degree: 'Physics' });
  });
});
