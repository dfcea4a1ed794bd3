import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { MDL_DOCTYPE, MDL_MANDATORY, MDL_NAMESPACE, PID_DOCTYPE } from '@countersign/shared/mdoc/element-types';
import { parseCredentialConfiguration } from '../../src/configuration/credential-configuration.ts';
import type { MdocConfiguration } from '../../src/configuration/mdoc-configuration.ts';

const NAMESPACE = 'org.example.1';

function parsed(written: JsonObject) {
  return parseCredentialConfiguration(written, {
    publicUrl: 'https://h.example',
    tenant: 't1',
    id: 'member',
    checkWebhook: () => [],
    checkShape: () => [],
    imageExists: () => true,
    checkFrame: () => [{ pointer: '', detail: 'frames of SD-JWT VC only' }],
  });
}

function parse(written: JsonObject): MdocConfiguration & { readonly findings: readonly FieldError[] } {
  const result = parsed(written);
  assert.ok(result.ok, JSON.stringify(result));
  assert.ok(result.configuration.format === 'mso_mdoc');
  return { ...result.configuration, findings: result.findings };
}

function errors(written: JsonObject): readonly string[] {
  const result = parsed(written);
  return result.ok ? [] : result.errors.map(({ pointer }) => pointer);
}

const mdoc = (config: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  config: { format: 'mso_mdoc', doctype: 'org.example.doc', ...config },
  claims: { [NAMESPACE]: { name: 'N' } },
  ...more,
});

test('algorithms, binding methods, proof types and scope are completed; there is no vct', () => {
  const { metadata, scope, doctype } = parse(mdoc());
  assert.deepEqual(metadata, {
    format: 'mso_mdoc',
    doctype: 'org.example.doc',
    scope: 'member',
    credential_signing_alg_values_supported: [-7, -9],
    cryptographic_binding_methods_supported: ['cose_key', 'jwk'],
    proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
    credential_metadata: {},
  });
  assert.deepEqual([scope, doctype], ['member', 'org.example.doc']);
});

test('a device signs elements in namespaces of its own', () => {
  assert.deepEqual(parse(mdoc({}, { device_namespaces: ['urn:a'] })).deviceNameSpaces, ['urn:a']);
  assert.equal(parse(mdoc({}, { device_namespaces: [] })).deviceNameSpaces, undefined);
  assert.deepEqual(errors(mdoc({}, { device_namespaces: ['urn:a', NAMESPACE] })), ['/device_namespaces/1']);
});

test('written members are kept', () => {
  const config = {
    scope: 's',
    credential_signing_alg_values_supported: [-7],
    cryptographic_binding_methods_supported: ['jwk'],
  };
  const { metadata } = parse(mdoc(config));
  for (const [name, value] of Object.entries(config)) assert.deepEqual(metadata[name], value);
});

test('namespaces and elements come from claims, types, schema and descriptions', () => {
  const { nameSpaces, elementTypes } = parse(
    mdoc(
      { credential_metadata: { claims: [{ path: ['a', 'described'] }, { path: [NAMESPACE, 'name', 'deeper'] }] } },
      {
        element_types: { [NAMESPACE]: { born: 'full-date' } },
        schema: { properties: { b: { properties: { demanded: {} } } } },
      },
    ),
  );
  assert.deepEqual(
    [...nameSpaces].map(([name, elements]) => [name, [...elements]]),
    [
      [NAMESPACE, ['name', 'born']],
      ['b', ['demanded']],
      ['a', ['described']],
    ],
  );
  assert.equal(elementTypes.get(NAMESPACE)?.get('born'), 'full-date');
});

test('mDL and PID have their namespaces without any claim', () => {
  for (const doctype of [MDL_DOCTYPE, PID_DOCTYPE]) {
    assert.equal(parse(mdoc({ doctype }, { claims: {} })).nameSpaces.size, 1);
  }
  assert.deepEqual(errors(mdoc({}, { claims: {} })), ['/claims']);
});

