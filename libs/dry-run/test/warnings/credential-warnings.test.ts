import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { MDL_MANDATORY } from '@countersign/shared/mdoc/element-types';
import { credentialWarnings } from '../../src/warnings/credential-warnings.ts';

const name = (path: string) => ({ path: [path], display: [{ name: path, locale: 'en' }] });
const good: JsonObject = {
  config: {
    format: 'dc+sd-jwt',
    display: [{ name: 'Card', locale: 'en', background_color: '#ffffff', text_color: '#000' }],
    credential_metadata: { claims: [name('level')] },
  },
  claims: { level: 'reader' },
  disclosureFrame: { _sd: ['level'] },
  schema: { properties: { level: { type: 'string', maxLength: 20 } }, required: ['level', 'iss'] },
};
const codes = (configuration: JsonObject, claims?: JsonObject) =>
  credentialWarnings({ configuration, ...(claims === undefined ? {} : { claims }) }).map(
    ({ code, pointer }) => `${code} ${pointer}`,
  );
const withConfig = (config: JsonObject) => ({ ...good, config: { ...(good.config as JsonObject), ...config } });

test('a complete configuration has no warning', () => {
  assert.deepEqual(codes(good), []);
});

test('display: none, and text that can not be read', () => {
  assert.deepEqual(codes(withConfig({ display: [] })), ['display_missing /config/display']);
  const grey = [{ name: 'A', background_color: '#888', text_color: '#999999' }];
  assert.deepEqual(codes(withConfig({ display: grey })), ['display_contrast /config/display/0']);
  const metadata = { display: undefined, credential_metadata: { display: [{ name: 'A' }], claims: [name('level')] } };
  assert.deepEqual(codes(withConfig(metadata as unknown as JsonObject)), []);
});

test('claims: without a name, and described although no credential can have them', () => {
  const more = { ...good, claims: { level: 'reader', branch: 'north' } };
  assert.deepEqual(codes(more), ['claim_without_name /config/credential_metadata/claims']);
  const described = withConfig({ credential_metadata: { claims: [name('level'), name('levle')] } });
  assert.deepEqual(codes(described), ['claim_not_issued /config/credential_metadata/claims/1/path']);
  const ofType = { ...good, vct: { vct: 'v', claims: [{ path: ['other', 'part'], display: [{ label: 'x' }] }] } };
  assert.deepEqual(codes(ofType), ['claim_not_issued /vct/claims/0/path']);
});

test('schema: a static claim that violates it, and a required one that nothing brings', () => {
  assert.deepEqual(codes({ ...good, claims: { level: 7 } }), ['schema_unsatisfied /claims/level']);
  assert.deepEqual(codes({ ...good, claims: { level: 7 } }, { level: 'reader' }), []);
  assert.deepEqual(codes({ ...good, claims: {} }), ['schema_claim_missing /claims']);
  assert.deepEqual(codes({ ...good, claims: {}, presentation_during_issuance: { type: 'q' } }), []);
});

test('refresh and lifetime', () => {
  assert.deepEqual(codes({ ...good, refresh: {} }), ['refresh_without_chaining /revocation_chaining']);
  assert.deepEqual(
    codes({ ...good, refresh: {}, short_lived: true }),
    [],
    'a credential without a status is revoked with nothing',
  );
  assert.deepEqual(codes({ ...good, refresh: {}, revocation_chaining: true }), []);
  assert.deepEqual(codes({ ...good, lifetime: 3600 }), ['lifetime_short /lifetime']);
  assert.deepEqual(codes({ ...good, lifetime: 86_400 }), []);
});

const element = (name: string) => ({ path: ['s', name], display: [{ name, locale: 'en' }] });
const mdoc = (config: JsonObject, more: JsonObject = {}): JsonObject => ({
  config: { ...(good.config as JsonObject), format: 'mso_mdoc', doctype: 'd', ...config },
  claims: { s: { given_name: 'Ada' } },
  ...more,
});

test('an mdoc: elements are named and described by namespace', () => {
  const described = (...names: string[]) => ({ credential_metadata: { claims: names.map(element) } });
  assert.deepEqual(codes(mdoc(described('given_name'))), []);
  assert.deepEqual(codes(mdoc(described())), ['claim_without_name /config/credential_metadata/claims']);
  const more = { element_types: { s: { points: 'integer' } } };
  assert.deepEqual(codes(mdoc(described('given_name', 'points'), more)), []);
  assert.deepEqual(codes(mdoc(described('given_name', 'points'))), [
    'claim_not_issued /config/credential_metadata/claims/1/path',
  ]);
});

test('a driving licence without an element that every one has', () => {
  const space = 'org.iso.18013.5.1';
  const all = Object.fromEntries(MDL_MANDATORY.map((one) => [one, 'value']));
  const { portrait: _, ...without } = all;
  const missing = (claims: JsonObject, doctype = `${space}.mDL`) =>
    codes(mdoc({ doctype }, { claims: { [space]: claims } })).filter((code) => code.startsWith('mdl_'));
  assert.deepEqual(missing(all), []);
  assert.deepEqual(missing(without), [`mdl_element_missing /claims/${space}`]);
  assert.deepEqual(missing(without, 'org.example'), []);
});
