import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openIssuer, refusal } from '../world.ts';

const asked = { flow: 'authorization_code', credentialConfigurationIds: ['pid'] };

test('an offer is a session that no wallet has begun', async (t) => {
  const world = await openIssuer(t);
  const { session } = await world.offer({ ...asked, state: 'course', expiresIn: 60 });
  const { status, state, expiresAt, endsAt, tidyAt, issuance, outbox } = await world.stored(session);
  assert.deepEqual([status, state, outbox], ['created', 'course', []]);
  assert.deepEqual([expiresAt, endsAt, tidyAt], Array(3).fill(world.now + 60_000));
  assert.deepEqual(issuance.progress, { state: 'created' });
  assert.deepEqual([issuance.credentials, issuance.notifications, issuance.redemptions], [[], [], undefined]);
});

test('with several redemptions it has that many places; with one it is an ordinary offer', async (t) => {
  const world = await openIssuer(t);
  const several = await world.offer({ ...asked, redemptions: 3 });
  assert.deepEqual((await world.stored(several.session)).issuance.redemptions, { limit: 3, used: 0, places: [] });
  const one = await world.offer({ ...asked, redemptions: 1 });
  assert.equal((await world.stored(one.session)).issuance.redemptions, undefined);
});

test('of a transaction code only a hash is kept, and no failure yet', async (t) => {
  const world = await openIssuer(t);
  const { session, txCode } = await world.offer({ ...asked, flow: 'pre_authorized_code', tx_code: {} });
  const { issuance } = await world.stored(session);
  assert.ok(txCode !== undefined && txCode.length > 0);
  assert.equal(issuance.txCode?.failures, 0);
  assert.ok(!JSON.stringify(issuance).includes(txCode));
});

const bad: readonly [name: string, body: object, pointer: string][] = [
  ['no configuration', { credentialConfigurationIds: [] }, '/credentialConfigurationIds'],
  ['an unknown configuration', { credentialConfigurationIds: ['pid', 'x'] }, '/credentialConfigurationIds/1'],
  ['a configuration twice', { credentialConfigurationIds: ['pid', 'pid'] }, '/credentialConfigurationIds/1'],
  ['a life of nothing', { expiresIn: 0 }, '/expiresIn'],
  ['a life that is too long', { expiresIn: 1_000_000_000 }, '/expiresIn'],
  ['no redemption', { redemptions: 0 }, '/redemptions'],
];

for (const [name, body, pointer] of bad) {
  test(`${name}: refused, with its place`, async (t) => {
    const world = await openIssuer(t);
    const { code, options } = await refusal(world.post('issuer.offer.create', { ...asked, ...body }));
    assert.deepEqual([code, options.errors?.map((error) => error.pointer)], ['invalid_request', [pointer]]);
  });
}
