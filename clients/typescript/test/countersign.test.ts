import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Countersign } from '../src/countersign.ts';
import { CountersignError } from '../src/problem.ts';
import type { CredentialConfiguration, DcqlQuery } from '../src/standards.ts';
import { json, scripted } from './sending-support.ts';

const baseUrl = 'http://a.example';
const config: CredentialConfiguration = { format: 'dc+sd-jwt', vct: 'urn:badge', scope: 'badge' };
const dcql_query: DcqlQuery = {
  credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:pid'] }, claims: [{ path: ['name'] }] }],
};

test('offers and requests go to the paths of the variant that the credential selects', async () => {
  const offer = { response_type: 'uri', credentialConfigurationIds: ['badge'] } as const;
  const request = { response_type: 'uri', requestId: 'name' } as const;
  const a = scripted(json(201, { session: 's' }), json(201, { session: 's' }));
  const first = new Countersign({ baseUrl, apiKey: 'k', ...a });
  await first.createOffer({ ...offer, credentialConfigurationIds: ['badge'] }, { idempotencyKey: 'order-4711' });
  await first.createRequest(request);
  const b = scripted(json(200, { access_token: 't', expires_in: '10m' }), json(201, { session: 's' }), json(201, {}));
  const second = new Countersign({ baseUrl, clientId: 'c', clientSecret: 's', ...b });
  await second.createOffer({ ...offer, credentialConfigurationIds: ['badge'] });
  await second.createRequest(request);
  assert.deepEqual(
    [...a.sent, ...b.sent].map(({ url }) => url.slice(baseUrl.length)),
    ['/vci/offer', '/oid4vp', '/auth/token', '/issuer-management/offer', '/presentation-management/request'],
  );
  assert.equal(a.sent[0]?.headers.get('idempotency-key'), 'order-4711');
});

test('configurations are typed, and members with a default may be left out', async () => {
  const script = scripted(json(201, { id: 'badge' }), json(201, { id: 'name' }), json(404, { reason: 'session' }));
  const countersign = new Countersign({ baseUrl, apiKey: 'k', ...script });
  const badge = { id: 'badge', config, claims: {}, disclosureFrame: {}, refresh: {} };
  assert.equal((await countersign.storeCredentialConfiguration(badge)).id, 'badge');
  const name = { id: 'name', dcql_query, registrationCert: { id: 'n', body: {} } };
  assert.equal((await countersign.storePresentationConfiguration(name)).id, 'name');
  assert.deepEqual(JSON.parse(String(script.sent[0]?.body)), badge);
  // @ts-expect-error a query of credentials without their ids
  const wrong: DcqlQuery = { credentials: [{ format: 'mso_mdoc', meta: { doctype_value: 'd' } }] };
  assert.ok(wrong);
  await assert.rejects(countersign.session('s'), CountersignError);
});
