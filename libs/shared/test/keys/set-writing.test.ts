import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leafThumbprint } from '../../src/crypto/certificate-chain.ts';
import { signJwtWith, verifyJwt } from '../../src/crypto/jwt.ts';
import { setLead } from '../../src/model/keys/key-states.ts';
import { authority, certified, DAY, named, shop, start, world } from './set-world.ts';

test('a certificate that ends before the lead is over is replaced at its end', async (t) => {
  const made = await world(t);
  await certified(made.sets, shop, start + 60_000);
  made.now += 1000;
  const { key } = await certified(made.sets, shop);
  assert.equal(key.document.usedFrom, start + 60_000);
});

test('another chain for the same key is another certificate, which replaces the one before', async (t) => {
  const made = await world(t);
  const ring = made.ring();
  const { csr, chain: first } = await certified(made.sets, shop);
  const again = await authority.answer(csr, start + 100 * DAY);
  const installed = await made.sets.install('default', shop, again);
  assert.equal(installed.state, 'pending');
  assert.equal((await made.sets.install('default', shop, again)).document.id, installed.document.id, 'repeated');
  made.now += setLead('request');
  const signing = await ring.signers('default', 'request', 'shop');
  assert.deepEqual(
    signing.map(({ x5c }) => leafThumbprint(x5c)),
    [named(again), named(first)],
  );
  const token = await signJwtWith(signing[0] ?? assert.fail(), { header: { typ: 'x' }, payload: {} });
  assert.ok(verifyJwt({ token, typ: 'x', key: again[0]?.publicKey ?? assert.fail() }));
});
