import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type QueryCheck, queryWarnings, statementWarnings } from '../../src/warnings/query-warnings.ts';

const pid: JsonObject = {
  claims: {},
  disclosureFrame: { _sd: ['given_name'] },
  schema: { properties: { given_name: { type: 'string' }, level: { enum: ['a', 'b'] } }, required: [] },
};
const query = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['v'] }, claims: [{ path: ['given_name'] }] };
const stated = { id: 'r', body: { purpose: [{ name: 'Why' }], privacy_policy: 'https://p.example' } };
const codes = (credential: JsonObject, more: Partial<QueryCheck> = {}, sets?: JsonObject[]) =>
  queryWarnings({
    configuration: {
      dcql_query: { credentials: [{ ...query, ...credential }], ...(sets && { credential_sets: sets }) },
      registrationCert: stated,
    },
    issued: [{ format: 'dc+sd-jwt', type: 'v', configuration: pid }],
    trusted: [{ own: true, vcts: 'any', doctypes: 'any', keyIds: ['own'] }],
    registered: true,
    ...more,
  }).map(({ code, pointer }) => `${code} ${pointer?.replace('/dcql_query/credentials/0', '') ?? ''}`);

test('a query that an own credential answers has no warning', () => {
  assert.deepEqual(codes({}), []);
});

test('a type that no own configuration has and no trusted issuer may issue', () => {
  const meta = { vct_values: ['w'] };
  assert.deepEqual(codes({ meta }), ['dcql_type_unknown /meta/vct_values', 'no_trust_anchor /meta/vct_values']);
  assert.deepEqual(codes({ meta }, { trusted: [{ own: false, vcts: 'any', doctypes: 'any' }] }), []);
  assert.deepEqual(codes({ meta }, { trusted: [{ own: false, vcts: ['w'], doctypes: 'any' }] }), []);
  assert.deepEqual(codes({ meta }, { trusted: [{ own: false, vcts: ['x'], doctypes: 'any' }] }), [
    'trust_limited /meta/vct_values',
  ]);
});

test('claims and values that no credential of the type has', () => {
  const claims = [{ path: ['givenname'] }, { path: ['level'], values: ['c'] }, { path: ['given_name'], values: [1] }];
  assert.deepEqual(codes({ claims }), [
    'dcql_claim_unknown /claims/0/path',
    'dcql_value_unknown /claims/1/values',
    'dcql_value_unknown /claims/2/values',
  ]);
  assert.deepEqual(codes({ claims: [{ path: ['level'], values: ['c', 'a'] }] }), []);
  // Claims of other issuers are not known here.
  assert.deepEqual(
    codes({ meta: { vct_values: ['w'] }, claims }, { trusted: [{ own: false, vcts: 'any', doctypes: 'any' }] }),
    [],
  );
  assert.deepEqual(codes({ claims: undefined as never }), ['dcql_no_claims ']);
  const w3c = { format: 'jwt_vc_json', meta: { type_values: [['VerifiableCredential', 'Diploma']] } };
  const limited = (...vcts: string[]) => ({ trusted: [{ own: false, vcts, doctypes: [] }] });
  assert.deepEqual(codes(w3c, limited('Diploma')), ['shows_everything /format']);
  assert.deepEqual(codes(w3c, limited('VerifiableCredential')), [
    'trust_limited /meta/type_values',
    'shows_everything /format',
  ]);
});

test('authorities, sets and holder binding', () => {
  const named = (...values: string[]) => ({ trusted_authorities: [{ type: 'aki', values }] });
  assert.deepEqual(codes(named('own')), []);
  assert.deepEqual(codes(named('other')), ['dcql_authority_unknown /trusted_authorities']);
  const dead = { meta: { vct_values: ['w'] } };
  assert.ok(codes(dead, {}, [{ options: [['pid']] }]).includes('dcql_set_unanswerable /dcql_query/credential_sets/0'));
  assert.ok(!codes(dead, {}, [{ options: [['pid']], required: false }]).some((code) => code.includes('set_')));
  assert.deepEqual(codes({ require_cryptographic_holder_binding: false }), [
    'holder_binding_off /require_cryptographic_holder_binding',
  ]);
});

test('the purpose and the privacy policy that the person reads', () => {
  const found = statementWarnings({
    configuration: { dcql_query: {}, registrationCert: { body: {} } },
    issued: [],
    trusted: [],
    registered: false,
  });
  assert.deepEqual(
    found.map(({ code }) => code),
    ['registration_certificate_missing', 'purpose_missing', 'privacy_policy_missing'],
  );
});

test('a query of mdocs is compared with document types, and with what the trusted issuers of mdocs may issue', () => {
  const asked = (doctype_value: string, more: JsonObject = {}): JsonObject => ({
    format: 'mso_mdoc',
    meta: { doctype_value },
    claims: [{ path: ['s', 'given_name'] }],
    ...more,
  });
  const licence = { config: { format: 'mso_mdoc' }, claims: { s: { given_name: 'A' } } };
  const own: Partial<QueryCheck> = { issued: [{ format: 'mso_mdoc', type: 'd', configuration: licence }] };
  assert.deepEqual(codes(asked('d'), own), []);
  const unknown = ['dcql_type_unknown /meta/doctype_value', 'no_trust_anchor /meta/doctype_value'];
  assert.deepEqual(codes(asked('e'), own), unknown);
  // A type with the same name in the other format doesn't match.
  assert.deepEqual(codes(asked('v')), unknown);
  const trusting = (doctypes: string[]) => ({ trusted: [{ own: false, vcts: 'any' as const, doctypes }] });
  assert.deepEqual(codes(asked('e'), trusting(['e'])), []);
  assert.deepEqual(codes(asked('e'), trusting([])), ['trust_limited /meta/doctype_value']);
  assert.deepEqual(codes(asked('d', { claims: [{ path: ['s', 'name'] }] }), own), [
    'dcql_claim_unknown /claims/0/path',
  ]);
});

test('a status that is not checked', () => {
  const configuration = { dcql_query: { credentials: [query] }, registrationCert: stated };
  const warnings = (statusCheck: string) => codes({}, { configuration: { ...configuration, statusCheck } });
  assert.deepEqual(['cached', 'live', 'off'].flatMap(warnings), ['status_off /statusCheck']);
});

test('presentations as evidence, with and without a receiver', () => {
  const configuration = { dcql_query: { credentials: [query] }, registrationCert: stated };
  const warnings = (more: JsonObject) => codes({}, { configuration: { ...configuration, ...more } });
  assert.deepEqual(warnings({ raw: [] }), []);
  assert.deepEqual(warnings({ raw: ['pid'], webhook: 'https://b.example' }), ['raw_links_holder /raw']);
  assert.deepEqual(warnings({ raw: ['pid'] }), ['raw_links_holder /raw', 'raw_unreceived /raw']);
});
