/** Deferred credentials (OpenID4VCI 1.0, 9): a third-party wallet library finds the endpoint, and collects them. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { read } from '@countersign/wallet/sending/answer';
import { verifyWithLibrary } from '../support/credential.ts';
import { holdPidOf, offerOf, SHAPE_A, shapes, writeMember } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { receiveWithOpenid4vc } from '../wallet/openid4vc-wallet.ts';
import { presentWithOpenid4vp } from '../wallet/openid4vp-wallet.ts';

let server: TestServer;
let receiver: WebhookReceiver;

before(async () => {
  // Shorter than any response time of the webhook, which waits until the wallet was sent away.
  server = await startSampleServer({ env: { CLAIMS_WAIT: '30' } });
  receiver = await openReceiver();
  receiver.status = 200;
  receiver.body = JSON.stringify({ member: { level: 'late' } });
});
after(async () => {
  await server.close();
  await receiver.close();
});

for (const shape of shapes) {
  for (const dpop of [true, false]) {
    it(`${shape.name}: the library collects what a slow claims webhook deferred, ${dpop ? 'with' : 'without'} DPoP`, async () => {
      receiver.silent = true;
      writeMember(server, shape, receiver.url);
      const held = await holdPidOf(server, shape);
      const made = await offerOf(server, shape);
      const present = async (link: string): Promise<string> => {
        const { answer } = await presentWithOpenid4vp(link, held);
        assert.equal(answer.status, 200, answer.text);
        return answer.json.presentation_during_issuance_session;
      };
      const received = await receiveWithOpenid4vc({
        link: made.uri,
        dpop,
        present,
        deferred: () => {
          receiver.silent = false;
        },
      });
      assert.ok(received.waited > 0, 'the credential request itself was answered with 202');
      const { claims } = await verifyWithLibrary(received.credentials[0] ?? '');
      assert.equal(claims.level, 'late');
      const view = await read(await shape.call(server, `/session/${made.session}`));
      // The wallet got no notification id, so it reports nothing.
      assert.deepEqual([view.json.status, received.notificationId], ['issued', undefined]);
    });
  }
}

it('the endpoint of the metadata is the one that answers', async () => {
  const { json } = await read(await server.request('/.well-known/openid-credential-issuer'));
  const endpoint = new URL(json.deferred_credential_endpoint);
  assert.equal(endpoint.origin, SHAPE_A.issuer(server));
  const answer = await read(
    await fetch(endpoint, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }),
  );
  assert.equal(answer.status, 401, answer.text);
});
