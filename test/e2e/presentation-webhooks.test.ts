/** The backend learns the state or the end of a presentation request without a verified response. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { reasons } from '@countersign/gateway/reasons';
import { errorFields, post, present, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import { sessionOf, sessionOfCredential, setStatus } from '../support/flows.ts';
import { holdPid, makeFetchedRequest, pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver, verified, type WebhookReceiver } from '../support/webhook-receiver.ts';

const SECRET = `whsec_${Buffer.from('presentation-webhook-secret-32by').toString('base64')}`;

describe('webhooks of a presentation without a verified answer', () => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  before(async () => {
    server = await startSampleServer({ env: { WEBHOOK_SCHEDULE: '0,1,1,1' } });
    server.writeConfig('presentation/question.json', pidQuestion);
    receiver = await openReceiver();
  });
  after(async () => {
    await server.close();
    await receiver.close();
  });

  /** Payloads of a session, when there are n of them. */
  const webhooks = async (session: string, n: number): Promise<readonly Record<string, unknown>[]> => {
    for (let all = 1; ; all += 1) {
      const payloads = (await receiver.wait(all)).map((each) => verified(each, SECRET));
      const own = payloads.filter((payload) => payload.session === session);
      if (own.length >= n) return own.map(({ timestamp: _, session: __, ...rest }) => rest);
    }
  };
  const webhook = () => ({ url: receiver.url, signingSecret: SECRET });

  it('a person who declines', async () => {
    const { session, request } = await makeFetchedRequest(server, { webhook: webhook(), state: 'order-9' });
    assert.equal((await post(request.response_uri, errorFields(request, 'access_denied'))).status, 200);
    const rejected = { type: 'presentation.rejected', reason: 'access_denied', hint: reasons.wallet_error.hint };
    assert.deepEqual(await webhooks(session, 1), [{ ...rejected, state: 'order-9' }]);
  });

  it('a credential that was revoked, reported at once; then another one that is valid', async () => {
    const revoked = await holdPid(server);
    await setStatus(server, await sessionOfCredential(server, revoked.credential), 1);
    const { session, request } = await makeFetchedRequest(server, { webhook: webhook() });
    const fields = responseFields(request, vpTokenOf(present(revoked, request), request));
    assert.equal((await post(request.response_uri, fields)).status, 400);
    const { hint } = reasons.revoked;
    const refused = { type: 'presentation.refused', reason: 'revoked', hint, credential: 'pid' };
    assert.deepEqual(await webhooks(session, 1), [refused]);
    assert.equal((await sessionOf(server, session)).status, 'requested');
    const good = vpTokenOf(present(await holdPid(server), request), request);
    assert.equal((await post(request.response_uri, responseFields(request, good))).status, 200);
    assert.deepEqual(
      (await webhooks(session, 2)).map(({ type }) => type),
      ['presentation.refused', 'presentation.verified'],
    );
  });

  it('it can be sent again, and nothing of the person is in it', async () => {
    const { session, request } = await makeFetchedRequest(server, { webhook: webhook() });
    const forged = vpTokenOf(present(await holdPid(server), request, { nonce: 'another' }), request);
    assert.equal((await post(request.response_uri, responseFields(request, forged))).status, 400);
    await webhooks(session, 1);
    const [delivery] = (await (await server.a(`/session/${session}/deliveries`)).json()) as [{ id: string }];
    const path = `/session/${session}/deliveries/${delivery.id}/replay`;
    for (;;) {
      const { status } = await server.a(path, { method: 'POST' });
      if (status === 201) break;
      assert.equal(status, 409, 'its first delivery is under way');
    }
    const [first, again] = await webhooks(session, 2);
    assert.deepEqual(again, first);
    const { hint } = reasons.kb_nonce;
    assert.deepEqual(first, { type: 'presentation.refused', reason: 'kb_nonce', hint, credential: 'pid' });
  });
});
