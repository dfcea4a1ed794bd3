/**
 * A tenant of profile `open`, the default: wallets of the HAIP line get what they support, and other wallets get the
 * same as before.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MetadataRefused } from '@countersign/wallet/issuance/metadata';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { verifyWithLibrary } from '../support/credential.ts';
import { credentialsOf, type HaipWorld, startHaipWorld } from '../support/haip.ts';
import { type FlowsWorld, takeBatch, takeLate, takePreAuthorized } from '../support/haip-flows.ts';
import { shapes } from '../support/presentation-during-issuance.ts';
import { openReceiver } from '../support/webhook-receiver.ts';

let world: HaipWorld;
let attested: FlowsWorld;
before(async () => {
  world = await startHaipWorld({ profile: 'open' });
  const receiver = await openReceiver();
  receiver.status = 200;
  receiver.body = JSON.stringify({ late: { given_name: 'Late' } });
  const env = { CLAIMS_WAIT: '0' };
  attested = { ...(await startHaipWorld({ profile: 'open', samples: 'attested', server: { env } })), receiver };
});
after(async () => {
  await Promise.all([world.close(), attested.close()]);
  await attested.receiver.close();
});

for (const shape of shapes) {
  describe(`an open tenant, ${shape.name}`, () => {
    for (const wallet of ['credo', 'suite', 'ts3-letter'] as const) {
      for (const attested of wallet === 'ts3-letter' ? [false] : [true, false]) {
        test(`${wallet} ${attested ? 'with' : 'without'} attestation takes a credential with plain proofs`, async () => {
          const made = await world.offer(shape, { credentialConfigurationIds: ['pid'] });
          const attester = attested ? { attester: world.provider } : { attester: undefined };
          const holder = await world.wallet(shape, { wallet, ...attester });
          const offer = await holder.offer(made.uri);
          await holder.redeem(offer);
          const keys = [newWalletKey(), newWalletKey()];
          const { answer } = await holder.credential({ configuration: 'pid', keys });
          const credentials = credentialsOf(answer);
          assert.equal(credentials.length, 2);
          for (const [index, credential] of credentials.entries()) {
            const { claims } = await verifyWithLibrary(credential);
            assert.deepEqual((claims.cnf as { jwk: object }).jwk, keys[index]?.publicJwk);
          }
          assert.equal((await holder.notify(answer.json.notification_id)).status, 204);
        });
      }
    }

    test('the EUDI libraries refuse the metadata, because the samples have plain proofs', async () => {
      for (const wallet of ['eudi-kotlin', 'eudi-ios'] as const) {
        const holder = await world.wallet(shape, { wallet });
        await assert.rejects(holder.metadata(), (error: unknown) => {
          assert.ok(error instanceof MetadataRefused, String(error));
          return error.reasons.some((reason) => reason.startsWith('pid: jwt proof must contain'));
        });
      }
    });
  });

  describe(`an open tenant with key attestations alone, ${shape.name}`, () => {
    for (const wallet of ['eudi-kotlin', 'eudi-kotlin-attestation', 'eudi-ios', 'credo', 'suite'] as const) {
      test(`${wallet}: a batch by authorization code`, () => takeBatch(attested, shape, wallet));
    }
    test('pre-authorized code', () => takePreAuthorized(attested, shape, 'eudi-kotlin'));
    for (const by of ['browser', 'challenge'] as const) {
      test(`a presentation by ${by}, and a credential that comes later`, () =>
        takeLate(attested, shape, 'eudi-kotlin', by));
    }
  });
}
