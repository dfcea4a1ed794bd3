import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOffered, sealOffer } from '../../src/claims/offered-issuance.ts';
import { sessionWith } from '../order-of-refusals/known.ts';
import { openIssuer } from '../world.ts';

test('claims are sealed apart from the rest, and a transaction code not at all', async (t) => {
  const { platform } = await openIssuer(t);
  const vault = await platform.vaults.of('default');
  const claims = { pid: { given_name: 'Max' } };
  const lifetimes = { pid: 60 };
  const kept = sealOffer(vault, 's', { response_type: 'uri', tx_code: '123456', claims, lifetimes });
  assert.deepEqual(JSON.parse(vault.open(kept.sealedRequest, 'session/s/request')), { lifetimes });
  const session = sessionWith();
  const opened = openOffered(vault, { ...session, issuance: { ...session.issuance, ...kept } });
  assert.deepEqual([opened.claims, opened.lifetimes], [claims, lifetimes]);
  const { sealedClaims: _, ...erased } = kept;
  assert.equal(openOffered(vault, { ...session, issuance: { ...session.issuance, ...erased } }).claims, undefined);
  assert.throws(() => openOffered(vault, { ...session, id: 'another', issuance: { ...session.issuance, ...kept } }));
});
