/** The backend cancels a session: of a cancellation and a wallet's redemption or response exactly one wins. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { reasons } from '@countersign/gateway/reasons';
import { post, present, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { assertRefused, begin, count, PRE_AUTHORIZED_FLOW, sessionOf } from '../support/flows.ts';
import { holdPid, makeFetchedRequest, makeRequest, pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver, verified, type WebhookReceiver } from '../support/webhook-receiver.ts';

const SECRET = `whsec_${Buffer.from('cancelled-webhook-secret-32bytes').toString('base64')}`;
const RACES = 50;

describe('a backend that cancels', () => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  before(async () => {
    server = await startSampleServer({ env: { WEBHOOK_SCHEDULE: '0,1,1', RATE_WALLET: '0' } });
    server.writeConfig('presentation/question.json', pidQuestion);
    receiver = await openReceiver();
  });
  after(async () => {
    await server.close();
    await receiver.close();
  });

  const cancel = async (session: string): Promise<Answer> =>
    read(await server.a(`/session/${session}/cancel`, { method: 'POST' }));
  const webhook = () => ({ url: receiver.url, signingSecret: SECRET });
  /** Payloads about a session, once there is one. */
  const reported = async (session: string): Promise<readonly Record<string, unknown>[]> => {
    for (let all = 1; ; all += 1) {
      const payloads = (await receiver.wait(all)).map((each) => verified(each, SECRET));
      const own = payloads.filter((payload) => payload.session === session);
      if (own.length > 0) return own;
    }
  };
  const isConflict = (answer: Answer): void => {
    assert.deepEqual([answer.status, answer.json.reason], [409, 'session_not_open'], answer.text);
  };

  it('an offer: its webhook reports it, and the wallet neither reads nor redeems the offer', async () => {
    const { session, offer, wallet, txCode, offerUri } = await begin(server, {
      ...PRE_AUTHORIZED_FLOW,
      state: 'order-7',
      notifyWebhook: webhook(),
    });
    assert.equal((await cancel(session)).status, 200);
    const { status, error, state } = await sessionOf(server, session);
    assert.deepEqual([status, error.code, error.reason, state], ['failed', 'cancelled', 'cancelled', 'order-7']);
    const [payload] = await reported(session);
    const { hint } = reasons.cancelled;
    assert.deepEqual(
      [payload?.type, payload?.reason, payload?.hint, payload?.state],
      ['issuance.failed', 'cancelled', hint, 'order-7'],
    );
    assertRefused(await wallet.redeem(offer, txCode), 400, 'invalid_grant');
    assert.equal((await fetch(offerUri)).status, 404);
    isConflict(await cancel(session));
  });

  it('a request: its webhook reports it, and the wallet neither fetches nor answers it', async () => {
    const held = await holdPid(server);
    const { session, request } = await makeFetchedRequest(server, { webhook: webhook(), state: 'order-8' });
    assert.equal((await cancel(session)).status, 200);
    const { status, error } = await sessionOf(server, session);
    assert.deepEqual([status, error.code], ['rejected', 'cancelled']);
    const [payload] = await reported(session);
    assert.deepEqual(
      [payload?.type, payload?.reason, payload?.state],
      ['presentation.rejected', 'cancelled', 'order-8'],
    );
    const fields = responseFields(request, vpTokenOf(present(held, request), request));
    assert.equal((await post(request.response_uri, fields)).status, 400);
    isConflict(await cancel(session));
  });

  it('a request that no wallet has fetched: its address answers with an error', async () => {
    const { session, uri: link } = await makeRequest(server);
    assert.equal((await cancel(session)).status, 200);
    const uri = new URL(link).searchParams.get('request_uri') ?? '';
    assert.equal((await fetch(uri)).status, 410);
  });

  it('an unknown session is not found, and one with a token stays', async () => {
    assert.equal((await cancel('unknown')).status, 404);
    const { session, offer, wallet, txCode } = await begin(server, PRE_AUTHORIZED_FLOW);
    assert.equal((await wallet.redeem(offer, txCode)).status, 200);
    isConflict(await cancel(session));
    assert.equal((await sessionOf(server, session)).status, 'token_issued');
  });

  it(`${RACES} cancellations against ${RACES} redemptions: one side wins each, and both agree`, async () => {
    const started = [];
    for (let i = 0; i < RACES; i += 1) started.push(await begin(server, PRE_AUTHORIZED_FLOW));
    for (const { session, offer, wallet, txCode } of started) {
      const [cancelled, redeemed] = await Promise.all([cancel(session), wallet.redeem(offer, txCode)]);
      const wins = [cancelled.status === 200, redeemed.status === 200];
      assert.equal(wins.filter(Boolean).length, 1, `${cancelled.text} ${redeemed.text}`);
      const { status } = await sessionOf(server, session);
      assert.equal(status, cancelled.status === 200 ? 'failed' : 'token_issued');
    }
  });

  it(`${RACES} cancellations at once of one offer, with ${RACES} redemptions: one of all wins`, async () => {
    const { session, offer, wallet, txCode } = await begin(server, PRE_AUTHORIZED_FLOW);
    const calls = Array.from({ length: RACES }, () => [cancel(session), wallet.redeem(offer, txCode)]).flat();
    assert.equal(count(await Promise.all(calls), 200), 1);
  });

  it('cancellations against responses: one side wins each, and both agree', async () => {
    const held = await holdPid(server);
    for (let i = 0; i < RACES; i += 1) {
      const { session, request } = await makeFetchedRequest(server);
      const fields = responseFields(request, vpTokenOf(present(held, request), request));
      const [cancelled, answered] = await Promise.all([cancel(session), post(request.response_uri, fields)]);
      assert.notEqual(cancelled.status === 200, answered.status === 200, cancelled.text);
      const { status } = await sessionOf(server, session);
      assert.equal(status, cancelled.status === 200 ? 'rejected' : 'verified');
    }
  });
});
