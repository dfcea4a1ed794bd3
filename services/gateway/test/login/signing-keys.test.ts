import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createVaults } from '@countersign/shared/keys/vaults';
import { keyDocuments } from '@countersign/shared/test/model/every-tenant';
import { createSigningKeys } from '../../src/login/signing-keys.ts';
import { loginWorld } from './world.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test('all replicas have the same keys, an RSA key and a P-256 key', async (t) => {
  const world = await loginWorld(t);
  const [one, other] = [createSigningKeys(world), createSigningKeys(world)];
  const [first, second] = await Promise.all([one.of('default'), other.of('default')]);
  assert.deepEqual(first, second);
  assert.deepEqual(
    first.map(({ kty, alg }) => [kty, alg]),
    [
      ['RSA', 'RS256'],
      ['EC', 'ES256'],
    ],
  );
  assert.equal(await one.of('default'), first, 'the same array while nothing changes');
  const [document] = (await world.store.find(keyDocuments, { index: 'purpose', equal: ['default', 'login'], limit: 2 }))
    .documents;
  assert.ok(!document?.sealed.includes(String(first[0]?.d)), 'sealed in the store');
});

test('a new generation is published before it signs, and the one before it afterwards', async (t) => {
  const world = await loginWorld(t);
  const keys = createSigningKeys(world);
  const replica = createSigningKeys(world);
  const [old] = await keys.of('default');
  await replica.of('default');
  await keys.rotate('default');
  assert.deepEqual((await keys.of('default')).length, 4);
  assert.equal((await keys.of('default'))[0]?.n, old?.n, 'it does not sign yet');
  world.advance(3 * MINUTE);
  assert.equal((await replica.of('default')).length, 4, 'a replica has read it');
  world.advance(7 * MINUTE);
  const after = await replica.of('default');
  assert.notEqual(after[0]?.n, old?.n);
  assert.ok(
    after.some(({ n }) => n === old?.n),
    'tokens of before are still verified',
  );
  world.advance(2 * DAY);
  assert.ok((await keys.of('default')).every(({ n }) => n !== old?.n));
});

test('keys are replaced by age, and the private key is erased', async (t) => {
  const world = await loginWorld(t);
  const keys = createSigningKeys(world);
  await keys.of('default');
  world.advance(91 * DAY);
  assert.equal((await keys.of('default')).length, 4);
  world.advance(3 * DAY);
  assert.equal((await keys.of('default')).length, 2);
  const { documents } = await world.store.find(keyDocuments, {
    index: 'purpose',
    equal: ['default', 'login'],
    limit: 9,
  });
  assert.deepEqual(
    documents.map(({ sealed }) => sealed === ''),
    [true, false],
  );
});

test('a tenant whose data key is lost or replaced logs nobody in: there are no other subjects in silence', async (t) => {
  const world = await loginWorld(t);
  await createSigningKeys(world).of('default');
  const before = (await world.vaults.of('default')).derive('login-subjects');
  const { documents } = await world.store.find(keyDocuments, {
    index: 'purpose',
    equal: ['default', 'data'],
    limit: 9,
  });
  assert.ok(documents.length > 0);
  for (const document of documents) await world.store.delete(keyDocuments, document);
  const options = { ...world, masterKey: Buffer.alloc(32, 7), random: systemRandom };
  const vaults = createVaults(options);
  assert.notDeepEqual((await vaults.of('default')).derive('login-subjects'), before);
  await assert.rejects(createSigningKeys({ ...world, vaults }).of('default'));
  const other = createVaults({ ...options, masterKey: Buffer.alloc(32, 8) });
  await assert.rejects(createSigningKeys({ ...world, vaults: other }).of('default'));
});
