/** A presentation configuration's `retention`, as a backend sees it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type HeldCredential, post } from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { sessionOf } from '../support/flows.ts';
import { holdPid, makeFetchedRequest, pidQuestion } from '../support/presentation.ts';
import {
  challenged,
  goodResponse,
  memberConfiguration,
  requestMember,
  SHAPE_A,
  tokenAfterPresentation,
} from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

describe('retention of what was presented', () => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  let held: HeldCredential;
  before(async () => {
    server = await startSampleServer({ env: { WEBHOOK_SCHEDULE: '0,1,1', CLAIMS_WAIT: '10000' } });
    receiver = await openReceiver();
    receiver.status = 200;
    receiver.body = JSON.stringify({ member: { level: 'gold' } });
    held = await holdPid(server);
  });
  after(async () => {
    await receiver.close();
    await server.close();
  });

  const put = async (configuration: object) =>
    read(
      await server.a('/presentation-management', {
        method: 'POST',
        body: JSON.stringify({ ...pidQuestion, ...configuration }),
      }),
    );
  // biome-ignore lint/suspicious/noExplicitAny: the view is looked at field by field
  const erased = async (session: string): Promise<any> => {
    for (let n = 0; n < 400; n += 1) {
      const view = await sessionOf(server, session);
      if (view.credentialsErased === true) return view;
      await new Promise((tick) => setTimeout(tick, 20));
    }
    return assert.fail('what was presented is still there');
  };

  it('needs a webhook, and is one of two words', async () => {
    for (const change of [{ retention: 'webhook' }, { retention: 'forever', webhook: receiver.url }]) {
      const refused = await put({ id: 'question', ...change });
      assert.equal(refused.status, 400, refused.text);
      assert.equal(refused.json.errors[0].pointer, '/retention');
    }
  });

  it('webhook: kept until the backend has it, then shown as erased; a replay is refused with the reason', async () => {
    assert.ok((await put({ id: 'question', retention: 'webhook', webhook: receiver.url })).status < 300);
    receiver.silent = true;
    const { request, session } = await makeFetchedRequest(server);
    assert.equal((await post(request.response_uri, goodResponse(request, held))).status, 200);
    const view = await sessionOf(server, session);
    assert.deepEqual([view.credentials[0].values.given_name, view.credentialsErased], ['Erika', undefined]);
    await receiver.wait(1);
    receiver.silent = false;
    const after = await erased(session);
    assert.deepEqual([after.status, after.credentials], ['verified', undefined]);
    const [webhook] = receiver.received;
    assert.equal(JSON.parse(webhook?.body ?? '').credentials[0].values.given_name, 'Erika');
    const [delivery] = (await read(await server.a(`/session/${session}/deliveries`))).json;
    const replay = await read(
      await server.a(`/session/${session}/deliveries/${delivery.id}/replay`, { method: 'POST' }),
    );
    assert.equal(replay.status, 409);
    assert.match(replay.json.detail, /erased/);
  });

  it('webhook, during an issuance: erased when the claims are there, and the credential is issued', async () => {
    server.writeConfig('issuance/member.json', memberConfiguration(receiver.url));
    assert.ok((await put({ id: 'identity', retention: 'webhook', webhook: receiver.url })).status < 300);
    const started = await challenged(server, SHAPE_A);
    const token = await tokenAfterPresentation(started, held);
    await erased(started.session);
    const answer = await requestMember(started.wallet, token);
    assert.equal(answer.status, 200, answer.text);
  });
});
