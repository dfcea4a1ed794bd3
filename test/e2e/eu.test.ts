/** A tenant of profile `eu`: its credentials, SD-JWT VCs and mdocs, say what the European profile asks for. */
import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Tagged } from '@countersign/shared/mdoc/cbor-value';
import { COSE_HEADER } from '@countersign/shared/mdoc/cose-header';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { ATTESTED, credentialsOf, type HaipWorld, startHaipWorld } from '../support/haip.ts';
import { assertBound, redeemed } from '../support/haip-flows.ts';
import { heldMdoc } from '../support/held-mdoc.ts';
import { CARD, cardConfiguration } from '../support/mdoc.ts';
import { shapes } from '../support/presentation-during-issuance.ts';

const type = { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: {} };
const attestedCard = {
  ...cardConfiguration,
  config: { ...cardConfiguration.config, proof_types_supported: { jwt: type, attestation: type } },
};

let world: HaipWorld;
before(async () => {
  world = await startHaipWorld({ profile: 'eu' });
  for (const { folder } of shapes) world.server.writeConfig(`${folder}issuance/card.json`, attestedCard);
});
after(() => world.close());

for (const shape of shapes) {
  describe(`a tenant of profile eu, ${shape.name}`, () => {
    test('a credential names its chain, its leaf, its times and the bytes of its type', async () => {
      const holder = await world.wallet(shape, { wallet: 'eudi-kotlin' });
      const made = await world.offer(shape);
      await holder.redeem(await holder.offer(made.uri), made.txCode);
      const issued = await holder.credential({ configuration: ATTESTED, keys: [newWalletKey(), newWalletKey()] });
      await assertBound(issued);
      const [token = ''] = credentialsOf(issued.answer).map((credential) => credential.split('~')[0] ?? '');
      const [header, claims] = [decodeProtectedHeader(token), decodeJwt(token)];
      const leaf = Buffer.from(header.x5c?.[0] ?? '', 'base64');
      assert.equal(header['x5t#S256'], createHash('sha256').update(leaf).digest('base64url'));
      assert.deepEqual([header.iat, claims.nbf], [claims.iat, claims.iat]);
      assert.ok(Number(claims.exp) > Number(claims.iat));
      const chain = await fetch(String(header.x5u));
      assert.deepEqual([chain.status, chain.headers.get('content-type')], [200, 'application/pem-certificate-chain']);
      assert.deepEqual(new X509Certificate(await chain.text()).raw, leaf);
      const type = Buffer.from(await (await fetch(String(claims.vct))).arrayBuffer());
      assert.equal(claims['vct#integrity'], `sha256-${createHash('sha256').update(type).digest('base64')}`);
    });

    test('an mdoc names its leaf and its chain in what is signed', async () => {
      const holder = await redeemed(world, shape, 'eudi-kotlin', { credentialConfigurationIds: ['card'] });
      const { answer } = await holder.credential({ configuration: 'card', keys: [newWalletKey()] });
      const { document } = await heldMdoc(world.server, shape.tenant, CARD, credentialsOf(answer)[0] ?? '');
      const { protectedHeader } = document.issuerAuth;
      const [leaf = Buffer.alloc(0)] = document.x5chain;
      const digest = createHash('sha256').update(leaf).digest();
      assert.deepEqual(protectedHeader.get(COSE_HEADER.x5t), [-16, digest]);
      const address = (protectedHeader.get(COSE_HEADER.x5u) as Tagged).value as string;
      assert.deepEqual(new X509Certificate(await (await fetch(address)).text()).raw, leaf);
    });
  });
}
