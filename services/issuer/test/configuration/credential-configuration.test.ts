import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import type { ConfigurationContext } from '../../src/configuration/common-configuration.ts';
import { parseCredentialConfiguration } from '../../src/configuration/credential-configuration.ts';
import type { SdJwtConfiguration } from '../../src/configuration/sd-jwt-configuration.ts';

const context: ConfigurationContext = {
  publicUrl: 'https://h.example',
  tenant: 't1',
  id: 'pid',
  checkWebhook: () => [],
  checkShape: () => [],
  imageExists: () => true,
  checkFrame: () => [],
};
const VCT = 'https://h.example/credentials/t1/vct/pid';

function parse(written: Json, more: Partial<ConfigurationContext> = {}): SdJwtConfiguration {
  const parsed = parseCredentialConfiguration(written, { ...context, ...more });
  assert.ok(parsed.ok, JSON.stringify(parsed));
  assert.ok(parsed.configuration.format === 'dc+sd-jwt');
  return parsed.configuration;
}

function findings(written: Json, more: Partial<ConfigurationContext> = {}): readonly string[] {
  const parsed = parseCredentialConfiguration(written, { ...context, ...more });
  return parsed.ok ? [] : parsed.errors.map(({ pointer }) => pointer);
}

function config(change: JsonObject = {}): JsonObject {
  return { config: { format: 'dc+sd-jwt', ...change } };
}

test('missing members are completed', () => {
  assert.deepEqual(parse(config()), {
    format: 'dc+sd-jwt',
    algorithm: 'ES256',
    id: 'pid',
    metadata: {
      format: 'dc+sd-jwt',
      vct: VCT,
      scope: 'pid',
      credential_signing_alg_values_supported: ['ES256'],
      cryptographic_binding_methods_supported: ['jwk'],
      proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
      credential_metadata: {},
    },
    scope: 'pid',
    vct: VCT,
    claims: {},
    disclosureFrame: {},
    typeMetadata: { vct: VCT },
  });
});

test('written members are not changed', () => {
  const written = {
    config: {
      format: 'dc+sd-jwt',
      vct: 'urn:example:pid',
      scope: 'office:pid',
      credential_signing_alg_values_supported: ['ES256'],
      cryptographic_binding_methods_supported: ['jwk'],
      proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
      credential_metadata: { claims: [{ path: ['name'] }] },
    },
    claims: { name: 'N' },
    disclosureFrame: { _sd: ['name'] },
    schema: { type: 'object' },
    lifetime: 3600,
    revocation_chaining: true,
    presentation_during_issuance: { type: 'login' },
  };
  assert.deepEqual(parse(written), {
    format: 'dc+sd-jwt',
    algorithm: 'ES256',
    id: 'pid',
    metadata: written.config,
    scope: 'office:pid',
    vct: 'urn:example:pid',
    proofTypes: { jwt: { algorithms: ['ES256'] } },
    claims: { name: 'N' },
    disclosureFrame: { _sd: ['name'] },
    frameLevels: [{ path: [], names: new Set(['name']) }],
    schema: { type: 'object' },
    presentationDuringIssuance: 'login',
    revocationChaining: true,
    lifetime: 3600,
  });
});

test('display is at the top and in credential_metadata, images under uri and url', () => {
  const display = [{ name: 'PID', locale: 'en', logo: { url: '<PUBLIC_URL>/public/logo.png' } }];
  const url = 'https://h.example/t1/public/logo.png';
  const served = [{ name: 'PID', locale: 'en', logo: { uri: url, url } }];
  const claims = [{ path: ['a', null, 0], display: [{ name: 'A', locale: 'en' }] }];
  const { metadata } = parse(config({ display, credential_metadata: { claims } }));
  assert.deepEqual(metadata.display, served);
  assert.deepEqual(metadata.credential_metadata, { display: served, claims });
});

test('a display of credential_metadata wins there', () => {
  const { metadata } = parse(
    config({ display: [{ name: 'old' }], credential_metadata: { display: [{ name: 'new' }] } }),
  );
  assert.deepEqual(metadata.display, [{ name: 'old' }]);
  assert.deepEqual(metadata.credential_metadata, { display: [{ name: 'new' }] });
});

test('<PUBLIC_URL> is replaced in every string, at any depth', () => {
  const written = {
    config: {
      format: 'dc+sd-jwt',
      vct: '<PUBLIC_URL>/v',
      extra: ['<PUBLIC_URL> <PUBLIC_URL>', { a: ['<PUBLIC_URL>'] }],
    },
    claims: { photo: '<PUBLIC_URL>/p', n: 1, b: true, z: null },
    schema: { $comment: '<PUBLIC_URL>' },
    vct: { vct: '<PUBLIC_URL>/v', name: 'N' },
  };
  const before = structuredClone(written);
  const issuer = 'https://h.example/t1';
  const configuration = parse(written);
  assert.equal(configuration.vct, `${issuer}/v`);
  assert.deepEqual(configuration.metadata.extra, [`${issuer} ${issuer}`, { a: [issuer] }]);
  assert.deepEqual(configuration.claims, { photo: `${issuer}/p`, n: 1, b: true, z: null });
  assert.deepEqual(configuration.schema, { $comment: issuer });
  assert.deepEqual(configuration.typeMetadata, { vct: `${issuer}/v`, name: 'N' });
  assert.deepEqual(written, before, 'what was written stays as it is');
});

test('the default tenant has no path segment', () => {
  const { vct, claims } = parse({ ...config(), claims: { a: '<PUBLIC_URL>' } }, { tenant: 'default' });
  assert.equal(vct, 'https://h.example/credentials/vct/pid');
  assert.equal(claims.a, 'https://h.example');
});

