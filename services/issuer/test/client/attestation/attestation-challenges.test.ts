import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAttestationChallenges } from '../../../src/client/attestation/attestation-challenges.ts';
import { openIssuer } from '../../world.ts';

test('a challenge is known in its tenant, again and again, and nowhere else', async (t) => {
  const { platform } = await openIssuer(t);
  const challenges = createAttestationChallenges(platform);
  const challenge = await challenges.create('default');
  assert.match(challenge, /^[A-Za-z0-9._~-]{16,512}$/);
  const timeOf = async (tenant: string) => (await challenges.timeOf(tenant))(challenge);
  assert.deepEqual([await timeOf('default'), await timeOf('default')], [platform.clock(), platform.clock()]);
  assert.equal(await timeOf('other'), undefined);
  const known = await challenges.timeOf('default');
  for (const other of [`${challenge}A`, challenge.slice(1), '', 1, null, {}]) assert.equal(known(other), undefined);
});

test('the endpoint neither stores nor reads anything, and returns a DPoP nonce where proofs require one', async (t) => {
  const plain = await openIssuer(t);
  const increments = t.mock.method(plain.platform.cache, 'addOnce');
  const { body, headers } = await plain.post('issuer.attestation-challenge', {});
  assert.deepEqual(Object.keys(body as object), ['attestation_challenge']);
  assert.deepEqual(headers, {});
  const reads = [t.mock.method(plain.store, 'get'), t.mock.method(plain.store, 'find')];
  for (let n = 0; n < 200; n += 1) await plain.post('issuer.attestation-challenge', {});
  assert.deepEqual(
    [increments, ...reads].map(({ mock }) => mock.callCount()),
    [0, 0, 0],
  );
  const required = await openIssuer(t, { DPOP_NONCE: 'required' });
  const answer = await required.post('issuer.attestation-challenge', {});
  assert.equal(typeof answer.headers?.['dpop-nonce'], 'string');
});
