import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportScheme } from '../../src/scheme/export-scheme.ts';

const ADDRESS = 'https://issuer.example/credentials/schema/card';

function proofs(...levels: readonly (readonly string[])[]): object {
  return Object.fromEntries(
    levels.map((key_storage, index) => [`type${index}`, { key_attestations_required: { key_storage } }]),
  );
}

test('a configuration that was never a scheme says what is missing', () => {
  const written = { config: { format: 'dc+sd-jwt' }, schema: { properties: {} } };
  const { scheme, missing } = exportScheme(written, ADDRESS);
  assert.deepEqual(scheme, {
    supportedFormats: ['dc+sd-jwt'],
    schemaURIs: [{ formatIdentifier: 'dc+sd-jwt', uri: ADDRESS }],
    bindingType: 'key',
  });
  assert.deepEqual(
    missing.map(({ pointer }) => pointer),
    ['/version', '/rulebookURI', '/attestationLoS'],
  );
});

test('without a schema its address is missing too', () => {
  const { missing } = exportScheme({ config: { format: 'mso_mdoc' } }, ADDRESS);
  assert.deepEqual(missing.at(-1)?.pointer, '/schemaURIs');
});

for (const [name, levels, expected] of [
  ['the lowest accepted level', [['iso_18045_high', 'iso_18045_moderate'], ['iso_18045_high']], 'iso_18045_moderate'],
  ['no level if one is unknown', [['iso_18045_high', 'ours']], undefined],
] as const) {
  test(`the level of security: ${name}`, () => {
    const written = { config: { format: 'dc+sd-jwt', proof_types_supported: { ...proofs(...levels) } } };
    assert.equal(exportScheme(written, ADDRESS).scheme.attestationLoS, expected);
  });
}

test('no level if a proof type needs no key attestation', () => {
  const types = { ...proofs(['iso_18045_high']), jwt: { proof_signing_alg_values_supported: ['ES256'] } };
  const written = { config: { format: 'dc+sd-jwt', proof_types_supported: types } };
  assert.equal(exportScheme(written, ADDRESS).scheme.attestationLoS, undefined);
});
