import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SchemeImport } from '@countersign/shared/messages/scheme-import';
import { exportScheme } from '../../src/scheme/export-scheme.ts';
import { formatOf, importScheme } from '../../src/scheme/import-scheme.ts';

type Scheme = SchemeImport['scheme'];

const scheme: Scheme = {
  id: '0d5b8b6e-1f0a-4d0a-9d3e-2f6c1a7b9c11',
  version: '1.2.0',
  rulebookURI: 'https://library.example/rulebook',
  attestationLoS: 'iso_18045_moderate',
  bindingType: 'key',
  supportedFormats: ['dc+sd-jwt'],
  schemaURIs: [{ formatIdentifier: 'dc+sd-jwt', uri: 'https://library.example/card.schema.json' }],
};
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { iss: { type: 'string' }, family_name: { type: 'string' }, number: { type: 'integer' } },
  required: ['iss', 'number'],
};

test('claims, frame, type and the level of the key come from the scheme; nothing is left', () => {
  const given = { configuration: 'card', scheme, schema, type: 'urn:library:card:1' };
  const { configuration, unmapped } = importScheme(given, 'dc+sd-jwt');
  const { config, ...others } = configuration as { config: { proof_types_supported: { jwt: object } } };
  const { bindingType: _, ...kept } = scheme;
  assert.deepEqual(others, {
    id: 'card',
    claims: {},
    disclosureFrame: { _sd: ['family_name', 'number'] },
    schema,
    attestation_scheme: kept,
  });
  const key_attestations_required = { key_storage: ['iso_18045_moderate', 'iso_18045_high'] };
  const type = { proof_signing_alg_values_supported: ['ES256'], key_attestations_required };
  assert.deepEqual(config, {
    format: 'dc+sd-jwt',
    vct: 'urn:library:card:1',
    credential_metadata: { claims: [{ path: ['family_name'] }, { path: ['number'], mandatory: true }] },
    proof_types_supported: { jwt: type, attestation: type },
  });
  assert.deepEqual(unmapped, []);
});

test('every member that a configuration cannot express is named', () => {
  const other: Scheme = {
    ...scheme,
    bindingType: 'biometric',
    supportedFormats: ['ldp_vc', 'mso_mdoc', 'dc+sd-jwt'],
    trustedAuthorities: [{ frameworkType: 'aki', value: 'AAAA' }],
  };
  const { unmapped } = importScheme({ configuration: 'card', scheme: other }, 'dc+sd-jwt');
  assert.deepEqual(
    unmapped.map(({ pointer }) => pointer),
    ['/trustedAuthorities', '/bindingType', '/supportedFormats/0', '/supportedFormats/1', '/schemaURIs/0'],
  );
  const ofMdoc = importScheme({ configuration: 'card', scheme: other }, 'mso_mdoc').unmapped;
  assert.equal(ofMdoc.at(-1)?.pointer, '/schemaURIs');
});

test('what the scheme says nothing about stays in a configuration that exists', () => {
  const present = {
    id: 'card',
    config: { format: 'dc+sd-jwt', vct: 'urn:old', scope: 'card', display: [{ name: 'Card' }] },
    claims: { number: 1 },
    disclosureFrame: { _sd: ['number'] },
    disclosure_policy: { id: 'https://library.example/p', type: 'anyone' },
  };
  const { configuration } = importScheme({ configuration: 'card', scheme }, 'dc+sd-jwt', present);
  const { config, attestation_scheme: _, schema: added, ...others } = configuration;
  const { config: before, ...kept } = present;
  assert.deepEqual(others, kept);
  assert.deepEqual(added, { ...schema, properties: {}, required: [] });
  assert.deepEqual(
    { ...(config as object), proof_types_supported: undefined },
    { ...before, proof_types_supported: undefined },
  );
});

test("an mdoc's claims have their namespace, and it has neither frame nor vct", () => {
  const elements = { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] };
  const ofMdoc = { type: 'object', properties: { 'org.library.1': elements } };
  const given = { configuration: 'card', scheme, schema: ofMdoc, type: 'org.library.card' };
  const { configuration } = importScheme(given, 'mso_mdoc');
  const { config, ...others } = configuration as { config: Readonly<Record<string, unknown>> };
  assert.deepEqual(config.credential_metadata, { claims: [{ path: ['org.library.1', 'number'], mandatory: true }] });
  assert.equal(config.doctype, 'org.library.card');
  assert.deepEqual(Object.keys(others).sort(), ['attestation_scheme', 'claims', 'id', 'schema']);
});

test('the format is the wanted one, or the first that is built; a scheme without any has none', () => {
  const both: Scheme = { ...scheme, supportedFormats: ['jwt_vc_json', 'mso_mdoc', 'dc+sd-jwt'] };
  assert.equal(formatOf({ scheme: both }), 'dc+sd-jwt');
  assert.equal(formatOf({ scheme: both, format: 'mso_mdoc' }), 'mso_mdoc');
  assert.equal(formatOf({ scheme, format: 'mso_mdoc' }), undefined);
  assert.equal(formatOf({ scheme: { ...scheme, supportedFormats: ['ldp_vc'] } }), undefined);
});

test('an imported scheme is exported unchanged', () => {
  const { configuration } = importScheme({ configuration: 'card', scheme, schema }, 'dc+sd-jwt');
  assert.deepEqual(exportScheme(configuration, 'https://issuer.example/schema'), { scheme, missing: [] });
});

test('of a W3C credential the claims and their schema are below credentialSubject', () => {
  const credentialSubject = {
    type: 'object',
    properties: { id: {}, degree: { type: 'string' } },
    required: ['degree'],
  };
  const whole = {
    type: 'object',
    properties: { issuer: { type: 'string' }, credentialSubject },
    required: ['issuer', 'credentialSubject'],
  };
  const given = { configuration: 'diploma', scheme: { ...scheme, supportedFormats: ['jwt_vc_json' as const] } };
  assert.equal(formatOf(given), 'jwt_vc_json');
  const { configuration } = importScheme({ ...given, schema: whole, type: 'Diploma' }, 'jwt_vc_json');
  const { config, schema: claims, disclosureFrame } = configuration as Record<string, Record<string, object>>;
  assert.deepEqual(config?.credential_definition, { type: ['VerifiableCredential', 'Diploma'] });
  assert.deepEqual(config?.credential_metadata, {
    claims: [{ path: ['credentialSubject', 'degree'], mandatory: true }],
  });
  const { id: _, ...properties } = credentialSubject.properties;
  assert.deepEqual(
    [claims, disclosureFrame],
    [
      {
        type: 'object',
        properties: { credentialSubject: { ...credentialSubject, properties } },
        required: ['credentialSubject'],
      },
      undefined,
    ],
  );
});
