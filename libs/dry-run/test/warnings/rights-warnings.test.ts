import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RightsCheck, rightsWarnings } from '../../src/warnings/rights-warnings.ts';

const page = 'https://wallets.example/rights';
const query = (...paths: string[]) => ({
  dcql_query: { credentials: [{ id: 'pid', claims: paths.map((path) => ({ path: [path] })) }] },
});
const good: RightsCheck = {
  rights: {
    presentation: 'rights',
    from: [['family_name'], ['personal_administrative_number']],
    authority: { name: 'Authority' },
  },
  id: 'rights',
  configuration: query('family_name', 'personal_administrative_number', 'given_name'),
  page,
  support: page,
  registered: true,
};
const codes = (more: Partial<RightsCheck>): readonly string[] =>
  rightsWarnings({ ...good, ...more }).map(({ code }) => code);

test('a page that finds one person, and that wallets lead to, has no warning', () => {
  assert.deepEqual(codes({}), []);
  assert.deepEqual(codes({ registered: false, support: undefined }), []);
  assert.deepEqual(codes({ rights: undefined, support: 'https://elsewhere.example' }), []);
});

test('claims that the query lacks, and claims that people share', () => {
  assert.deepEqual(codes({ configuration: query('family_name') }), ['rights_claim_not_requested']);
  const from = [['family_name'], ['given_name']];
  assert.deepEqual(codes({ rights: { ...good.rights, from } as RightsCheck['rights'] }), ['rights_claims_common']);
  assert.deepEqual(codes({ id: 'order', configuration: query('age_over_18') }), [], 'another configuration');
});

test('a certificate that leads elsewhere, or nowhere, in any configuration', () => {
  assert.deepEqual(codes({ support: undefined }), ['support_elsewhere']);
  assert.deepEqual(codes({ id: 'order', support: 'mailto:help@shop.example' }), ['support_elsewhere']);
});
