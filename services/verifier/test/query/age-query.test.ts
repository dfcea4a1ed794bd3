/** The profile `age` requests one threshold of a proof of age, and nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { ageFindings } from '../../src/query/age-query.ts';
import { parseDcqlQuery } from '../../src/query/dcql-query.ts';

const AV = 'eu.europa.ec.av.1';
const claim = { path: [AV, 'age_over_18'] };
const proof = { id: 'a', format: 'mso_mdoc', meta: { doctype_value: AV }, claims: [claim] };

function pointers(credentials: readonly JsonObject[], more: JsonObject = {}, sets: JsonObject = {}): readonly string[] {
  const parsed = parseDcqlQuery({ credentials, ...sets });
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return ageFindings(more, parsed.query).map(({ pointer }) => pointer);
}

test('one threshold of one proof of age is accepted', () => {
  assert.deepEqual(pointers([proof], { age_over: 'exact', retention: 'keep' }), []);
  assert.deepEqual(pointers([{ ...proof, claims: [{ path: [AV, 'age_over_65'], intent_to_retain: false }] }]), []);
});

test('other documents, elements and namespaces, and several of them, are errors at their place', () => {
  const claims = '/dcql_query/credentials/0/claims';
  const mdl = { ...proof, meta: { doctype_value: 'org.iso.18013.5.1.mDL' } };
  assert.deepEqual(pointers([mdl]), ['/dcql_query/credentials/0/meta']);
  assert.deepEqual(pointers([proof, { ...proof, id: 'b' }]), ['/dcql_query/credentials']);
  assert.deepEqual(pointers([proof], {}, { credential_sets: [{ options: [['a']] }] }), ['/dcql_query/credentials']);
  assert.deepEqual(pointers([{ ...proof, claims: [claim, { path: [AV, 'age_over_21'] }] }]), [claims]);
  for (const path of [
    [AV, 'portrait'],
    ['org.iso.18013.5.1', 'age_over_18'],
    [AV, 'age_over_018'],
  ]) {
    assert.deepEqual(pointers([{ ...proof, claims: [{ path }] }]), [claims], String(path));
  }
  const { claims: _, ...bare } = proof;
  assert.deepEqual(pointers([bare]), [claims]);
});

test('a query is not narrowed to one answer, and keeps nothing', () => {
  const narrowed = { ...proof, claims: [{ ...claim, values: [true], intent_to_retain: true }] };
  assert.deepEqual(pointers([narrowed]), [
    '/dcql_query/credentials/0/claims/0/values',
    '/dcql_query/credentials/0/claims/0/intent_to_retain',
  ]);
  const wide = {
    ...proof,
    multiple: true,
    trusted_authorities: [{ type: 'aki', values: ['s9tIpPmhxdiuNkHMEWNpYim8S8Y'] }],
  };
  assert.deepEqual(pointers([wide]), [
    '/dcql_query/credentials/0/multiple',
    '/dcql_query/credentials/0/trusted_authorities',
  ]);
});

test('members of signed requests, and another age than the requested one, have no place', () => {
  const more = { registrationCert: { id: 'r' }, keys: 'k', dcApiRequests: ['unsigned'], age_over: 'nearest' };
  assert.deepEqual(pointers([proof], more), ['/registrationCert', '/keys', '/dcApiRequests', '/age_over']);
});
