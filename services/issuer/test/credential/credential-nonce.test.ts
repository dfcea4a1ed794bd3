import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openIssuer } from '../world.ts';

test('a nonce is valid for its time, in its tenant, and once', async (t) => {
  const world = await openIssuer(t, { NONCE_TTL: '60' });
  const { nonces } = world.dependencies;
  const nonce = await nonces.create('default');
  const refusal = async (tenant = 'default') => (await nonces.refusalCheck(tenant))(nonce);
  assert.deepEqual([await refusal(), await refusal('other')], [undefined, { reason: 'proof_nonce_unknown' }]);
  const used = { reason: 'proof_nonce_used', facts: { detail: 'used' } };
  assert.deepEqual([await nonces.use('default', nonce), await nonces.use('default', nonce)], [undefined, used]);
  world.now += 60_000;
  assert.deepEqual(await refusal(), { reason: 'proof_nonce_expired', facts: { expiredSeconds: 0, limitSeconds: 60 } });
  world.now += 5000;
  assert.deepEqual((await refusal())?.facts, { expiredSeconds: 5, limitSeconds: 60 });
});

test('the endpoint returns a DPoP nonce where proofs require one', async (t) => {
  const without = await openIssuer(t);
  assert.deepEqual((await without.post('issuer.nonce', {})).headers, {});
  const required = await openIssuer(t, { DPOP_NONCE: 'required' });
  const { body, headers } = await required.post('issuer.nonce', {});
  assert.equal(typeof (body as { c_nonce: unknown }).c_nonce, 'string');
  assert.equal(typeof headers?.['dpop-nonce'], 'string');
});
