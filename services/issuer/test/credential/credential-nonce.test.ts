import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openIssuer } from '../world.ts';

test('a nonce is valid for its time, in its tenant, and once', async (t) => {
  const world = await openIssuer(t, { NONCE_TTL: '60' });
  const { nonces } = world.dependencies;
  const nonce = await nonces.create('default');
  const alive = async (tenant = 'default') => (await nonces.aliveCheck(tenant))(nonce);
  assert.deepEqual([await alive(), await alive('other')], [true, false]);
  assert.deepEqual([await nonces.use('default', nonce), await nonces.use('default', nonce)], [true, false]);
  world.now += 60_000;
  assert.equal(await alive(), false);
});

test('the endpoint returns a DPoP nonce where proofs require one', async (t) => {
  const without = await openIssuer(t);
  assert.deepEqual((await without.post('issuer.nonce', {})).headers, {});
  const required = await openIssuer(t, { DPOP_NONCE: 'required' });
  const { body, headers } = await required.post('issuer.nonce', {});
  assert.equal(typeof (body as { c_nonce: unknown }).c_nonce, 'string');
  assert.equal(typeof headers?.['dpop-nonce'], 'string');
});