test('a dollar sign of the public URL is no pattern', () => {
  const { claims } = parse(
    { ...config(), claims: { a: '<PUBLIC_URL>' } },
    { publicUrl: 'https://h.example/$&', tenant: 'default' },
  );
  assert.equal(claims.a, 'https://h.example/$&');
});

const refused: readonly [name: string, written: JsonObject, pointer: string][] = [
  ['no config', {}, '/config/format'],
  ['no format', { config: {} }, '/config/format'],
  ['the old format', config({ format: 'vc+sd-jwt' }), '/config/format'],
  ['element types', { ...config(), element_types: { 'org.example': { age: 'integer' } } }, '/element_types'],
  ['an empty vct', config({ vct: '' }), '/config/vct'],
  ['a vct that is no text', config({ vct: {} }), '/config/vct'],
  ['an empty scope', config({ scope: '' }), '/config/scope'],
  ['two scope tokens', config({ scope: 'a b' }), '/config/scope'],
  ['a scope with a quote', config({ scope: 'a"b' }), '/config/scope'],
  ['a scope with a backslash', config({ scope: 'a\\b' }), '/config/scope'],
  ['a scope outside ASCII', config({ scope: 'ä' }), '/config/scope'],
  ['a scope that is no text', config({ scope: ['a'] }), '/config/scope'],
  ...[['ES512'], ['ES256', 'ES384'], [], 'ES256', null].map((value): [string, JsonObject, string] => [
    `algorithms ${JSON.stringify(value)}`,
    config({ credential_signing_alg_values_supported: value }),
    '/config/credential_signing_alg_values_supported',
  ]),
  ...[['cose_key'], ['jwk', 'did:web'], []].map((value): [string, JsonObject, string] => [
    `binding ${JSON.stringify(value)}`,
    config({ cryptographic_binding_methods_supported: value }),
    '/config/cryptographic_binding_methods_supported',
  ]),
  ...[
    {},
    [],
    null,
    { jwt: {} },
    { jwt: null },
    { jwt: { proof_signing_alg_values_supported: [] } },
    { jwt: { proof_signing_alg_values_supported: ['RS256'] } },
    { di_vp: { proof_signing_alg_values_supported: ['ES256'] } },
    { jwt: { proof_signing_alg_values_supported: ['ES256'] }, attestation: {} },
    { jwt: { proof_signing_alg_values_supported: ['ES256', 'ES384'] } },
  ].map((value): [string, JsonObject, string] => [
    `proof types ${JSON.stringify(value)}`,
    config({ proof_types_supported: value }),
    '/config/proof_types_supported',
  ]),
  [
    'levels of key attestations that are no list',
    config({
      proof_types_supported: {
        jwt: { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: { key_storage: 'high' } },
      },
    }),
    '/config/proof_types_supported/jwt/key_attestations_required/key_storage',
  ],
  ['a reserved claim', { ...config(), claims: { iss: 'x' } }, '/claims/iss'],
  ['a reserved claim below', { ...config(), claims: { a: [{ _sd: [] }] } }, '/claims/a/0/_sd'],
  ['type metadata of another vct', { ...config(), vct: { vct: 'urn:other' } }, '/vct/vct'],
  ['type metadata without vct', { ...config(), vct: { name: 'x' } }, '/vct/vct'],
];

for (const [name, written, pointer] of refused) {
  test(`refused: ${name}`, () => {
    assert.deepEqual(findings(written), [pointer]);
  });
}

test('all findings are reported at once', () => {
  const written = {
    config: { format: 'x', scope: 'a b' },
    claims: { iss: 1, exp: 1 },
    wallet_initiated: true,
    presentation_during_issuance: { type: 'p' },
  };
  assert.deepEqual(findings(written), [
    '/config/format',
    '/config/scope',
    '/claims/iss',
    '/claims/exp',
    '/wallet_initiated',
  ]);
});

test('findings of the shape come with those of other checks, which say nothing about its places', () => {
  const shape = [{ pointer: '/config', detail: 'is needed' }];
  const parsed = parseCredentialConfiguration({ claims: { iss: 1 } }, { ...context, checkShape: () => shape });
  assert.deepEqual([parsed.ok, parsed.errors.map(({ pointer }) => pointer)], [false, ['/config', '/claims/iss']]);
});

test('a mistyped format of a configuration with a doctype is checked as that of an mdoc', () => {
  const claims = { 'org.iso.18013.5.1': 'text' };
  const element_types = { 'org.iso.18013.5.1': {} };
  assert.deepEqual(
    findings({ config: { format: 'mso_mdco', doctype: 'org.iso.18013.5.1.mDL' }, claims, element_types }),
    ['/config/format', '/claims/org.iso.18013.5.1'],
  );
});

test('mistakes with which a configuration can be used are found beside those with which it cannot', () => {
  const parsed = parseCredentialConfiguration(config({ scope: 'a b', unknown: 1 }), context);
  assert.deepEqual(
    parsed.errors.map(({ pointer }) => pointer),
    ['/config/scope'],
  );
  assert.deepEqual(
    parsed.findings.map(({ pointer }) => pointer),
    ['/config/unknown'],
  );
});

test('an id that is no path segment is refused', () => {
  for (const id of ['', '../pid', 'a/b', 'a'.repeat(129)])
    assert.equal(findings(config({ vct: 'urn:x' }), { id }).length, 1);
});

for (const id of ['', '.hidden', '../pid', 'a b', 'a/b', 'ä', 'a'.repeat(129)]) {
  test(`refused: the id ${id.slice(0, 10)} (${id.length})`, () => {
    const type = { vct: 'urn:x' };
    assert.deepEqual(findings({ ...config({ vct: 'urn:x' }), vct: type }, { id }), ['/id']);
  });
}