const refused: readonly [name: string, written: JsonObject, pointer: string][] = [
  ['no doctype', mdoc({ doctype: '' }), '/config/doctype'],
  ['a long doctype', mdoc({ doctype: 'd'.repeat(257) }), '/config/doctype'],
  ['a vct', mdoc({ vct: 'urn:x' }), '/config/vct'],
  ['two scope tokens', mdoc({ scope: 'a b' }), '/config/scope'],
  ...[['ES256'], [-9], [-7, -35], [], -7].map((value): [string, JsonObject, string] => [
    `algorithms ${JSON.stringify(value)}`,
    mdoc({ credential_signing_alg_values_supported: value }),
    '/config/credential_signing_alg_values_supported',
  ]),
  ...[['did:web'], [], 'jwk'].map((value): [string, JsonObject, string] => [
    `binding ${JSON.stringify(value)}`,
    mdoc({ cryptographic_binding_methods_supported: value }),
    '/config/cryptographic_binding_methods_supported',
  ]),
  ['proof types of another kind', mdoc({ proof_types_supported: {} }), '/config/proof_types_supported'],
  ['claims that are not by namespace', mdoc({}, { claims: { name: 'N' } }), '/claims/name'],
  ['a disclosure frame', mdoc({}, { disclosureFrame: { _sd: ['name'] } }), '/disclosureFrame'],
  ['type metadata', mdoc({}, { vct: { vct: 'urn:x' } }), '/vct'],
  [
    'a path of one name',
    mdoc({ credential_metadata: { claims: [{ path: [NAMESPACE, 'name'] }, { path: ['name'] }] } }),
    '/config/credential_metadata/claims/1/path',
  ],
  [
    'a path with a position for an element',
    mdoc({ credential_metadata: { claims: [{ path: [NAMESPACE, 0] }] } }),
    '/config/credential_metadata/claims/0/path',
  ],
];

for (const [name, written, pointer] of refused) {
  test(`refused: ${name}`, () => {
    assert.deepEqual(errors(written), [pointer]);
  });
}

test('an empty frame of a generated client counts as none, and reserved names of SD-JWT VC are elements', () => {
  assert.deepEqual(errors(mdoc({}, { disclosureFrame: {} })), []);
  assert.deepEqual(errors(mdoc({}, { claims: { [NAMESPACE]: { iss: 1, status: 'x', _sd: [] } } })), []);
});

test('a type other than that of the standard is a finding', () => {
  const types = (type: string) => ({ element_types: { [MDL_NAMESPACE]: { birth_date: type } }, claims: {} });
  const doctype = { doctype: MDL_DOCTYPE };
  assert.deepEqual(parse(mdoc(doctype, types('full-date'))).findings, []);
  const [finding] = parse(mdoc(doctype, types('text'))).findings;
  assert.equal(finding?.pointer, `/element_types/${MDL_NAMESPACE}/birth_date`);
  assert.match(finding?.detail ?? '', /as full-date/);
  const structured = { element_types: { [MDL_NAMESPACE]: { driving_privileges: 'array', expiry_date: 'tdate' } } };
  assert.deepEqual(parse(mdoc(doctype, { ...structured, claims: {} })).findings, []);
});

test('each mandatory element that static claims of an mDL lack is a finding', () => {
  const { findings } = parse(mdoc({ doctype: MDL_DOCTYPE }, { claims: { [MDL_NAMESPACE]: { family_name: 'M' } } }));
  assert.deepEqual(
    findings.map(({ pointer }) => pointer),
    MDL_MANDATORY.filter((name) => name !== 'family_name').map((name) => `/claims/${MDL_NAMESPACE}/${name}`),
  );
  assert.deepEqual(parse(mdoc({ doctype: MDL_DOCTYPE }, { claims: {} })).findings, []);
});

test('a member of another format is a finding', () => {
  assert.deepEqual(
    parse(mdoc({ claims: {} })).findings.map(({ pointer }) => pointer),
    ['/config/claims'],
  );
});
