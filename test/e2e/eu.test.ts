/** A tenant of profile `eu`: its credentials say what the European profile asks for, and their status is suspended and revoked. */
import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { ATTESTED, credentialsOf, type HaipWorld, startHaipWorld } from '../support/haip.ts';
import { assertBound } from '../support/haip-flows.ts';
import { shapes } from '../support/presentation-during-issuance.ts';

let world: HaipWorld;
before(async () => {
  world = await startHaipWorld({ profile: 'eu' });
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
  });
}
