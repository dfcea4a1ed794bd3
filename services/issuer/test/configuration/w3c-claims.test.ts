/** What a W3C credential's claims may be. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { signedInSubject, w3cFinding } from '../../src/configuration/w3c-claims.ts';

const credentialSubject: JsonObject = { degree: 'Mathematics' };

test('claims about the holder are below credentialSubject, besides what explains the credential', () => {
  assert.equal(w3cFinding({ credentialSubject }), undefined);
  assert.equal(w3cFinding({ credentialSubject, evidence: [{ type: 'Exam' }], termsOfUse: [] }), undefined);
  assert.deepEqual(w3cFinding({ credentialSubject, degree: 'Mathematics' }), {
    pointer: '/degree',
    detail: 'must be below credentialSubject',
  });
});

test('members that the service sets are refused, the key of the holder too', () => {
  for (const name of ['@context', 'type', 'id', 'issuer', 'issuanceDate', 'expirationDate', 'credentialStatus', 'vc']) {
    assert.equal(w3cFinding({ credentialSubject, [name]: 'x' })?.pointer, `/${name}`, name);
  }
  assert.equal(
    w3cFinding({ credentialSubject: { ...credentialSubject, id: 'did:x' } })?.pointer,
    '/credentialSubject/id',
  );
});

test('without a claim about the holder there is no credential', () => {
  for (const claims of [{}, { credentialSubject: {} }, { credentialSubject: [credentialSubject] }]) {
    assert.equal(w3cFinding(claims)?.pointer, '/credentialSubject');
  }
});

test('claims of a sign-in are those that the schema of the subject defines', () => {
  const signedIn = { degree: 'Mathematics', email: 'a@example.com' };
  const schema = { properties: { credentialSubject: { properties: { degree: {} } } } };
  assert.deepEqual(signedInSubject({ schema }, signedIn), { credentialSubject });
  assert.deepEqual(signedInSubject({}, signedIn), { credentialSubject: signedIn });
  assert.deepEqual(signedInSubject({ schema }, { email: 'a@example.com' }), {});
});
