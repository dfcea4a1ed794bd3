import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJwtVc, typesOf } from '../../src/presentation/jwt-vc-parse.ts';
import { jwtVcOf, jwtVpOf, subject, TYPE } from './jwt-vcs.ts';
import { SECONDS } from './presentations.ts';
import { refuses, refusesWith } from './refuses.ts';

test('registered claims take the place of members of the credential', () => {
  const claims = { jti: 'urn:1', sub: 'did:x', nbf: SECONDS, exp: undefined };
  const { credential, holderJwt } = parseJwtVc(
    jwtVcOf({ claims, vc: { id: 'old', issuer: { id: 'old', name: 'U' } } }),
  );
  assert.equal(holderJwt, undefined);
  assert.equal(credential.id, 'urn:1');
  assert.deepEqual(credential.issuer, { id: 'https://issuer.example', name: 'U' });
  assert.deepEqual(credential.credentialSubject, { ...subject, id: 'did:x' });
  assert.deepEqual([typeof credential.issuanceDate, credential.expirationDate], ['string', undefined]);
  assert.deepEqual(typesOf(credential), ['VerifiableCredential', TYPE]);
  assert.deepEqual(typesOf({ type: 'One' }), ['One']);
});

test('a time outside what a date can be is refused', () => {
  refuses(() => parseJwtVc(jwtVcOf({ claims: { exp: 1e300 } })), 'time');
});

test('what stands in place of the credential is named, not repeated', () => {
  const expected = 'jwt_vc_json';
  const inside = (one: string) => [one, one];
  refusesWith(() => parseJwtVc(jwtVpOf({ inside })), 'presentation_format', { expected, detail: 'one_credential' });
  const vp = { type: 'Other' };
  refusesWith(() => parseJwtVc(jwtVpOf({ proof: { vp } })), 'presentation_format', { expected, detail: 'vp_type' });
});
