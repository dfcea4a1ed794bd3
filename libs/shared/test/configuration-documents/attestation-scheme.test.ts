import assert from 'node:assert/strict';
import { test } from 'node:test';
import { schemaMeta, schemeLevels } from '../../src/configuration-documents/attestation-scheme.ts';
import { compileSchema } from '../../src/http/validate.ts';
import type { JsonObject } from '../../src/kernel/json.ts';

const scheme: JsonObject = {
  id: '0d5b8b6e-1f0a-4d0a-9d3e-2f6c1a7b9c11',
  version: '1.2.0-rc.1',
  rulebookURI: 'https://library.example/rulebook',
  trustedAuthorities: [{ frameworkType: 'etsi_tl', value: 'https://library.example/list', isLOTE: true }],
  attestationLoS: 'iso_18045_high',
  bindingType: 'key',
  supportedFormats: ['dc+sd-jwt', 'mso_mdoc', 'jwt_vc_json', 'jwt_vc_json-ld', 'ldp_vc'],
  schemaURIs: [{ formatIdentifier: 'mso_mdoc', uri: 'https://library.example/card' }],
};
const validate = compileSchema(schemaMeta);

function placesOf(value: unknown): readonly string[] {
  return validate(value).map(({ pointer }) => pointer);
}

test('every member and every value of the catalogue is accepted', () => {
  assert.deepEqual(placesOf(scheme), []);
  for (const attestationLoS of schemeLevels) assert.deepEqual(placesOf({ ...scheme, attestationLoS }), []);
  for (const bindingType of ['claim', 'key', 'biometric', 'none']) {
    assert.deepEqual(placesOf({ ...scheme, bindingType }), []);
  }
});

test('what the catalogue requires is required; the rest may be absent', () => {
  for (const name of Object.keys(scheme)) {
    const { [name]: _, ...without } = scheme;
    const isOptional = name === 'id' || name === 'trustedAuthorities';
    assert.deepEqual(placesOf(without), isOptional ? [] : [`/${name}`]);
  }
});

for (const [member, value, place] of [
  ['id', 'card', '/id'],
  ['version', '1', '/version'],
  ['rulebookURI', 'rulebook', '/rulebookURI'],
  ['attestationLoS', 'high', '/attestationLoS'],
  ['bindingType', 'name', '/bindingType'],
  ['supportedFormats', [], '/supportedFormats'],
  ['supportedFormats', ['vc+sd-jwt'], '/supportedFormats/0'],
  ['schemaURIs', [{ formatIdentifier: 'mso_mdoc' }], '/schemaURIs/0/uri'],
  ['trustedAuthorities', { frameworkType: 'aki', value: 'A' }, '/trustedAuthorities'],
  ['trustedAuthorities', [{ frameworkType: 'x509', value: 'A' }], '/trustedAuthorities/0/frameworkType'],
  ['more', 1, '/more'],
] as const) {
  test(`refused: ${member} ${JSON.stringify(value)}`, () => {
    assert.deepEqual(placesOf({ ...scheme, [member]: value }), [place]);
  });
}
