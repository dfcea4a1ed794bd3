import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReference } from '@countersign/shared/crypto/wallet-reference';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { openIssuer, PUBLIC_URL, type World } from '../world.ts';

async function offered(world: World) {
  const body = { flow: 'authorization_code', credentialConfigurationIds: ['pid'] };
  const { session = '', link = '' } = (await world.post('issuer.offer.create', body)).body as Record<string, string>;
  const uri = new URL(link).searchParams.get('credential_offer_uri') ?? '';
  const read = async (offerId = uri.slice(uri.lastIndexOf('/') + 1), tenant = 'default') =>
    (await world.call('issuer.offer.get', { params: { offerId }, tenant })).body as JsonObject;
  return { session, read };
}

test('the document names issuer, configurations and grant, and can be read repeatedly', async (t) => {
  const world = await openIssuer(t);
  const { read } = await offered(world);
  const document = await read();
  assert.deepEqual([document.credential_issuer, document.credential_configuration_ids], [PUBLIC_URL, ['pid']]);
  assert.deepEqual(Object.keys(document.grants as JsonObject), ['authorization_code']);
  assert.deepEqual(await read(), document);
});

test('an unknown reference, another tenant, an expired and a redeemed offer are not found', async (t) => {
  const world = await openIssuer(t);
  const { session, read } = await offered(world);
  const gone = { code: 'not_found' };
  const { handle } = await world.stored(session);
  await assert.rejects(read(newReference(handle, world.platform.random).text), gone);
  await assert.rejects(read('x'), gone);
  await assert.rejects(read(undefined, 'other'), gone);
  await read();
  world.now += world.platform.settings.SESSION_TTL * 1000;
  await assert.rejects(read(), gone);
  const redeemed = await offered(world);
  await redeemed.read();
  await world.change(redeemed.session, (document) => ({
    ...document,
    issuance: { ...document.issuance, progress: { state: 'exhausted' } },
  }));
  await assert.rejects(redeemed.read(), gone);
});

test('an unknown, an expired and a completed offer have different reasons', async (t) => {
  const world = await openIssuer(t);
  const { session, read } = await offered(world);
  const code = 'not_found';
  assert.deepEqual(await refusalOf(() => read('x')), { code, reason: 'offer_unknown' });
  const { handle } = await world.stored(session);
  const forged = newReference(handle, world.platform.random).text;
  assert.deepEqual(await refusalOf(() => read(forged)), { code, reason: 'offer_unknown' });
  const end = (state: 'exhausted' | 'expired') =>
    world.change(session, (document) => ({ ...document, issuance: { ...document.issuance, progress: { state } } }));
  world.now += world.platform.settings.SESSION_TTL * 1000 + 5000;
  const expired = { code, reason: 'offer_expired', facts: { expiredSeconds: 5 } };
  assert.deepEqual(await refusalOf(() => read()), expired);
  await end('expired');
  assert.deepEqual(await refusalOf(() => read()), expired);
  await end('exhausted');
  assert.deepEqual(await refusalOf(() => read()), {
    code,
    reason: 'offer_completed',
    facts: { state: 'exhausted' },
  });
});
