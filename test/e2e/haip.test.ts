/**
 * A tenant of profile `haip`: wallets of the HAIP line, each with its habits, fetch credentials from offer to
 * notification.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { EUDI_WALLETS } from '@countersign/wallet/profiles/eudi-wallets';
import type { WalletName } from '@countersign/wallet/profiles/habits';
import { startHaipWorld } from '../support/haip.ts';
import { type FlowsWorld, redeemed, renew, takeBatch, takeLate, takePreAuthorized } from '../support/haip-flows.ts';
import { shapes } from '../support/presentation-during-issuance.ts';
import { openReceiver } from '../support/webhook-receiver.ts';

const names: readonly WalletName[] = [...(Object.keys(EUDI_WALLETS) as (keyof typeof EUDI_WALLETS)[]), 'credo'];

let world: FlowsWorld;
before(async () => {
  const receiver = await openReceiver();
  receiver.status = 200;
  receiver.body = JSON.stringify({ late: { given_name: 'Late' } });
  world = { ...(await startHaipWorld({ profile: 'haip', server: { env: { CLAIMS_WAIT: '0' } } })), receiver };
});
after(async () => {
  await world.close();
  await world.receiver.close();
});

for (const shape of shapes) {
  describe(`a tenant of profile haip, ${shape.name}`, () => {
    for (const wallet of names) {
      test(`${wallet}: metadata, signed where it asks for that`, async () => {
        const holder = await world.wallet(shape, { wallet });
        assert.equal((await holder.metadata()).signed, holder.habits.metadata.accept !== undefined);
      });

      test(`${wallet}: a batch by authorization code`, () => takeBatch(world, shape, wallet));
      test(`${wallet}: refresh, and the credential again`, () => renew(world, shape, wallet));
    }

    for (const wallet of ['eudi-kotlin', 'suite'] as const) {
      test(`${wallet}: pre-authorized code with a transaction code`, () => takePreAuthorized(world, shape, wallet));
    }
    for (const [wallet, by] of [
      ['eudi-kotlin', 'browser'],
      ['suite', 'browser'],
      ['ts3-letter', 'challenge'],
    ] as const) {
      test(`${wallet}: a presentation by ${by}, and a credential that comes later`, () =>
        takeLate(world, shape, wallet, by));
    }

    test('a stale challenge is answered with a new one, and the wallet repeats', async () => {
      const holder = await world.wallet(shape, { wallet: 'suite' });
      holder.sender.challenge = 'A'.repeat(43);
      const made = await world.offer(shape);
      await holder.redeem(await holder.offer(made.uri));
      assert.ok(holder.sender.retries >= 1);
    });

    test('without DPoP or attestation there is no token', async () => {
      const bearer = await world.wallet(shape, { dpop: false });
      const made = await world.offer(shape);
      await assert.rejects(bearer.redeem(await bearer.offer(made.uri)), /invalid_dpop_proof|use_dpop_nonce/);
      const plain = await world.wallet(shape, { attester: undefined });
      await assert.rejects(plain.redeem(await plain.offer(made.uri)), /invalid_client/);
      assert.equal((await redeemed(world, shape, 'credo')).token?.type, 'DPoP');
    });
  });
}
