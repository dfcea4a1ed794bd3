import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disclosurePolicy } from '@countersign/shared/configuration-documents/disclosure-policy';
import { compileSchema } from '@countersign/shared/http/validate';
import type { JsonObject } from '@countersign/shared/kernel/json';
import {
  disclosurePolicyFindings,
  publishedPolicy,
  readablePolicy,
} from '../../src/configuration/disclosure-policy.ts';

const shapeOf = compileSchema(disclosurePolicy);
const party = { identifier: 'NTRDE-1' };
const ofParties: JsonObject = { id: 'https://p.example/1', type: 'parties', parties: [party] };
const root = { issuer_dn: 'CN=CA,O=Example', serial_number: '0a1b' };
const pointers = (policy: JsonObject, config: JsonObject = {}) =>
  disclosurePolicyFindings({ config, disclosure_policy: policy }).map(({ pointer }) => pointer);

test('10,000 parties, a list without items and unknown members are refused by their shape', () => {
  const many = Array.from({ length: 10_000 }, (_, n) => ({ identifier: `NTRDE-${n}` }));
  assert.equal(shapeOf(ofParties).length, 0);
  assert.match(JSON.stringify(shapeOf({ ...ofParties, parties: many })), /\/parties/);
  for (const more of [{ parties: [] }, { parties: [{}] }, { type: 'attestation' }, { more: 1 }, { id: 'no uri' }])
    assert.ok(shapeOf({ ...ofParties, ...more }).length > 0, JSON.stringify(more));
});

test('a PID has no policy, in either format', () => {
  assert.deepEqual(pointers(ofParties, { vct: 'urn:eudi:pid:de:1' }), ['/disclosure_policy']);
  assert.deepEqual(pointers(ofParties, { doctype: 'eu.europa.ec.eudi.pid.1' }), ['/disclosure_policy']);
  assert.deepEqual(pointers(ofParties, { vct: 'urn:eudi:diploma:1' }), []);
});

test('a type needs its list and no other', () => {
  assert.deepEqual(pointers({ id: 'u:1', type: 'parties' }), ['/disclosure_policy/parties']);
  assert.deepEqual(pointers({ ...ofParties, roots: [root] }), ['/disclosure_policy/roots']);
  assert.deepEqual(pointers({ ...ofParties, type: 'anyone' }), ['/disclosure_policy/parties']);
  assert.deepEqual(pointers({ id: 'u:1', type: 'roots', roots: [root] }), []);
});

test('a name that RFC 4514 does not allow, and anything twice, is refused in its place', () => {
  const wrong = { ...party, identifier: 'x', subject_dn: 'Example GmbH' };
  assert.deepEqual(pointers({ ...ofParties, parties: [party, wrong] }), ['/disclosure_policy/parties/1/subject_dn']);
  const twice = [party, { ...party, entitlement: 'https://e.example/1' }, { ...party, subject_dn: 'CN=a' }];
  assert.deepEqual(pointers({ ...ofParties, parties: twice }), ['/disclosure_policy/parties/2']);
  const roots = [root, { issuer_dn: 'cn=CA, o=Example', serial_number: 'A1B' }];
  assert.deepEqual(pointers({ id: 'u:1', type: 'roots', roots }), ['/disclosure_policy/roots/1']);
});

test('a policy written into the metadata by hand would escape these checks', () => {
  for (const name of ['embedded_disclosure_policy', 'disclosure_policy'])
    assert.deepEqual(
      disclosurePolicyFindings({ config: { credential_metadata: { [name]: {} } } }).map(({ pointer }) => pointer),
      [`/config/credential_metadata/${name}`],
    );
});

test('the metadata has the policy by value, in the names of wallets', () => {
  assert.deepEqual(publishedPolicy(undefined), {});
  const policy = {
    id: 'https://p.example/1',
    type: 'parties',
    description: 'Only libraries',
    info_url: 'https://p.example/info',
    parties: [{ identifier: 'NTRDE-1', subject_dn: 'CN=a', entitlement: 'https://e.example/1' }],
  } as const;
  assert.deepEqual(publishedPolicy(policy), {
    embedded_disclosure_policy: {
      policy_uri: 'https://p.example/1',
      policy_type: 'authorized_rp_only',
      description: 'Only libraries',
      policy_info_url: 'https://p.example/info',
      authorized_parties: [{ identifier: 'NTRDE-1', subject_dn: 'CN=a', entitlement_uri: 'https://e.example/1' }],
    },
  });
  assert.deepEqual(publishedPolicy({ id: 'u:1', type: 'roots', roots: [root] }), {
    embedded_disclosure_policy: { policy_uri: 'u:1', policy_type: 'specific_root_of_trust', trusted_roots: [root] },
  });
});

test('a policy with lists that cannot be read is left out of what is checked further', () => {
  assert.equal(readablePolicy(ofParties), ofParties);
  assert.ok(readablePolicy({ type: 'no such type' }));
  for (const lists of [{ roots: [null] }, { roots: [root, 0] }, { parties: 'all' }, { parties: {} }])
    assert.equal(readablePolicy({ ...ofParties, ...lists }), undefined, JSON.stringify(lists));
  assert.equal(readablePolicy([]), undefined);
});
