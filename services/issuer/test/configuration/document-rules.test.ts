/** What the document type of a proof of age prescribes: each mistake is an error at its place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { documentFindings, documentRules } from '../../src/configuration/document-rules.ts';

const AV = 'eu.europa.ec.av.1';
const DAY = 86_400;
const pointers = (value: JsonObject, id = 'proof_of_age', doctype = AV): readonly string[] =>
  documentFindings(doctype, id, value).map(({ pointer }) => pointer);

test('a proof of age has one name, and no other', () => {
  assert.deepEqual(pointers({ config: { scope: 'proof_of_age' } }), []);
  assert.deepEqual(pointers({ config: {} }), []);
  assert.deepEqual(pointers({ config: { scope: 'age' } }, 'age'), ['/id', '/config/scope']);
});

test('it lives from a day to three months, without a status', () => {
  for (const lifetime of [DAY, 90 * DAY]) assert.deepEqual(pointers({ lifetime }), []);
  for (const lifetime of [DAY - 1, 90 * DAY + 1]) assert.deepEqual(pointers({ lifetime }), ['/lifetime']);
  const revocable = { short_lived: true, revocation_chaining: true, refresh: { older_credentials: 'revoke' } };
  assert.deepEqual(pointers(revocable), ['/short_lived', '/revocation_chaining', '/refresh/older_credentials']);
  assert.deepEqual(pointers({ refresh: { older_credentials: 'keep' } }), []);
});

test('it has thresholds and nothing else', () => {
  assert.deepEqual(pointers({ claims: { [AV]: { age_over_18: true, age_over_65: false } } }), []);
  assert.deepEqual(pointers({ claims: { [AV]: { portrait: 'x', age_over_18: true } } }), [`/claims/${AV}/portrait`]);
  const elsewhere = { [AV]: { age_over_18: true }, 'org.iso.18013.5.1': { age_over_18: true } };
  assert.deepEqual(pointers({ claims: elsewhere }), ['/claims/org.iso.18013.5.1']);
});

test('other document types have no such rules', () => {
  assert.equal(documentRules('org.iso.18013.5.1.mDL'), undefined);
  assert.deepEqual(pointers({ lifetime: 1, claims: { x: {} } }, 'mdl', 'org.iso.18013.5.1.mDL'), []);
});
