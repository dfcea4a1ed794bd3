import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unknownMembers } from '../../src/query/dcql-members.ts';

const credential = {
  id: 'pid',
  format: 'dc+sd-jwt',
  multiple: false,
  meta: { vct_values: ['v'] },
  trusted_authorities: [{ type: 'aki', values: ['AA'] }],
  require_cryptographic_holder_binding: true,
  claims: [{ id: 'a', path: ['given_name'], values: ['E'] }],
  claim_sets: [['a']],
};
const pointers = (query: object): readonly string[] => unknownMembers(query as never).map(({ pointer }) => pointer);

test('all members of DCQL pass', () => {
  const query = { credentials: [credential], credential_sets: [{ options: [['pid']], required: true, purpose: 'x' }] };
  assert.deepEqual(pointers(query), []);
});

test('a mistyped member is found at every level, with the known members of that level', () => {
  const claims = [{ path: ['a'], value: ['x'] }];
  const { meta: _, ...rest } = credential;
  const query = {
    credential: [],
    credentials: [{ ...rest, claim: claims, claims, meta: { vct_value: [] }, 'x/y~': 1 }],
    credential_sets: [{ optional: true }],
  };
  assert.deepEqual([...pointers(query)].sort(), [
    '/credential',
    '/credential_sets/0/optional',
    '/credentials/0/claim',
    '/credentials/0/claims/0/value',
    '/credentials/0/meta/vct_value',
    '/credentials/0/x~1y~0',
  ]);
  assert.match(unknownMembers({ credential: 1 })[0]?.detail ?? '', /known: credentials, credential_sets/);
});

test('a value that is no query is left to the shape check', () => {
  for (const query of [undefined, 7, 'x', [], { credentials: 7 }]) assert.deepEqual(unknownMembers(query), []);
});

test('the members of meta and of a claim are those of the format', () => {
  const path = ['org.iso.18013.5.1', 'family_name'];
  const mdl = {
    ...credential,
    format: 'mso_mdoc',
    meta: { doctype_value: 'd' },
    claims: [{ path, intent_to_retain: false }],
  };
  assert.deepEqual(pointers({ credentials: [credential, mdl] }), []);
  const swapped = [
    { ...credential, meta: mdl.meta, claims: mdl.claims },
    { ...mdl, meta: credential.meta, claims: [{ path, intend_to_retain: true }] },
  ];
  assert.deepEqual(pointers({ credentials: swapped }), [
    '/credentials/0/meta/doctype_value',
    '/credentials/0/claims/0/intent_to_retain',
    '/credentials/1/meta/vct_values',
    '/credentials/1/claims/0/intend_to_retain',
  ]);
});
