import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leafThumbprint } from '../../src/crypto/certificate-chain.ts';
import { KEEP, setLead } from '../../src/model/keys/key-states.ts';
import { certified, DAY, named, own, refusal, shop, signerOf, start, world } from './set-world.ts';

test('a rotation overlaps: the next key waits, and what the one before began can be finished for 48 hours', async (t) => {
  const made = await world(t);
  const [one, two] = [made.ring(), made.ring()];
  const first = await certified(made.sets, shop);
  await signerOf(one);
  await signerOf(two);
  made.now += DAY;
  const second = await certified(made.sets, shop);
  assert.equal(second.key.state, 'pending');
  assert.equal(await signerOf(one), named(first.chain));
  made.now += 1000;
  // A replica whose clock is ahead.
  assert.deepEqual(
    (await two.signers('default', 'request', 'shop')).map(({ x5c }) => leafThumbprint(x5c)),
    [named(first.chain), named(second.chain)],
  );
  made.now += setLead('request');
  for (const ring of [one, two]) {
    assert.deepEqual(
      (await ring.signers('default', 'request', 'shop')).map(({ x5c }) => leafThumbprint(x5c)),
      [named(second.chain), named(first.chain)],
    );
  }
  assert.deepEqual(
    (await made.sets.list('default')).map(({ state }) => state),
    ['retiring', 'active'],
  );
  made.now += KEEP;
  assert.equal((await one.signers('default', 'request', 'shop')).length, 1);
  const stored = (await made.sets.list('default')).map(({ document }) => document.sealed === '');
  assert.deepEqual(stored, [true, false], 'the private key is erased');
});

test('the default set replaces the generated key of the tenant after a lead, and its requests can be finished', async (t) => {
  const made = await world(t);
  const [ring, late] = [made.ring(), made.ring()];
  const generated = await ring.signer('default', 'request');
  const { chain, key } = await certified(made.sets, own);
  assert.equal(key.state, 'pending');
  assert.equal((await ring.signer('default', 'request')).kid, generated.kid);
  made.now += setLead('request');
  for (const one of [ring, late]) {
    const kids = (await one.signers('default', 'request')).map(({ x5c }) => leafThumbprint(x5c));
    assert.deepEqual(kids, [named(chain), leafThumbprint(generated.x5c)]);
  }
  made.now += KEEP;
  assert.equal((await ring.signers('default', 'request')).length, 1);
});

test('a certificate that has ended signs nothing, and a generated key does not take its place', async (t) => {
  const made = await world(t);
  const ring = made.ring();
  await certified(made.sets, shop, start + DAY);
  await certified(made.sets, own, start + DAY);
  made.now += DAY - 1000;
  await signerOf(ring);
  await ring.signer('default', 'request');
  made.now += 2000;
  await assert.rejects(signerOf(ring), refusal('key_set_ended'));
  await assert.rejects(ring.signer('default', 'request'), refusal('key_set_ended'));
});
