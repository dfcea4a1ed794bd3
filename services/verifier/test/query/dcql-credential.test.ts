import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { DcqlQuery as Opponent } from 'dcql';
import { isCredentialFormat, parseCredentialQuery } from '../../src/query/dcql-credential.ts';
import type { Findings } from '../../src/query/dcql-findings.ts';
import { parseDcqlQuery } from '../../src/query/dcql-query.ts';

const MDL: JsonObject = { id: 'mdl', format: 'mso_mdoc', meta: { doctype_value: 'org.iso.18013.5.1.mDL' } };
const PID: JsonObject = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } };
const NAME = ['org.iso.18013.5.1', 'family_name'];

function parse(entry: Json): { readonly query: unknown; readonly places: readonly string[] } {
  const found: Findings = [];
  const query = parseCredentialQuery(entry, '', found);
  return { query, places: found.map(({ pointer }) => pointer) };
}

test('a query of an mdoc has a document type in place of credential types', () => {
  const common = { id: 'mdl', format: 'mso_mdoc', doctype: 'org.iso.18013.5.1.mDL', requireHolderBinding: true };
  assert.deepEqual(parse(MDL), { query: { ...common, multiple: false }, places: [] });
  const all = {
    ...MDL,
    multiple: true,
    require_cryptographic_holder_binding: true,
    trusted_authorities: [{ type: 'aki', values: ['AAAA'] }],
    claims: [{ id: 'a', path: NAME, intent_to_retain: false }],
    claim_sets: [['a']],
  };
  assert.deepEqual(parse(all), {
    query: {
      ...common,
      multiple: true,
      authorityKeyIds: ['AAAA'],
      claims: [{ id: 'a', path: NAME, intentToRetain: false }],
      claimSets: [['a']],
    },
    places: [],
  });
});

const bad: Record<string, readonly [JsonObject, ...string[]]> = {
  'no meta': [{ meta: null }, '/meta'],
  'no document type': [{ meta: {} }, '/meta/doctype_value'],
  'an empty document type': [{ meta: { doctype_value: '' } }, '/meta/doctype_value'],
  'several document types': [{ meta: { doctype_value: ['a', 'b'] } }, '/meta/doctype_value'],
  'the types of another format': [{ meta: { vct_values: ['x'] } }, '/meta/doctype_value'],
  'a path into an element': [{ claims: [{ path: [...NAME, 'x'] }] }, '/claims/0/path'],
  'no device signature': [{ require_cryptographic_holder_binding: false }, '/require_cryptographic_holder_binding'],
  'a trust list without an address': [
    { trusted_authorities: [{ type: 'etsi_tl', values: ['AAAA'] }] },
    '/trusted_authorities/0/values',
  ],
  'an unchecked authority type': [
    { trusted_authorities: [{ type: 'openid_federation', values: ['AAAA'] }] },
    '/trusted_authorities/0/type',
  ],
};

for (const [name, [change, ...places]] of Object.entries(bad)) {
  test(`refused: ${name}`, () => assert.deepEqual(parse({ ...MDL, ...change }).places, places));
}

test('the document type belongs to mdocs alone', () => {
  assert.deepEqual(parse({ ...PID, meta: MDL.meta as Json }).places, ['/meta/vct_values']);
  assert.deepEqual(parse({ ...PID, format: 'jwt_vc_json' }).places, ['/meta/type_values']);
  assert.deepEqual(parse({ ...PID, format: 'ldp_vc' }).places, ['/format']);
});

test('a query for both formats, with sets of either; the other library agrees', () => {
  const query = {
    credentials: [
      { ...PID, claims: [{ path: ['age_equal_or_over', '18'] }] },
      { ...MDL, claims: [{ path: ['org.iso.18013.5.1', 'age_over_18'], values: [true], intent_to_retain: false }] },
    ],
    credential_sets: [{ options: [['pid'], ['mdl']] }],
  };
  Opponent.validate(Opponent.parse(query as never));
  const parsed = parseDcqlQuery(query);
  assert.ok(parsed.ok);
  assert.deepEqual(
    parsed.query.credentials.map(({ format }) => format),
    ['dc+sd-jwt', 'mso_mdoc'],
  );
  assert.deepEqual(parsed.query.credentialSets, [{ options: [['pid'], ['mdl']], required: true }]);
});

test('the formats that can be asked for', () => {
  for (const format of ['dc+sd-jwt', 'mso_mdoc', 'jwt_vc_json']) assert.ok(isCredentialFormat(format));
  for (const format of ['vc+sd-jwt', 'ldp_vc', '', undefined, ['mso_mdoc']]) assert.ok(!isCredentialFormat(format));
});

test('a W3C credential is asked for by alternatives of types', () => {
  const w3c = (type_values: Json) => parse({ ...PID, format: 'jwt_vc_json', meta: { type_values } }).places;
  assert.deepEqual(w3c([['VerifiableCredential', 'Diploma'], ['Other']]), []);
  for (const wrong of ['Diploma', [], ['Diploma'], [[]], [['Diploma'], []], [['']], [[7]], null]) {
    assert.deepEqual(w3c(wrong), ['/meta/type_values'], JSON.stringify(wrong));
  }
  assert.deepEqual(parse({ ...PID, format: 'jwt_vc_json', meta: 'Diploma' }).places, ['/meta']);
});
