/** The part of a configuration that a W3C credential as a JWT decides. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { parseCredentialConfiguration } from '../../src/configuration/credential-configuration.ts';

const TYPE = ['VerifiableCredential', 'DiplomaCredential'];

function parsed(config: JsonObject = {}, more: JsonObject = {}) {
  const written = {
    config: { format: 'jwt_vc_json', credential_definition: { type: TYPE }, ...config },
    claims: {},
    ...more,
  };
  return parseCredentialConfiguration(written, {
    publicUrl: 'https://h.example',
    tenant: 't1',
    id: 'diploma',
    checkWebhook: () => [],
    checkShape: () => [],
    imageExists: () => true,
    checkFrame: () => [],
  });
}

const errors = (config: JsonObject = {}, more: JsonObject = {}) =>
  parsed(config, more).errors.map(({ pointer }) => pointer);

test('algorithms, binding methods, proof types and scope are completed; the types are its own', () => {
  const { ok, configuration } = parsed();
  assert.ok(ok);
  assert.deepEqual(configuration.metadata, {
    format: 'jwt_vc_json',
    credential_definition: { type: TYPE },
    scope: 'diploma',
    credential_signing_alg_values_supported: ['ES256'],
    cryptographic_binding_methods_supported: ['jwk'],
    proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
    credential_metadata: {},
  });
  assert.ok(configuration.format === 'jwt_vc_json');
  assert.deepEqual([configuration.types, configuration.algorithm], [TYPE, 'ES256']);
});

test('the algorithm of a key from files is promised; an unknown one is not', () => {
  for (const alg of ['ES384', 'EdDSA']) {
    const { configuration } = parsed({ credential_signing_alg_values_supported: [alg] });
    assert.ok(configuration.format === 'jwt_vc_json');
    assert.equal(configuration.algorithm, alg);
  }
  const place = '/config/credential_signing_alg_values_supported';
  assert.deepEqual(errors({ credential_signing_alg_values_supported: ['RS256'] }), [place]);
  assert.deepEqual(errors({ credential_signing_alg_values_supported: [-7] }), [place]);
});

test('credential_definition has the general type and at least one more, and nothing else', () => {
  const place = ['/config/credential_definition'];
  assert.deepEqual(errors({ credential_definition: { type: ['VerifiableCredential'] } }), place);
  assert.deepEqual(errors({ credential_definition: { type: ['DiplomaCredential', 'Other'] } }), place);
  assert.deepEqual(errors({ credential_definition: { type: [...TYPE, ''] } }), place);
  assert.deepEqual(errors({ credential_definition: { type: [...TYPE, TYPE[1] ?? ''] } }), place);
  assert.deepEqual(errors({ credential_definition: { type: TYPE, '@context': [] } }), place);
  assert.deepEqual(errors({ credential_definition: {} }), place);
  assert.deepEqual(errors({ credential_definition: 'DiplomaCredential' }), place);
  assert.deepEqual(errors({ credential_definition: undefined }), place);
});

test('a mistyped format with credential_definition is checked as this one', () => {
  assert.deepEqual(errors({ format: 'jwt_vc' }), ['/config/format']);
});

test('members of other formats are refused, each with the reason; empty ones of generated clients are not', () => {
  const { errors: found } = parsed(
    {},
    { disclosureFrame: { _sd: ['credentialSubject'] }, vct: { vct: 'urn:x' }, element_types: { a: { b: 'bytes' } } },
  );
  assert.deepEqual(
    found.map(({ pointer }) => pointer),
    ['/element_types', '/disclosureFrame', '/vct'],
  );
  assert.match(found[1]?.detail ?? '', /always shows the whole credential/);
  assert.deepEqual(errors({ vct: 'urn:x' }), ['/config/vct']);
  assert.deepEqual(errors({}, { disclosureFrame: {}, element_types: {}, protected_certificate: false }), []);
  assert.deepEqual(
    parsed({ doctype: 'org.example' }).findings.map(({ pointer }) => pointer),
    ['/config/doctype'],
  );
});

test('only ES256 is accepted for plain proofs of the holder', () => {
  for (const alg of ['ES384', 'EdDSA']) {
    const jwt = { proof_signing_alg_values_supported: [alg] };
    assert.deepEqual(errors({ proof_types_supported: { jwt } }), ['/config/proof_types_supported']);
  }
});

test('the path of a described claim starts at the credential', () => {
  const described = (path: readonly string[]) => ({ credential_metadata: { claims: [{ path: [...path] }] } });
  assert.deepEqual(errors(described(['credentialSubject', 'degree'])), []);
  assert.deepEqual(errors(described(['evidence'])), []);
  assert.deepEqual(errors(described(['degree'])), ['/config/credential_metadata/claims/0/path']);
  assert.deepEqual(errors(described([])).at(-1), '/config/credential_metadata/claims/0/path');
});
