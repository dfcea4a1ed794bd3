import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOW as GIVEN_NOW, given } from '@countersign/shared/test/model/issuance/issuance-given';
import { NOW } from '../protocol/support.ts';
import { openIssuer, refusal } from '../world.ts';

async function offered(t: Parameters<typeof openIssuer>[0]) {
  const world = await openIssuer(t);
  const asked = { flow: 'authorization_code', credentialConfigurationIds: ['pid'] };
  const { session, link } = (await world.post('issuer.offer.create', asked)).body as Record<string, string>;
  const uri = new URL(link ?? '').searchParams.get('credential_offer_uri') ?? '';
  const params = { offerId: uri.slice(uri.lastIndexOf('/') + 1) };
  const read = () => world.call('issuer.offer.get', { params });
  return { world, session: session ?? '', params, read };
}

test('the offer names its issuer, its configurations and its grant', async (t) => {
  const { read } = await offered(t);
  const { credential_issuer, credential_configuration_ids, grants } = (await read()).body as Record<string, object>;
  assert.deepEqual(credential_configuration_ids, ['pid']);
  assert.deepEqual(Object.keys(grants ?? {}), ['authorization_code']);
  assert.ok(String(credential_issuer).startsWith('https://issuer.example'));
});

test('it is readable until a token is given, and gone from then on', async (t) => {
  assert.equal(NOW, GIVEN_NOW);
  const { world, session, read } = await offered(t);
  const become = (state: Parameters<typeof given>[0]) =>
    world.change(session, (document) => ({
      ...document,
      issuance: { ...document.issuance, progress: given(state).progress },
    }));
  for (const state of ['created', 'pushed', 'presentation_required', 'authorized'] as const) {
    await become(state);
    assert.equal((await read()).status ?? 200, 200, state);
  }
  for (const state of ['token_issued', 'issued', 'completed', 'exhausted', 'failed', 'expired'] as const) {
    await become(state);
    assert.equal((await refusal(read())).code, 'not_found', state);
  }
});

test('it is gone exactly at its end, and another secret finds nothing', async (t) => {
  const { world, session, params, read } = await offered(t);
  const { expiresAt } = await world.stored(session);
  const forged = `${params.offerId.slice(0, -4)}AAAA`;
  assert.equal((await refusal(world.call('issuer.offer.get', { params: { offerId: forged } }))).code, 'not_found');
  world.now = expiresAt - 1;
  await read();
  world.now = expiresAt;
  assert.equal((await refusal(read())).code, 'not_found');
});
