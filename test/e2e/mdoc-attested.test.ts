/** mdocs for wallets of the EUDI line: client and key attestation, encryption both ways, and renewals. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Issued } from '@countersign/wallet/issuance/profile-wallet';
import { makeProofs } from '@countersign/wallet/issuance/proofs';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { credentialsOf, type HaipWorld, startHaipWorld } from '../support/haip.ts';
import { redeemed } from '../support/haip-flows.ts';
import { assertDeviceKey, type HeldMdoc, heldMdoc } from '../support/held-mdoc.ts';
import { CARD, CARD_NAMESPACE, cardConfiguration } from '../support/mdoc.ts';
import { type Shape, shapes } from '../support/presentation-during-issuance.ts';

const type = { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: {} };
const attestedCard = {
  ...cardConfiguration,
  config: { ...cardConfiguration.config, proof_types_supported: { jwt: type, attestation: type } },
  refresh: {},
};

let world: HaipWorld;
before(async () => {
  world = await startHaipWorld({ profile: 'haip' });
  for (const { folder } of shapes) world.server.writeConfig(`${folder}issuance/card.json`, attestedCard);
});
after(() => world.close());

/** Each mdoc has its own key, and the claims of the configuration. */
async function held(shape: Shape, { answer, keys }: Pick<Issued, 'answer' | 'keys'>): Promise<readonly HeldMdoc[]> {
  const credentials = credentialsOf(answer);
  assert.equal(credentials.length, keys.length);
  const all = await Promise.all(credentials.map((one) => heldMdoc(world.server, shape.tenant, CARD, one)));
  for (const [index, one] of all.entries()) {
    assertDeviceKey(one, keys[index] ?? assert.fail());
    assert.deepEqual(one.claims, { [CARD_NAMESPACE]: cardConfiguration.claims[CARD_NAMESPACE] });
  }
  return all;
}

for (const shape of shapes) {
  describe(`mdocs in a tenant of profile haip, ${shape.name}`, () => {
    for (const wallet of ['eudi-kotlin', 'suite'] as const) {
      test(`${wallet}: a batch of attested keys, then a renewal with a status of its own`, async () => {
        const holder = await redeemed(world, shape, wallet, { credentialConfigurationIds: ['card'] });
        const take = (count: number) =>
          holder.credential({ configuration: 'card', keys: Array.from({ length: count }, () => newWalletKey()) });
        const issued = await take(3);
        assert.equal(issued.encrypted, holder.habits.encryption.asks);
        const first = await held(shape, issued);
        const { refresh } = holder.token ?? assert.fail('a token');
        assert.equal((await holder.refresh()).refresh, refresh);
        const renewed = await held(shape, await take(1));
        const places = [...first, ...renewed].map(({ status }) => `${status.uri} ${status.idx}`);
        assert.equal(new Set(places).size, 4);
      });
    }

    test('a key without an attestation gets no mdoc', async () => {
      const holder = await redeemed(world, shape, 'suite', { credentialConfigurationIds: ['card'] });
      const keys = [newWalletKey()];
      const { issuer: audience, now: iat, habits, transport } = holder;
      const plain = { keys, nonce: await holder.nonce(), audience, iat, attester: undefined, sign: transport.sign };
      const proofs = await makeProofs({ ...plain, clientId: holder.clientId }, habits.proof);
      const { answer } = await holder.credential({ configuration: 'card', keys, proofs });
      assert.deepEqual([answer.status, answer.json.error], [400, 'invalid_proof'], answer.text);
    });
  });
}
