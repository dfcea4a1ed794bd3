/** Presentation in both API variants and both response modes: request, wallet, session, signed webhook. */

import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { secretBytes } from '@countersign/shared/flow-config/webhook-config';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import {
  type HeldCredential,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { sessionOf } from '../support/flows.ts';
import {
  type Backend,
  holdPid,
  makeFetchedRequest,
  makeRequest,
  openBackend,
  pidQuestion,
} from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { receiveWithOpenid4vc } from '../wallet/openid4vc-wallet.ts';
import { presentWithOpenid4vp } from '../wallet/openid4vp-wallet.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

describe('presentation with a wallet library of others', () => {
  let server: TestServer;
  let backend: Backend;
  before(async () => {
    server = await startSampleServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    backend = await openBackend();
    server.writeConfig('presentation/question.json', pidQuestion);
    server.writeConfig('tenants/root/presentations/question.json', pidQuestion);
  });
  after(async () => {
    await server.close();
    await backend.close();
  });

  const shapes = {
    a: {
      create: '/oid4vp',
      offer: '/vci/offer',
      issuer: () => server.url,
      call: (path: string, init?: RequestInit) => server.a(path, init),
    },
    b: {
      create: '/presentation-management/request',
      offer: '/issuer-management/offer',
      issuer: () => `${server.url}/root`,
      call: (path: string, init?: RequestInit) => server.b(path, init),
    },
  };

  for (const [name, shape] of Object.entries(shapes)) {
    // biome-ignore lint/suspicious/noExplicitAny: responses are checked field by field
    const call = async (path: string, status: number, body?: object): Promise<any> => {
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const response = await shape.call(path, init);
      const text = await response.text();
      assert.equal(response.status, status, text);
      return JSON.parse(text);
    };
    const hold = async (): Promise<HeldCredential> => {
      const offer = await call(shape.offer, 201, { response_type: 'uri', credentialConfigurationIds: ['pid'] });
      const received = await receiveWithOpenid4vc({ link: offer.uri });
      const [credential, key] = [received.credentials[0], received.keys[0]];
      assert.ok(credential !== undefined && key !== undefined);
      return { credential, key };
    };

    for (const mode of ['direct_post.jwt', 'direct_post']) {
      it(`${name}: ${mode}, from the request to the session and the webhook`, async () => {
        const held = await hold();
        const before = backend.got.length;
        const made = await call(shape.create, 201, {
          response_type: 'uri',
          requestId: 'question',
          response_mode: mode,
          state: 'order-1',
          webhook: { url: backend.url, signingSecret: SECRET },
        });
        assert.match(made.uri, /^openid4vp:\/\/\?client_id=x509_hash%3A/);
        const open = await call(`/session/${made.session}`, 200);
        assert.equal(open.status, 'created');
        assert.equal(open.request_uri, new URL(made.uri).searchParams.get('request_uri'));
        assert.equal(open.webhook.signingSecret, '***');
        assert.equal(open.credentials, undefined);

        const presented = await presentWithOpenid4vp(made.uri, held);
        assert.equal(presented.prefix, 'x509_hash');
        assert.equal(presented.request.nonce, open.vp_nonce);
        assert.equal(presented.answer.status, 200, presented.answer.text);
        assert.deepEqual(presented.answer.json, {});
        assert.match(presented.answer.headers.get('cache-control') ?? '', /no-store/);

        const session = await call(`/session/${made.session}`, 200);
        assert.equal(session.status, 'verified');
        assert.equal(session.request_uri, undefined);
        assert.equal(session.vp_nonce, undefined);
        assert.equal(session.credentials.length, 1);
        const [{ id, values }] = session.credentials;
        assert.equal(id, 'pid');
        assert.equal(values.vct, `${shape.issuer()}/credentials/vct/pid`);
        assert.equal(values.iss, shape.issuer());
        assert.equal(typeof values.given_name, 'string');
        for (const hidden of ['family_name', 'status', 'cnf', '_sd_alg', '_sd'])
          assert.equal(values[hidden], undefined);

        await backend.arrived(before + 1);
        const { headers, body } = backend.got[before] ?? { headers: {}, body: '' };
        const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
        const key = secretBytes(SECRET) ?? Buffer.alloc(0);
        const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
        assert.equal(headers['webhook-signature'], signature);
        const payload = JSON.parse(body);
        assert.equal(payload.type, 'presentation.verified');
        assert.equal(payload.session, made.session);
        assert.equal(payload.state, 'order-1');
        assert.deepEqual(payload.credentials, session.credentials);
        assert.equal(backend.got.length, before + 1);
        // Nothing that was presented is in the log.
        assert.deepEqual(
          server.lines.filter((line) => line.includes(values.given_name)),
          [],
        );
      });
    }

    it(`${name}: configurations come from files and from the API`, async () => {
      const listed = await call('/presentation-management', 200);
      assert.deepEqual(
        listed.map(({ id, source }: { id: string; source: string }) => [id, source]),
        [
          ['name-check', 'file'],
          ['question', 'file'],
        ],
      );
      await call('/presentation-management', 201, { id: 'other', ...pidQuestion });
      assert.equal((await call('/presentations', 200)).length, 3);
      const broken = { id: 'broken', ...pidQuestion, dcql_query: { credentials: [] } };
      const refused = await call('/presentation-management', 400, broken);
      assert.equal(refused.errors[0].pointer, '/dcql_query/credentials');
      await call(shape.create, 404, { response_type: 'uri', requestId: 'broken' });
      await call(shape.create, 201, { response_type: 'uri', requestId: 'other' });
      const remove = async (id: string): Promise<number> =>
        (await shape.call(`/presentation-management/${id}`, { method: 'DELETE' })).status;
      assert.deepEqual([await remove('other'), await remove('other'), await remove('question')], [200, 404, 409]);
    });
  }

  it('a broken file breaks only itself', async () => {
    server.writeConfig('presentation/broken.json', '{');
    const listed = (await (await server.a('/presentation-management')).json()) as { id: string; error?: unknown }[];
    const error = [{ pointer: '', detail: 'This is not valid JSON: line 1, column 2' }];
    assert.deepEqual(
      listed.find(({ id }) => id === 'broken'),
      { id: 'broken', source: 'file', error },
    );
    assert.ok(listed.some((entry) => entry.id === 'question' && entry.error === undefined));
  });

  it('transaction data must be confirmed by the proof, and a registration certificate is sent to the wallet', async () => {
    const jwt = 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln';
    const registrationCert = { ...pidQuestion.registrationCert, id: 'payment' };
    server.writeConfig('presentation/payment.json', { ...pidQuestion, registrationCert });
    server.writeConfig('registration-certificates/payment.jwt', jwt);
    const held = await holdPid(server);
    const transaction = { type: 'payment', credential_ids: ['pid'], amount: '12.50' };
    const { request, session } = await makeFetchedRequest(server, {
      requestId: 'payment',
      transaction_data: [transaction],
    });
    assert.deepEqual(request.verifier_info, [{ format: 'registration_cert', data: jwt }]);
    const [text = ''] = request.transaction_data ?? [];
    assert.deepEqual(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')), transaction);
    const send = (payload: object) =>
      post(request.response_uri, responseFields(request, vpTokenOf(present(held, request, { payload }), request)));
    const unconfirmed = await send({});
    assert.deepEqual([unconfirmed.status, unconfirmed.json.error], [400, 'invalid_transaction_data']);
    const hashes = [createHash('sha256').update(text).digest('base64url')];
    assert.equal((await send({ transaction_data_hashes: hashes })).status, 200);
    assert.equal((await sessionOf(server, session)).status, 'verified');
  });

  it('an answer in JSON is answered with 201, and the key of an ended request is gone from the store', async () => {
    const held = await holdPid(server);
    const { request, session } = await makeFetchedRequest(server);
    const keyOf = async (): Promise<unknown> => {
      const stored = await server.platform.store.get(sessions, session);
      const vault = await server.platform.vaults.of('default');
      const { sealedKey, sealedRequest = '' } = stored?.presentation ?? {};
      assert.ok(!vault.open(sealedRequest, `session/${session}/presentation`).includes('"d":'));
      assert.ok(sealedKey === undefined || stored?.responseKeyUntil !== undefined);
      return sealedKey && JSON.parse(vault.open(sealedKey, `session/${session}/presentation-key`));
    };
    assert.match(((await keyOf()) as { d: string }).d, /^[\w-]{43}$/);
    const fields = responseFields(request, vpTokenOf(present(held, request), request));
    const answer = await fetch(request.response_uri, {
      method: 'POST',
      body: JSON.stringify(fields),
      headers: { 'content-type': 'application/json' },
    });
    assert.deepEqual([answer.status, await answer.json()], [201, {}]);
    assert.equal(await keyOf(), undefined);
  });

  it('CLIENT_ID_PREFIX=x509_san_dns names the host of PUBLIC_URL', async (t) => {
    const named = await startSampleServer({ env: { CLIENT_ID_PREFIX: 'x509_san_dns', REQUEST_SCHEME: 'haip-vp' } });
    t.after(() => named.close());
    named.writeConfig('presentation/question.json', pidQuestion);
    const made = await makeRequest(named);
    assert.match(made.uri, /^haip-vp:\/\//);
    const presented = await presentWithOpenid4vp(made.uri.replace('haip-vp', 'openid4vp'), await holdPid(named));
    assert.equal(presented.prefix, 'x509_san_dns');
    assert.equal(presented.request.client_id, 'x509_san_dns:localhost');
    assert.equal(presented.answer.status, 200, presented.answer.text);
  });
});
