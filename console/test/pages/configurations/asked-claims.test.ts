import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { askedOf } from '../../../src/pages/configurations/asked-claims.ts';

const sample = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../../../../test/samples/${file}`, import.meta.url), 'utf8'));
const pid = { id: 'pid', ...sample('issuance/pid.json') };

test('the sample asks for claims by the names of the credential, in each language', () => {
  const configuration = sample('presentation/name-check.json');
  const asked = askedOf(configuration, { language: 'de', issued: [pid] });
  const [credential] = asked.credentials;
  assert.equal(credential?.name, 'Personenidentifikationsdaten');
  assert.ok(credential?.claims.some(({ name }) => name === 'Vorname'));
  const unknown = askedOf(configuration, { language: 'de', issued: [] }).credentials[0];
  assert.equal(unknown?.name, 'pid');
});

test('alternatives of claims and of credentials, values, and items of a list', () => {
  const asked = askedOf(
    {
      dcql_query: {
        credentials: [
          {
            id: 'a',
            meta: { vct_values: ['https://x.example/type-a'] },
            claims: [
              { id: 'n', path: ['name'] },
              { id: 'c', path: ['addresses', null, 'country'], values: ['DE', 'FR'] },
            ],
            claim_sets: [['n'], ['c', 'n']],
          },
          { id: 'b' },
        ],
        credential_sets: [{ options: [['a'], ['b']], required: false }],
      },
    },
    { language: 'en', issued: [] },
  );
  const [first, second] = asked.credentials;
  assert.deepEqual(first?.claims[1], { path: 'addresses.*.country', values: ['DE', 'FR'] });
  assert.deepEqual(first?.claimSets, [['name'], ['addresses.*.country', 'name']]);
  assert.deepEqual(second, { id: 'b', types: [], name: 'b', claims: [], claimSets: [] });
  assert.deepEqual(asked.sets, [{ required: false, options: [['type-a'], ['b']] }]);
});

test('a credential without a type of its own has its address as type', () => {
  const own = { id: 'badge', config: { display: [{ name: 'Badge', locale: 'en' }] } };
  const query = { credentials: [{ id: 'q', meta: { vct_values: ['<PUBLIC_URL>/credentials/vct/badge'] } }] };
  assert.equal(askedOf({ dcql_query: query }, { language: 'en', issued: [own] }).credentials[0]?.name, 'Badge');
});

test('an mdoc is asked for by its type, and named as the configuration of that type is', () => {
  const query = { id: 'q', format: 'mso_mdoc', meta: { doctype_value: 'd' }, claims: [{ path: ['s', 'a'] }] };
  const issued = [
    { id: 'one', config: { format: 'dc+sd-jwt', vct: 'd', display: [{ name: 'Card', locale: 'en' }] } },
    { id: 'two', config: { format: 'mso_mdoc', doctype: 'd', display: [{ name: 'Licence', locale: 'en' }] } },
  ];
  const { credentials } = askedOf({ dcql_query: { credentials: [query] } }, { language: 'en', issued });
  assert.deepEqual(
    [credentials[0]?.name, credentials[0]?.types, credentials[0]?.claims[0]?.path],
    ['Licence', ['d'], 's.a'],
  );
});

test('a W3C credential is asked for by some of its types', () => {
  const query = { id: 'q', format: 'jwt_vc_json', meta: { type_values: [['VerifiableCredential', 'Diploma']] } };
  const types = { credential_definition: { type: ['VerifiableCredential', 'Diploma', 'Award'] } };
  const issued = [
    { id: 'x', config: { format: 'jwt_vc_json', ...types, display: [{ name: 'Degree', locale: 'en' }] } },
  ];
  const { credentials } = askedOf({ dcql_query: { credentials: [query] } }, { language: 'en', issued });
  assert.deepEqual([credentials[0]?.name, credentials[0]?.types], ['Degree', ['VerifiableCredential Diploma']]);
});
