import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createVaults } from '@countersign/shared/keys/vaults';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { createAcmeAccounts } from '../../src/acme/acme-accounts.ts';

const [ONE, OTHER] = ['https://one.example/directory', 'https://other.example/directory'];

async function replicas(t: TestContext) {
  const store = await temporaryStore(t);
  const clock = (): number => 0;
  const vaults = createVaults({ store, masterKey: Buffer.alloc(32, 1), random: systemRandom, clock });
  return [createAcmeAccounts({ store, vaults, clock }), createAcmeAccounts({ store, vaults, clock })] as const;
}

it('makes one key for each tenant and directory, the same on every replica', async (t) => {
  const [first, second] = await replicas(t);
  const [one, same] = await Promise.all([first.of('t', ONE), second.of('t', ONE)]);
  assert.deepEqual(one.key.publicJwk, same.key.publicJwk);
  const { key: another } = await first.of('t', OTHER);
  const { key: foreign } = await first.of('other', ONE);
  assert.equal(new Set([one.key, another, foreign].map(({ publicJwk }) => publicJwk.x)).size, 3);
});

it('keeps the address of an account until the authority has forgotten it, and the key beyond that', async (t) => {
  const [first, second] = await replicas(t);
  const { key, url } = await first.of('t', ONE);
  assert.equal(url, undefined);
  await first.of('t', OTHER);
  await first.keepUrl('t', ONE, 'https://one.example/account/1');
  assert.equal((await second.of('t', ONE)).url, 'https://one.example/account/1');
  assert.equal((await second.of('t', OTHER)).url, undefined);
  await second.keepUrl('t', ONE, undefined);
  const after = await first.of('t', ONE);
  assert.deepEqual([after.url, after.key.publicJwk], [undefined, key.publicJwk]);
});
