/** W3C credentials as a wallet reads them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isJwtVc, jwtVcClaims, jwtVcTypes, ownJwtVcClaims } from '../../src/jwt/jwt-vc-claims.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Unsigned: a wallet reads it before anybody checks it. */
function credentialOf(payload: object): string {
  return `${part({ alg: 'ES256' })}.${part(payload)}.c2ln`;
}

const vc = {
  '@context': ['https://www.w3.org/2018/credentials/v1'],
  type: ['VerifiableCredential', 'Diploma'],
  credentialSubject: { degree: 'Mathematics' },
  evidence: [{ id: 'e' }],
};
const credential = credentialOf({ iss: 'https://issuer.example', sub: 'did:jwk:x', vc });

test('registered claims stand for members of the credential', () => {
  const { issuer, credentialSubject } = jwtVcClaims(credential);
  assert.equal(issuer, 'https://issuer.example');
  assert.deepEqual(credentialSubject, { degree: 'Mathematics', id: 'did:jwk:x' });
  assert.deepEqual(jwtVcClaims(credentialOf({ vc })), vc);
});

test('its types are those that not every credential has', () => {
  assert.deepEqual(jwtVcTypes(credential), ['Diploma']);
  assert.deepEqual(jwtVcTypes(credentialOf({ vc: { ...vc, type: 'VerifiableCredential' } })), []);
});

test('a user recognises the claims, and neither key nor issuer', () => {
  assert.deepEqual(ownJwtVcClaims(credential), {
    evidence: [{ id: 'e' }],
    credentialSubject: { degree: 'Mathematics' },
  });
});

test('an SD-JWT VC, which has disclosures, and other texts are none', () => {
  assert.equal(isJwtVc(credential), true);
  for (const other of [`${credential}~`, `${credential}~WyJzIl0~`, 'a.b', '', 'a.b.c.d']) {
    assert.equal(isJwtVc(other), false, other);
  }
});
