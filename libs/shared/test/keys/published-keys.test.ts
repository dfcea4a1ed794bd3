import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leafThumbprint } from '../../src/crypto/certificate-chain.ts';
import { findChain } from '../../src/keys/kept-chains.ts';
import { LEAD } from '../../src/model/keys/key-states.ts';
import { certified, start, world } from './set-world.ts';

test('keys of credentials are published before they sign, and are anchors of what they signed', async (t) => {
  const made = await world(t);
  const ring = made.ring();
  const of = { set: 'diplomas', purpose: 'credential' } as const;
  const first = await certified(made.sets, of);
  const second = await certified(made.sets, of);
  assert.equal(second.key.document.usedFrom, start + LEAD);
  const kids = (await ring.published('default')).map(({ kid }) => kid);
  assert.ok(kids.includes(first.key.kid) && kids.includes(second.key.kid));
  const anchors = (await ring.anchors('default', 'credential')).map(({ fingerprint256 }) => fingerprint256);
  assert.ok(anchors.includes(first.chain[0]?.fingerprint256 ?? ''));
  const signing = await ring.signer('default', 'credential', 'diplomas');
  await ring.signedUntil('default', signing, Number.POSITIVE_INFINITY);
  assert.ok(await findChain(made.store, 'default', leafThumbprint(signing.x5c)));
});
