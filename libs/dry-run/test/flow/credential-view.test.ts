import assert from 'node:assert/strict';
import { test } from 'node:test';
import { credentialView, requestView } from '../../src/flow/credential-view.ts';

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
    client_id: 'x509_hash:abc',
    response_uri: 'https://v.example/r',
    response_mode: 'direct_post.jwt',
    dcql_query: { credentials: [query] },
  };
  const body = { purpose: [{ locale: 'en', name: 'Why' }], privacy_policy: 'https://v.example/p' };
  const view = requestView({
    request,
    configuration: { registrationCert: { body } },
    issued: [{ format: 'dc+sd-jwt', type: 'v', configuration }],
  });
  assert.deepEqual(view, {
    verifier: 'x509_hash:abc',
    answersTo: 'https://v.example/r',
    encrypted: true,
    purpose: body.purpose,
    privacyPolicy: body.privacy_policy,
    credentials: [
      {
        id: 'q',
        types: ['v'],
        display: [{ name: 'Card' }],
        claims: [
          { path: ['level'], text: 'level', names: { en: 'Level' } },
          { path: ['list', null], text: 'list[]', names: {} },
        ],
      },
    ],
  });
});

test('an mdoc has its elements whole, by namespace, each of which can be shown alone', () => {
  const description = { path: ['s', 'given_name'], display: [{ name: 'Given name', locale: 'en' }] };
  const mdoc = { config: { format: 'mso_mdoc', credential_metadata: { claims: [description] } } };
  const view = credentialView(mdoc, { s: { given_name: 'Ada', code: { a: 1 } }, t: { b: true } }, {});
  assert.deepEqual(view.claims, [
    { path: ['s', 'code'], names: {}, value: { a: 1 }, disclosable: true },
    { path: ['s', 'given_name'], names: { en: 'Given name' }, value: 'Ada', disclosable: true },
    { path: ['t', 'b'], names: {}, value: true, disclosable: true },
  ]);
});

test('a request for an mdoc names its document type, and its elements as the own configuration does', () => {
  const description = { path: ['s', 'given_name'], display: [{ name: 'Given name', locale: 'en' }] };
  const mdoc = { config: { format: 'mso_mdoc', credential_metadata: { claims: [description] } } };
  const claims = [{ path: ['s', 'given_name'] }];
  const query = { id: 'q', format: 'mso_mdoc', meta: { doctype_value: 'd' }, claims };
  const issued = [
    { format: 'dc+sd-jwt', type: 'd', configuration },
    { format: 'mso_mdoc', type: 'd', configuration: mdoc },
  ] as const;
  const { credentials } = requestView({ request: { dcql_query: { credentials: [query] } }, configuration: {}, issued });
  assert.deepEqual(credentials, [
    {
      id: 'q',
      types: ['d'],
      display: [],
      claims: [{ path: ['s', 'given_name'], text: 's.given_name', names: { en: 'Given name' } }],
    },
  ]);
});
