import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  inSchema,
  isAsked,
  isMdocConfiguration,
  issuedNames,
  issuedPaths,
  mayHave,
  pathText,
  samePath,
  schemaAt,
  typesAsked,
} from '../../src/warnings/claim-names.ts';

const schema = {
  properties: {
    iss: {},
    address: { type: 'object', properties: { locality: { type: 'string' } } },
    nationalities: { type: 'array', items: { type: 'string' } },
    free: { type: 'object' },
  },
};

test('a schema has a place for paths through objects and lists, and for any below a free object', () => {
  assert.ok(inSchema(schema, ['address', 'locality']));
  assert.ok(inSchema(schema, ['nationalities', null]));
  assert.ok(inSchema(schema, ['free', 'anything', 'below']));
  assert.ok(!inSchema(schema, ['address', 'street']));
  assert.ok(!inSchema(schema, ['name']));
  assert.deepEqual(schemaAt(schema, ['address', 'locality']), { type: 'string' });
  assert.deepEqual(schemaAt(schema, ['nationalities', 0]), { type: 'string' });
});

test('without a schema the static claims, the frame and descriptions say what a credential may have', () => {
  const configuration = {
    claims: { level: 'x', address: { locality: 'Bonn' } },
    disclosureFrame: { _sd: ['degree'] },
    config: { credential_metadata: { claims: [{ path: ['awarded'] }] } },
  };
  for (const path of [['level'], ['address', 'locality'], ['degree', 'name'], ['awarded'], ['iss']]) {
    assert.ok(mayHave(configuration, path), pathText(path));
  }
  assert.ok(!mayHave(configuration, ['lvl']));
});

test('names are those of people, and paths have a text', () => {
  assert.deepEqual(issuedNames({ claims: { vct: 'v', a: 1 }, schema }), ['a', 'address', 'nationalities', 'free']);
  assert.equal(pathText(['address', 'lines', null, 0]), 'address.lines[][0]');
  assert.ok(samePath(['a', null], ['a', null]) && !samePath(['a'], ['a', null]));
});

test('a credential query names types of its format', () => {
  const meta = { vct_values: ['v', 1], doctype_value: 'd' };
  assert.deepEqual(typesAsked({ format: 'dc+sd-jwt', meta }), [{ format: 'dc+sd-jwt', type: 'v' }]);
  assert.deepEqual(typesAsked({ format: 'mso_mdoc', meta }), [{ format: 'mso_mdoc', type: 'd' }]);
  assert.deepEqual(typesAsked({ format: 'mso_mdoc' }), []);
  assert.ok(isAsked([{ format: 'mso_mdoc', type: 'd' }], { format: 'mso_mdoc', type: 'd' }));
  assert.ok(!isAsked([{ format: 'mso_mdoc', type: 'd' }], { format: 'dc+sd-jwt', type: 'd' }));
});

test('an mdoc has its elements by namespace', () => {
  const mdoc = { config: { format: 'mso_mdoc' }, claims: { s: { a: 1 } } };
  assert.deepEqual(issuedPaths(mdoc), [['s', 'a']]);
  assert.deepEqual(issuedPaths({ claims: { a: 1 } }), [['a']]);
  assert.deepEqual([isMdocConfiguration(mdoc), isMdocConfiguration({})], [true, false]);
  assert.deepEqual([mayHave(mdoc, ['s', 'a']), mayHave(mdoc, ['s', 'b'])], [true, false]);
});

const diploma = {
  config: { format: 'jwt_vc_json', credential_metadata: { claims: [{ path: ['credentialSubject', 'awarded'] }] } },
  claims: { credentialSubject: { degree: 'Mathematics' }, evidence: [{ type: 'Exam' }] },
};

test('a W3C credential has its claims below credentialSubject, and what the service sets', () => {
  assert.deepEqual(issuedPaths(diploma), [['credentialSubject', 'degree']]);
  const has = [
    ['credentialSubject', 'degree'],
    ['credentialSubject', 'awarded'],
    ['credentialSubject', 'id'],
    ['evidence'],
    ['issuer'],
  ];
  for (const path of has) assert.ok(mayHave(diploma, path), pathText(path));
  for (const path of [['credentialSubject', 'grade'], ['degree'], ['vct']]) assert.ok(!mayHave(diploma, path));
});

test('a W3C credential is asked for by a set of types, and may have more', () => {
  const query = (...types: string[]) => ({ format: 'jwt_vc_json', meta: { type_values: [types] } });
  const issued = { format: 'jwt_vc_json', type: 'Award Diploma' } as const;
  assert.deepEqual(typesAsked(query('VerifiableCredential', 'Diploma')), [{ format: 'jwt_vc_json', type: 'Diploma' }]);
  assert.deepEqual(typesAsked(query('VerifiableCredential')), []);
  assert.ok(isAsked(typesAsked(query('Diploma')), issued));
  assert.ok(!isAsked(typesAsked(query('Diploma', 'Badge')), issued));
});
