/** A wallet whose token is still valid requests credentials again, even after its notification. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import type { Answer } from '@countersign/wallet/sending/answer';
import { decode, verifyWithLibrary } from '../support/credential.ts';
import { assertRefused, beginWithToken, credentialBody, PRE_AUTHORIZED_FLOW, sessionOf } from '../support/flows.ts';
import {
  challenged,
  holdPidOf,
  requestMember,
  SHAPE_A,
  tokenAfterPresentation,
  writeMember,
} from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver } from '../support/webhook-receiver.ts';

let server: TestServer;
before(async () => {
  server = await startSampleServer();
});
after(() => server.close());

/** Index in the status list of a credential. */
function indexOf(credential: string): unknown {
  const payload = decode(credential.split('.')[1] ?? '') as { status?: { status_list?: { idx?: unknown } } };
  return payload.status?.status_list?.idx;
}

const credentialsOf = (answer: Answer): readonly string[] =>
  answer.json.credentials.map(({ credential }: { credential: string }) => credential);

for (const dpop of [true, false]) {
  it(`a second batch after credential_accepted, ${dpop ? 'DPoP' : 'bearer'}: own entries, own event, still completed`, async (t) => {
    const receiver = await openReceiver();
    t.after(() => receiver.close());
    const body = { ...PRE_AUTHORIZED_FLOW, notifyWebhook: { url: receiver.url } };
    const { wallet, token, session } = await beginWithToken(server, body, { dpop });
    const batch = async (): Promise<Answer> => {
      const nonce = await wallet.nonce();
      const jwt = [newWalletKey(), newWalletKey()].map((key) => wallet.proof(key, nonce));
      const answer = await wallet.credential(token, { credential_configuration_id: 'pid', proofs: { jwt } });
      assert.equal(answer.status, 200, answer.text);
      return answer;
    };
    const first = await batch();
    assert.equal((await wallet.notify(token, first.json.notification_id)).status, 204);
    assert.equal((await sessionOf(server, session)).status, 'completed');
    const second = await batch();
    assert.notEqual(second.json.notification_id, first.json.notification_id);
    assert.equal(new Set([...credentialsOf(first), ...credentialsOf(second)].map(indexOf)).size, 4);
    const view = await sessionOf(server, session);
    assert.deepEqual([view.status, view.issued.length], ['completed', 4]);

    // A late report is recorded; the state and its event do not change.
    assert.equal((await wallet.notify(token, second.json.notification_id)).status, 204);
    assert.equal((await wallet.notify(token, second.json.notification_id, 'credential_failure')).status, 204);
    assert.equal((await wallet.notify(token, first.json.notification_id, 'credential_deleted')).status, 204);
    const later = await sessionOf(server, session);
    assert.deepEqual([later.status, later.notifications.length], ['completed', 4]);
    const webhooks = (await receiver.wait(3)).map((call) => JSON.parse(call.body));
    assert.deepEqual(
      webhooks.map(({ type, notification_id: id }) => [type, id]),
      [
        ['credential.issued', first.json.notification_id],
        ['issuance.completed', undefined],
        ['credential.issued', second.json.notification_id],
      ],
    );
    assert.equal(receiver.received.length, 3);
  });
}

it('a nonce counts once then too, and another configuration is refused as before', async () => {
  const { wallet, token } = await beginWithToken(server);
  const body = await credentialBody(wallet);
  const issued = await wallet.credential(token, body);
  assert.equal((await wallet.notify(token, issued.json.notification_id)).status, 204);
  assertRefused(await wallet.credential(token, body), 400, 'invalid_nonce');
  const other = await wallet.credential(token, await credentialBody(wallet, { id: 'diploma' }));
  assertRefused(other, 400, 'credential_request_denied');
});

it('the claims of a webhook are asked for once, and are those of every credential', async (t) => {
  const receiver = await openReceiver();
  t.after(() => receiver.close());
  receiver.status = 200;
  receiver.body = JSON.stringify({ member: { level: 'gold' } });
  writeMember(server, SHAPE_A, receiver.url);
  const started = await challenged(server, SHAPE_A);
  const token = await tokenAfterPresentation(started, await holdPidOf(server, SHAPE_A));
  const first = await requestMember(started.wallet, token);
  assert.equal(first.status, 200, first.text);
  assert.equal((await started.wallet.notify(token, first.json.notification_id)).status, 204);
  assert.equal((await sessionOf(server, started.session)).status, 'completed');
  const second = await requestMember(started.wallet, token);
  assert.equal(second.status, 200, second.text);
  assert.equal((await verifyWithLibrary(second.json.credentials[0].credential)).claims.level, 'gold');
  assert.equal(receiver.received.length, 1);
});
