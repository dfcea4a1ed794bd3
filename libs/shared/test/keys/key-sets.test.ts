import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leafThumbprint } from '../../src/crypto/certificate-chain.ts';
import { signJwtWith, verifyJwt } from '../../src/crypto/jwt.ts';
import { keyDocuments } from '../model/every-tenant.ts';
import { authority, certified, named, refusal, shop, signerOf, subject, world } from './set-world.ts';

test('a key is made, its chain makes it usable at once, and every replica signs with it', async (t) => {
  const { sets, ring, store } = await world(t);
  const rings = [ring(), ring()];
  await assert.rejects(signerOf(ring()), refusal('key_set_unknown'));
  const { csr, key } = await sets.begin('default', shop, subject);
  assert.equal(key.state, 'requested');
  await assert.rejects(signerOf(rings[0] ?? ring()), refusal('key_set_unknown'));
  const chain = await authority.answer(csr);
  assert.equal((await sets.install('default', shop, chain)).state, 'active');
  for (const one of rings) {
    const signing = await one.signer('default', 'request', 'shop');
    assert.equal(leafThumbprint(signing.x5c), named(chain));
    const token = await signJwtWith(signing, { header: { typ: 'x' }, payload: {} });
    assert.ok(verifyJwt({ token, typ: 'x', key: chain[0]?.publicKey ?? assert.fail() }));
  }
  const [document] = (await store.find(keyDocuments, { index: 'purpose', equal: ['default', 'set'], limit: 9 }))
    .documents;
  assert.ok(document !== undefined && !document.sealed.includes('PRIVATE') && document.sealed !== '');
});

test('a finding of the content refuses the chain', async (t) => {
  const chainFindings = async () => ['it names nobody'];
  const { sets } = await world(t, { chainFindings });
  await assert.rejects(certified(sets, shop), refusal('key_set_chain_invalid', /names nobody/));
});

test('at most five keys of a purpose wait; one that waits can be discarded, one that signs only with its set', async (t) => {
  const { sets, ring } = await world(t);
  const { key } = await certified(sets, shop);
  const begun = [];
  for (let i = 0; i < 5; i += 1) begun.push(await sets.begin('default', shop, subject));
  await assert.rejects(sets.begin('default', shop, subject), refusal('key_sets_full'));
  await assert.rejects(sets.discard('default', shop, key.kid), refusal('key_set_key_unknown'));
  await sets.discard('default', shop, begun[0]?.key.kid ?? '');
  await sets.begin('default', shop, subject);
  await sets.remove('default', shop);
  assert.deepEqual(await sets.list('default'), []);
  await assert.rejects(signerOf(ring()), refusal('key_set_unknown'));
  await assert.rejects(sets.remove('default', shop), refusal('key_set_key_unknown'));
});

test('keys of a tenant are of that tenant', async (t) => {
  const { sets, ring } = await world(t);
  const { csr } = await sets.begin('default', shop, subject);
  await assert.rejects(
    sets.install('acme', shop, await authority.answer(csr)),
    refusal('key_set_chain_invalid', /any of this set's keys/),
  );
  assert.equal(await ring().hasStoredSets('acme'), false);
});
