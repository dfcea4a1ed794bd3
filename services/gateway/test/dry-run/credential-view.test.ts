import assert from 'node:assert/strict';
import { test } from 'node:test';
import { credentialView, requestView } from '../../src/dry-run/credential-view.ts';

const configuration = {
  config: {
    display: [{ name: 'Card' }],
    credential_metadata: {
      claims: [
        {
          path: ['address', 'locality'],
          display: [
            { name: 'City', locale: 'en' },
            { name: 'Ort', locale: 'de' },
          ],
        },
      ],
    },
  },
  vct: { vct: 'v', claims: [{ path: ['level'], display: [{ lang: 'en', label: 'Level' }] }] },
  disclosureFrame: { _sd: ['address'] },
};

test('a credential has its display and its claims with their names, in the order of their names', () => {
  const view = credentialView(configuration, { level: 'a', address: { locality: 'Bonn' }, list: [1] }, { format: 'f' });
  assert.deepEqual(view, {
    format: 'f',
    display: [{ name: 'Card' }],
    claims: [
      { path: ['address', 'locality'], names: { en: 'City', de: 'Ort' }, value: 'Bonn', disclosable: true },
      { path: ['level'], names: { en: 'Level' }, value: 'a', disclosable: false },
      { path: ['list'], names: {}, value: [1], disclosable: false },
    ],
  });
});

test('a request says who asks, why and for what, with the names of own credentials', () => {
  const query = { id: 'q', meta: { vct_values: ['v'] }, claims: [{ path: ['level'] }, { path: ['list', null] }] };
  const request = {
    ...{ client_id: 'x509_hash:abc', response_uri: 'https://v.example/r', response_mode: 'direct_post.jwt' },
    dcql_query: { credentials: [query] },
  };
  const body = { purpose: [{ locale: 'en', name: 'Why' }], privacy_policy: 'https://v.example/p' };
  const view = requestView({
    request,
    configuration: { registrationCert: { body } },
    issued: [{ vct: 'v', configuration }],
  });
  assert.deepEqual(view, {
    ...{ verifier: 'x509_hash:abc', answersTo: 'https://v.example/r', encrypted: true },
    ...{ purpose: body.purpose, privacyPolicy: body.privacy_policy },
    credentials: [
      {
        ...{ id: 'q', types: ['v'], display: [{ name: 'Card' }] },
        claims: [
          { path: ['level'], text: 'level', names: { en: 'Level' } },
          { path: ['list', null], text: 'list[]', names: {} },
        ],
      },
    ],
  });
});
