/**
 * `@openid4vc/openid4vci` 0.4.6 fetches credentials from a tenant of profile `haip`, with everything that this version
 * supports.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { verifyWithLibrary } from '../support/credential.ts';
import { type HaipWorld, lateConfiguration, startHaipWorld } from '../support/haip.ts';
import { pidQuestion } from '../support/presentation.ts';
import { presentOnPage, type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import {
  type AttestedCredentials,
  type AttestedOpenid4vc,
  openAttestedOpenid4vc,
} from '../wallet/openid4vc-attested-wallet.ts';

let world: HaipWorld;
let receiver: WebhookReceiver;
before(async () => {
  world = await startHaipWorld({ profile: 'haip', server: { env: { CLAIMS_WAIT: '0' } } });
  receiver = await openReceiver();
  receiver.status = 200;
  receiver.body = JSON.stringify({ late: { given_name: 'Late' } });
});
after(async () => {
  await world.close();
  await receiver.close();
});

async function open(
  shape: Shape,
  body: object = {},
): Promise<AttestedOpenid4vc & { readonly txCode: string | undefined }> {
  const made = await world.offer(shape, body);
  return Object.assign(await openAttestedOpenid4vc(made.uri, world.provider), { txCode: made.txCode });
}

async function assertBound({ credentials, keys }: AttestedCredentials): Promise<void> {
  assert.equal(credentials.length, keys.length);
  for (const [index, credential] of credentials.entries()) {
    const { claims } = await verifyWithLibrary(credential);
    assert.deepEqual((claims.cnf as { jwk: object }).jwk, keys[index]?.publicJwk);
  }
}

/** The library wallet's PID. */
async function holdPid(shape: Shape): Promise<HeldCredential> {
  const made = await world.offer(shape, { credentialConfigurationIds: ['pid'] });
  const wallet = await world.wallet(shape);
  await wallet.redeem(await wallet.offer(made.uri));
  const key = newWalletKey();
  const { answer } = await wallet.credential({ configuration: 'pid', keys: [key] });
  return { credential: answer.json.credentials[0].credential, key };
}

for (const shape of shapes) {
  describe(`@openid4vc at a tenant of profile haip, ${shape.name}`, () => {
    for (const start of ['challenge', 'par'] as const) {
      for (const proof of ['jwt', 'attestation'] as const) {
        test(`${start}, a batch with proof type ${proof}, encrypted, notification, refresh`, async () => {
          const library = await open(shape);
          const token = await library.authorize(start);
          assert.equal(token.accessTokenResponse.token_type, 'DPoP');
          const issued = await library.credentials(proof, 3);
          await assertBound(issued);
          assert.deepEqual(library.encrypted, { requests: 1, answers: 1 });
          await library.notify(issued.notificationId ?? '');
          const { refresh_token: refresh } = token.accessTokenResponse;
          assert.ok(refresh !== undefined, 'a refresh token');
          const again = await library.refresh();
          assert.equal(again.accessTokenResponse.refresh_token, refresh);
          assert.notEqual(again.accessTokenResponse.access_token, token.accessTokenResponse.access_token);
          await assertBound(await library.credentials(proof, 1));
        });
      }
    }

    test('pre-authorized code with a transaction code', async () => {
      const library = await open(shape, { flow: 'pre_authorized_code', tx_code: true });
      await library.preAuthorized(library.txCode);
      await assertBound(await library.credentials('jwt', 1));
    });

    test('a credential that comes later, collected with a refreshed token', async () => {
      world.server.writeConfig(`${shape.folder}issuance/late.json`, lateConfiguration(receiver.url));
      world.server.writeConfig(`${shape.folder}presentation/identity.json`, pidQuestion);
      const held = await holdPid(shape);
      receiver.silent = true;
      const library = await open(shape, { credentialConfigurationIds: ['late'] });
      await library.authorize('par', (page) => presentOnPage(world.server, page, held));
      const first = await library.credentials('jwt', 2);
      assert.ok(first.transactionId !== undefined);
      receiver.silent = false;
      await library.refresh();
      let later = await library.deferred(first);
      for (; later.transactionId !== undefined; later = await library.deferred(first)) await sleep(20);
      await assertBound(later);
    });
  });
}
