/** The verifier of a tenant with the profile haip (HAIP 1.0, 5 and 5.1), in both variants of the API. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createWalletProvider } from '@countersign/shared/test/crypto/wallet-provider';
import {
  fetchRequest,
  type HeldCredential,
  type PresentationRequest,
  post,
  present,
  requestUriOf,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { assertRefused, count } from '../support/flows.ts';
import { pidQuestion } from '../support/presentation.ts';
import {
  challengeAgain,
  holdPidOf,
  offerOf,
  presentTo,
  redeemWithoutVerifier,
  type Shape,
  secondChallenge,
  shapes,
  writeMember,
} from '../support/presentation-during-issuance.ts';
import { RegisteredWallet, requestAttested } from '../support/registered-wallet.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const BACK = 'https://shop.example/back';
const QUESTION = 'presentation/question.json';
const ROUTES: Readonly<Record<string, string>> = { default: '/oid4vp', root: '/presentation-management/request' };

interface Asked {
  readonly session: string;
  readonly request: PresentationRequest;
}

for (const shape of shapes) {
  describe(`verifier of profile haip, ${shape.name}`, () => {
    let server: TestServer;
    let receiver: WebhookReceiver;
    let held: HeldCredential;
    let ahead = 0;
    before(async () => {
      server = await startSampleServer({ env: { WEBHOOK_SCHEDULE: '0,1' }, clock: () => Date.now() + ahead });
      receiver = await openReceiver();
      server.writeConfig(shape.folder + QUESTION, pidQuestion);
      held = await holdPidOf(server, shape);
      server.writeConfig(`${shape.folder}tenant.json`, { profile: 'haip' });
    });
    after(async () => {
      await receiver.close();
      await server.close();
    });

    const create = async (body: object): Promise<Answer> => {
      const text = JSON.stringify({ response_type: 'uri', requestId: 'question', ...body });
      return read(await shape.call(server, ROUTES[shape.tenant] ?? '', { method: 'POST', body: text }));
    };
    const ask = async (body: object = { redirectUri: BACK }): Promise<Asked> => {
      const made = await create(body);
      assert.equal(made.status, 201, made.text);
      return { session: made.json.session, request: await fetchRequest(made.json.uri) };
    };
    const answer = ({ request }: Asked): Promise<Answer> =>
      post(request.response_uri, responseFields(request, vpTokenOf(present(held, request), request)));
    const sessionOf = async (id: string, query = ''): Promise<Answer> =>
      read(await shape.call(server, `/session/${id}${query}`));
    const redeem = (id: string, code: string): Promise<Answer> => sessionOf(id, `?response_code=${code}`);
    const codeOf = (given: Answer): string => {
      assert.equal(given.status, 200, given.text);
      assert.deepEqual(Object.keys(given.json), ['redirect_uri']);
      return new URL(given.json.redirect_uri).searchParams.get('response_code') ?? assert.fail('no code');
    };
    // biome-ignore lint/suspicious/noExplicitAny: payloads are looked at field by field
    const webhooks = async (session: string, n: number): Promise<readonly any[]> => {
      for (let all = 1; ; all += 1) {
        const payloads = (await receiver.wait(all)).map(({ body }) => JSON.parse(body));
        const own = payloads.filter((payload) => payload.session === session);
        if (own.length >= n) return own;
      }
    };

    it('the request names the verifier by the hash of a leaf that is not self-signed, and asks for encryption', async () => {
      const made = await create({ redirectUri: BACK });
      const object = await (await fetch(requestUriOf(made.json.uri))).text();
      const header = JSON.parse(Buffer.from(object.split('.')[0] ?? '', 'base64url').toString('utf8'));
      const [leaf] = header.x5c.map((element: string) => new X509Certificate(Buffer.from(element, 'base64')));
      assert.ok(!leaf.checkIssued(leaf));
      const hash = Buffer.from(leaf.fingerprint256.replaceAll(':', ''), 'hex').toString('base64url');
      const request = await fetchRequest(made.json.uri);
      const { client_id, response_mode, client_metadata } = request;
      assert.deepEqual([client_id, response_mode], [`x509_hash:${hash}`, 'direct_post.jwt']);
      assert.equal(new URL(made.json.uri).searchParams.get('client_id'), client_id);
      assert.equal(client_metadata.jwks?.keys.length, 1);
    });

    it('answers in clear, and a request without a way back, are refused with the reason', async () => {
      const clear = await create({ redirectUri: BACK, response_mode: 'direct_post' });
      assert.deepEqual([clear.status, clear.json.errors[0].pointer], [400, '/response_mode']);
      for (const body of [{}, { crossDevice: false }, { response_type: 'qrcode' }]) {
        const stuck = await create(body);
        assert.deepEqual([stuck.status, stuck.json.errors[0].pointer], [400, '/redirectUri']);
        assert.match(stuck.json.errors[0].detail, /crossDevice/);
      }
      const both = await create({ redirectUri: BACK, crossDevice: true });
      assert.deepEqual([both.status, typeof both.json.crossDeviceLink], [201, 'string']);
    });

    it('a request on another screen has no code, and its claims come with the answer', async () => {
      const asked = await ask({ crossDevice: true, webhook: { url: receiver.url } });
      assert.deepEqual((await answer(asked)).json, {});
      const [webhook] = await webhooks(asked.session, 1);
      assert.equal(webhook.credentials[0].values.given_name, 'Erika');
      assert.equal((await sessionOf(asked.session)).json.credentials.length, 1);
    });

    it('the backend gets the claims when it redeems the code, and nothing of them before', async () => {
      const asked = await ask({ redirectUri: BACK, webhook: { url: receiver.url } });
      const code = codeOf(await answer(asked));
      const [first] = await webhooks(asked.session, 1);
      assert.deepEqual([first.type, first.credentials], ['presentation.verified', undefined]);
      const before = await sessionOf(asked.session);
      assert.deepEqual([before.json.status, before.json.credentials], ['verified', undefined]);
      for (const wrong of ['x', `${code}x`, code.slice(1)])
        assert.equal((await redeem(asked.session, wrong)).status, 409);
      const tries = await Promise.all(Array.from({ length: 50 }, () => redeem(asked.session, code)));
      assert.deepEqual([count(tries, 200), count(tries, 409)], [1, 49]);
      const redeemed = tries.find(({ status }) => status === 200)?.json;
      assert.equal(redeemed.credentials[0].values.given_name, 'Erika');
      const [, released] = await webhooks(asked.session, 2);
      assert.equal(released.type, 'presentation.released');
      assert.deepEqual(released.credentials, redeemed.credentials);
      // A replay of the first webhook carries nothing either.
      const deliveries = await read(await shape.call(server, `/session/${asked.session}/deliveries`));
      const { id } = deliveries.json.find((delivery: { type: string }) => delivery.type === 'presentation.verified');
      const replay = `/session/${asked.session}/deliveries/${id}/replay`;
      assert.equal((await shape.call(server, replay, { method: 'POST' })).status, 201);
      assert.equal((await webhooks(asked.session, 3))[2].credentials, undefined);
    });

    it('the code of one session redeems no other', async () => {
      const [one, other] = [await ask(), await ask()];
      const [codeOfOne] = [codeOf(await answer(one)), codeOf(await answer(other))];
      assert.equal((await redeem(other.session, codeOfOne)).status, 409);
      assert.equal((await sessionOf(other.session)).json.credentials, undefined);
    });

    it('after ten wrong codes the right one is refused, also where they come at once', async () => {
      const asked = await ask();
      const code = codeOf(await answer(asked));
      const wrong = Array.from({ length: 50 }, (_, n) => redeem(asked.session, `wrong-${n}`));
      assert.equal(count(await Promise.all(wrong), 409), 50);
      assert.equal((await redeem(asked.session, code)).status, 409);
      assert.equal((await sessionOf(asked.session)).json.credentials, undefined);
    });

    it('a code that comes too late is refused, and what was presented is erased', async (t) => {
      const asked = await ask();
      const code = codeOf(await answer(asked));
      t.after(() => {
        ahead = 0;
      });
      ahead = 601_000;
      assert.equal((await redeem(asked.session, code)).status, 409);
      assert.equal((await sessionOf(asked.session)).json.credentials, undefined);
    });

    it('a credential that is bound to a key needs its proof, whatever the query says', async () => {
      const [query] = pidQuestion.dcql_query.credentials;
      const unbound = { ...query, require_cryptographic_holder_binding: false };
      const { registrationCert } = pidQuestion;
      const loose = { dcql_query: { credentials: [unbound] }, registrationCert };
      server.writeConfig(`${shape.folder}presentation/loose.json`, loose);
      const asked = await ask({ requestId: 'loose', redirectUri: BACK });
      const without = responseFields(asked.request, vpTokenOf(held.credential, asked.request));
      assertRefused(await post(asked.request.response_uri, without), 400, 'invalid_request');
      assert.equal((await sessionOf(asked.session)).json.error.code, 'kb_missing');
      codeOf(await answer(asked));
    });

    it('a presentation during issuance ends with the credential', async () => {
      writeMember(server, shape);
      const wallet = new RegisteredWallet({ issuer: shape.issuer(server) });
      const provider = await createWalletProvider();
      server.writeConfig(`${shape.folder}wallets.json`, wallet.registration);
      server.writeConfig(`${shape.folder}trust/wallet-providers/provider.pem`, provider.caPem);
      const made = await offerOf(server, shape);
      const started = await challengeAgain(wallet, await wallet.offer(made.uri));
      const { request, answer: presented } = await presentTo(started.link, held);
      assert.match(request.client_id, /^x509_hash:/);
      assert.equal(request.response_mode, 'direct_post.jwt');
      const proof = presented.json.presentation_during_issuance_session;
      const { json } = await secondChallenge(wallet, started.authSession, proof);
      const token = await redeemWithoutVerifier(wallet, json.authorization_code);
      assert.equal(token.status, 200, token.text);
      const issued = await requestAttested(wallet, provider, token.json.access_token, 'member');
      assert.equal(issued.status, 200, issued.text);
    });
  });
}

/** An open tenant behaves as before, and may opt into the same care. */
describe('verifier of profile open', () => {
  const shape: Shape = shapes[0] ?? assert.fail();
  let server: TestServer;
  let held: HeldCredential;
  before(async () => {
    server = await startSampleServer();
    server.writeConfig(QUESTION, pidQuestion);
    server.writeConfig('presentation/careful.json', { ...pidQuestion, release: 'response_code' });
    held = await holdPidOf(server, shape);
  });
  after(() => server.close());

  const webhookOf = async (body: object) => {
    const receiver = await openReceiver();
    const request = { response_type: 'uri', redirectUri: BACK, webhook: { url: receiver.url }, ...body };
    const made = await read(await server.a('/oid4vp', { method: 'POST', body: JSON.stringify(request) }));
    const asked = await fetchRequest(made.json.uri);
    const { status } = await post(asked.response_uri, responseFields(asked, vpTokenOf(present(held, asked), asked)));
    assert.equal(status, 200);
    const [webhook] = await receiver.wait(1);
    await receiver.close();
    return JSON.parse(webhook?.body ?? '');
  };

  it('has the claims in its webhook at once, unless the configuration releases them by the code', async () => {
    assert.equal((await webhookOf({ requestId: 'question' })).credentials.length, 1);
    assert.equal((await webhookOf({ requestId: 'careful' })).credentials, undefined);
    assert.equal((await webhookOf({ requestId: 'careful', redirectUri: undefined })).credentials.length, 1);
  });
});
