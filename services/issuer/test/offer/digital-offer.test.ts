/** Offers for the Digital Credentials API: off by default. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { digitalOffer } from '../../src/offer/digital-offer.ts';
import { openIssuer } from '../world.ts';

const CREATE = 'issuer.offer.create';

interface Answer {
  readonly session: string;
  readonly link: string;
  readonly digital?: { readonly requests: readonly { readonly protocol: string; readonly data: JsonObject }[] };
}

test('the request is the offer object with the issuer metadata', () => {
  const offer = { credential_issuer: 'https://issuer.example', credential_configuration_ids: ['pid'], grants: {} };
  const metadata = { credential_issuer: 'https://issuer.example', credential_configurations_supported: {} };
  assert.deepEqual(digitalOffer(offer, { text: JSON.stringify(metadata) }), {
    requests: [{ protocol: 'openid4vci-v1', data: { ...offer, credential_issuer_metadata: metadata } }],
  });
  for (const text of ['[]', '"text"', 'null']) assert.throws(() => digitalOffer(offer, { text }), Error);
});

test('with DC_API_ISSUANCE=on an offer has it as well as the link', async (t) => {
  const world = await openIssuer(t, { DC_API_ISSUANCE: 'on' });
  for (const flow of [{ flow: 'authorization_code' }, { flow: 'pre_authorized_code', tx_code: true }]) {
    const { body } = await world.post(CREATE, { ...flow, credentialConfigurationIds: ['pid'] });
    const { session, link, digital } = body as unknown as Answer;
    assert.match(link, /^openid-credential-offer:/);
    assert.deepEqual(Object.keys(digital ?? {}), ['requests']);
    const [request, ...others] = digital?.requests ?? [];
    assert.deepEqual([request?.protocol, others], ['openid4vci-v1', []]);
    const { credential_issuer_metadata: metadata, ...offer } = request?.data ?? {};
    const { issuance } = await world.stored(session);
    const vault = await world.platform.vaults.of('default');
    assert.deepEqual(offer, JSON.parse(vault.open(issuance.sealedOffer ?? '', `session/${session}/offer`)));
    const published = await world.call('issuer.metadata', { method: 'GET' });
    assert.deepEqual(metadata, JSON.parse(String(published.raw)));
  }
});

test('by default an offer has a link alone', async (t) => {
  const world = await openIssuer(t);
  const asked = { flow: 'authorization_code', credentialConfigurationIds: ['pid'] };
  const { body } = await world.post(CREATE, asked);
  assert.deepEqual(Object.keys(body as object).sort(), ['expiresAt', 'link', 'session']);
});
