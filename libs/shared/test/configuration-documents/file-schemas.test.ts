import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { credentialConfigurationSchema } from '../../src/configuration-documents/credential-configuration.ts';
import { fileSchemas } from '../../src/configuration-documents/file-schemas.ts';
import { presentationConfigSchema } from '../../src/configuration-documents/presentation-configuration.ts';
import type { Json, JsonObject } from '../../src/kernel/json.ts';
import { isObject } from '../../src/kernel/json.ts';

const addFormats = formats as unknown as (ajv: Ajv2020) => void;

/** Validates as an editor does: unknown formats and keywords are errors in the schema. */
function check(name: string): (value: Json) => boolean {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
  addFormats(ajv);
  const validate = ajv.compile(fileSchemas[name] ?? false);
  return (value) => validate(value) === true;
}

function examplesOf(name: string): readonly Json[] {
  const { examples } = fileSchemas[name] ?? {};
  return Array.isArray(examples) ? examples : [];
}

const issuance = (more: JsonObject = {}, config: JsonObject = {}): JsonObject => ({
  config: { format: 'dc+sd-jwt', ...config },
  claims: {},
  disclosureFrame: {},
  ...more,
});
const mdoc = { config: { format: 'mso_mdoc', doctype: 'org.example.doc' }, claims: { 'org.example.1': { a: 1 } } };
const certificate = { id: 'x', body: {} };
const loginClient = (more: JsonObject): JsonObject => ({
  name: 'N',
  redirect_uris: ['https://a.example/cb'],
  presentation: 'p',
  claims: { given_name: ['given_name'] },
  subject: { kind: 'transient' },
  ...more,
});
const trusted: Readonly<Record<string, readonly Json[]>> = {
  'issuance.json': [
    issuance(),
    mdoc,
    { ...mdoc, disclosureFrame: {}, element_types: { 'org.example.1': { born: 'full-date' } } },
    { ...mdoc, config: { ...mdoc.config, credential_signing_alg_values_supported: [-7] } },
    issuance({ $schema: '../schemas/issuance.json', id: 'x', lifetime: 3600 }),
    issuance({ disclosureFrame: { _sd: ['a'], _sd_decoy: 3, a: { _sd: [0], '0': { _sd: ['b'] } } } }),
    issuance({ presentation_during_issuance: { type: 'p', webhook: 'https://backend.example/claims' } }),
    issuance({ schema: { properties: { a: { type: 'string' } }, required: [], additionalProperties: false } }),
    issuance({}, { display: [{ name: 'N', text_color: '#fff', logo: { uri: '<PUBLIC_URL>/public/x.svg' } }] }),
    issuance(
      {},
      { credential_metadata: { claims: [{ path: ['a', null, 0], display: [{ name: 'N', locale: 'en' }] }] } },
    ),
  ],
  'presentation.json': [
    { dcql_query: {} },
    { $schema: 'x', dcql_query: {}, registrationCert: certificate, retention: 'keep' },
  ],
  'display.json': [[{ name: 'N', accent_color: '#123456' }]],
  'clients.json': [
    {
      clients: [
        { client_id: 'a', secret_env: 'A' },
        { client_id: 'a', tenant: 'b' },
        { client_id: 'a', secret_env: 'A', role: 'viewer' },
      ],
    },
  ],
  'bundle.json': [
    { $schema: 'x/bundle.json', version: 1, name: 'b', generation: 1, issuance: ['a.json', {}], display: 'd.json' },
    { $schema: 'bundle.json', version: 1, name: 'b', generation: 9, images: [{ file: 'a', path: 'a' }], display: {} },
  ],
  'wallets.json': [
    {},
    { public_clients: false, clients: [{ client_id: 'a', redirect_uris: [], jwks: { keys: [{}] } }] },
  ],
  'tenant.json': [
    {},
    { registration: { issuer: 'issuer' }, preferred_client_status_period: 1 },
    { $schema: 'x', profile: 'haip' },
    { profile: 'open' },
    { credentialEncryption: 'required' },
    { country: 'DE' },
  ],
  'acme.json': [
    {
      certificates: [
        {
          directory: 'https://ca.example/dir',
          identifiers: [{ type: 'wrp-id', value: 'NTRDE-1' }],
          subject: { commonName: 'Shop' },
        },
      ],
    },
  ],
  'registrar.json': [
    { url: 'https://registrar.example', identifier: 'NTRDE-1' },
    {
      url: 'https://registrar.example',
      identifier: 'NTRDE-1',
      party: {},
      certificates: [{ id: 'a', intendedUse: 'u' }],
    },
  ],
  'attribute-providers.json': [
    { providers: [{ id: 'hr', url: 'https://hr.example/claims' }] },
    {
      $schema: 'x',
      providers: [
        {
          id: 'hr',
          url: 'https://hr.example',
          auth: { headerName: 'authorization', valueEnv: 'HR' },
          signingSecretEnv: 'S',
          timeout: 5,
        },
      ],
    },
  ],
  'authorization-server.json': [{ issuer: 'https://as.example' }, { issuer: 'https://as.example', sessionClaim: 's' }],
  'sign-in.json': [
    { issuer: 'https://login.example', clientId: 'c' },
    {
      issuer: 'https://login.example',
      clientId: 'c',
      clientSecretEnv: 'S',
      acr: ['high'],
      maxAge: 0,
      claims: { a: 'b' },
    },
  ],
  'login.json': [loginClient({}), loginClient({ $schema: 'x', client_secret_env: 'S', crossDevice: true })],
  'trust.json': [
    { $schema: 'x', vct: ['urn:a'] },
    { doctype: ['org.iso.18013.5.1.mDL'] },
    { vct: [], doctype: ['d'] },
    { doctype: ['d'], pinned: true },
  ],
};
const refused: Readonly<Record<string, readonly Json[]>> = {
  'issuance.json': [
    { ...issuance(), clams: {} },
    issuance({}, { scop: 'x' }),
    issuance({}, { format: 'mso_mdoc' }),
    issuance({}, { doctype: 'org.example.doc' }),
    issuance({ element_types: { 'org.example.1': { a: 'text' } } }),
    issuance({}, { credential_signing_alg_values_supported: [-7] }),
    { config: { format: 'mso_mdoc' }, claims: {} },
    { ...mdoc, config: { ...mdoc.config, vct: 'urn:x' } },
    { ...mdoc, config: { ...mdoc.config, credential_signing_alg_values_supported: ['ES256'] } },
    { ...mdoc, element_types: { 'org.example.1': { born: 'date' } } },
    { config: { format: 'dc+sd-jwt' }, claims: {} },
    issuance({}, { display: [{ locale: 'en' }] }),
    issuance({}, { display: [{ name: 'N', text_color: 'red' }] }),
    issuance({}, { display: [{ name: 'N', logo: { alt_text: 'x' } }] }),
    issuance({ disclosureFrame: { a: { _sd: 'b' } } }),
    issuance({ disclosureFrame: { _sd_decoy: 65 } }),
    issuance({ lifetime: 1 }),
    { config: { format: 'dc+sd-jwt' } },
  ],
  'presentation.json': [{}, { dcql_query: {}, registrationCert: certificate, statusUnreachable: 'x' }],
  'display.json': [{}, [], [{ locale: 'en' }]],
  'clients.json': [
    {},
    { clients: [{ client_id: 'a', secret_env: 'A', secret_scrypt: 'B' }] },
    { clients: [{ client_id: 'a', role: 'root' }] },
  ],
  'bundle.json': [
    { version: 1, name: 'b', generation: 1 },
    { $schema: 'values.yaml', version: 1, name: 'b', generation: 1 },
    { $schema: 'bundle.json', version: 1, name: '../b', generation: 1 },
    { $schema: 'bundle.json', version: 1, name: 'b', generation: 0 },
    { $schema: 'bundle.json', version: 1, name: 'b', generation: 1, hostedLists: [] },
  ],
  'wallets.json': [{ clients: [{ client_id: 'a' }] }, { public: true }],
  'tenant.json': [{ profile: 'HAIP' }, { profil: 'haip' }, { credentialEncryption: true }, { country: 'de' }],
  'acme.json': [{}, { certificates: [] }, { certificates: [{ directory: 'https://ca.example/dir' }] }],
  'registrar.json': [
    { url: 'https://registrar.example' },
    { url: 'https://registrar.example', identifier: 'NTRDE-1', certificates: [] },
    { url: 'https://registrar.example', identifier: 'NTRDE-1', certificates: [{ id: 'a b', intendedUse: 'u' }] },
  ],
  'attribute-providers.json': [
    {},
    { providers: [] },
    { providers: [{ id: 'hr' }] },
    { providers: [{ id: 'h r', url: 'https://hr.example' }] },
    { providers: [{ id: 'hr', url: 'https://hr.example', auth: { headerName: 'authorization' } }] },
    { providers: [{ id: 'hr', url: 'https://hr.example', auth: { headerName: 'authorization', value: 'secret' } }] },
    { providers: [{ id: 'hr', url: 'https://hr.example', timeout: 61 }] },
  ],
  'authorization-server.json': [{}, { issuer: 'https://as.example', session: 's' }],
  'sign-in.json': [
    { clientId: 'c' },
    { issuer: 'https://login.example', clientId: 'c', clientSecret: 's', clientSecretEnv: 'S' },
    { issuer: 'https://login.example', clientId: 'c', claims: { given_name: 1 } },
  ],
  'login.json': [{}, loginClient({ redirect_uri: 'https://a.example' }), loginClient({ subject: { kind: 'public' } })],
  'trust.json': [{}, { vct: 'urn:a' }, { doctype: 'd' }, { $schema: 'x' }],
};

for (const name of Object.keys(fileSchemas)) {
  test(`the schema ${name} accepts what the service accepts, and finds mistakes`, () => {
    const validate = check(name);
    for (const value of trusted[name] ?? []) assert.equal(validate(value), true, JSON.stringify(value));
    for (const value of examplesOf(name)) assert.equal(validate(value), true, JSON.stringify(value));
    for (const value of refused[name] ?? []) assert.equal(validate(value), false, JSON.stringify(value));
    assert.ok(trusted[name] !== undefined && refused[name] !== undefined);
  });
}

test('files have `$schema` and every member that the API has, except those that the list adds', () => {
  const added = ['createdAt', 'updatedAt', 'source', 'findings'];
  const of = (schema: JsonObject | undefined): string[] =>
    Object.keys(isObject(schema?.properties) ? schema.properties : {});
  for (const [name, schema] of [
    ['issuance.json', credentialConfigurationSchema],
    ['presentation.json', presentationConfigSchema],
  ] as const) {
    const expected = ['$schema', ...of(schema).filter((member) => !added.includes(member))];
    assert.deepEqual(of(fileSchemas[name]).sort(), expected.sort(), name);
  }
});
