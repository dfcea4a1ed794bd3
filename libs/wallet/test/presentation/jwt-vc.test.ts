import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payloadOf } from '../../src/jwt/disclosed-claims.ts';
import { newWalletKey, signCompact } from '../../src/jwt/keys.ts';
import { discloseAsked, formatOf, mismatchOf } from '../../src/presentation/disclose.ts';
import { presentJwtVc } from '../../src/presentation/jwt-vc.ts';

const key = newWalletKey();
const vc = { type: ['VerifiableCredential', 'Diploma'], credentialSubject: { given_name: 'Ada' } };
const credential = signCompact({ alg: 'ES256' }, { iss: 'https://i.example', sub: 'did:x', vc }, key.privateKey);
const query = (more: object = {}) => ({
  id: 'q',
  format: 'jwt_vc_json',
  meta: { type_values: [['Diploma']] },
  ...more,
});

test('a JWT without disclosures is a W3C credential, and is matched by types and paths', () => {
  assert.equal(formatOf(credential), 'jwt_vc_json');
  const claims = [{ path: ['credentialSubject', 'given_name'], values: ['Ada'] }, { path: ['issuer'] }];
  assert.equal(mismatchOf(credential, query({ claims })), undefined);
  assert.match(mismatchOf(credential, query({ format: 'dc+sd-jwt' })) ?? '', /its format is jwt_vc_json/);
  assert.match(mismatchOf(credential, query({ meta: { type_values: [['Diploma', 'Other']] } })) ?? '', /its types are/);
  assert.ok(mismatchOf(credential, query({ claims: [{ path: ['given_name'] }] })));
  assert.equal(discloseAsked(credential, query()), credential);
});

test('it is presented in a JWT for the request', () => {
  const request = { client_id: 'c', nonce: 'n' } as never;
  const { vp, ...payload } = payloadOf(presentJwtVc({ credential, key }, request, { payload: { iat: 1 } }));
  assert.deepEqual(payload, { iat: 1, aud: 'c', nonce: 'n' });
  assert.deepEqual((vp as { verifiableCredential: unknown }).verifiableCredential, [credential]);
});
