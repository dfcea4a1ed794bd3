import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { jwtSigner } from '../../src/credential/jwt-signer.ts';
import { openIssuer } from '../world.ts';

test('the key is published until the last credential ends, for good if one has no end', async (t) => {
  const { platform } = await openIssuer(t);
  const until: number[] = [];
  const keys = { ...platform.keys, signedUntil: async (_: string, __: object, time: number) => void until.push(time) };
  const by = { tenant: 'default', configuration: {}, notes: [] };
  const key = await jwtSigner({ keys }, by, [{ exp: 10 }, { exp: 20 }]);
  assert.equal(key, await platform.keys.signer('default', 'credential'));
  await jwtSigner({ keys }, by, [{ exp: 10 }, {}]);
  assert.deepEqual(until, [20_000, Number.POSITIVE_INFINITY]);
});

test("an operator's certificate is noted, a generated one is not; another algorithm signs nothing", async (t) => {
  const { platform } = await openIssuer(t);
  const notes: Reasoned[] = [];
  const by = { tenant: 'default', configuration: {}, notes };
  await jwtSigner(platform, by, [{}]);
  assert.deepEqual(notes, []);
  const { anchor: _, ...key } = await platform.keys.signer('default', 'credential');
  const keys = { ...platform.keys, signer: async () => key };
  await jwtSigner({ keys }, by, [{}]);
  assert.deepEqual(
    notes.map(({ reason }) => reason),
    ['credential_signed'],
  );
  const promised = { ...by, configuration: { algorithm: 'EdDSA' as const } };
  await assert.rejects(jwtSigner(platform, promised, [{}]), { code: 'server_error' });
});
