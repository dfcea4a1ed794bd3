import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsOf, claimsParameterFinding, requestedClaims, withoutLists } from '../../src/login/requested-claims.ts';
import { clientOf } from './given.ts';

const client = clientOf();

test('scopes and the parameter ask for claims of the client', () => {
  const claims = { userinfo: { address: null, portrait: { essential: true } }, id_token: { birthdate: null } };
  const asked = requestedClaims(client, { scope: 'openid profile membership other', claims });
  assert.deepEqual(asked.userinfo, ['given_name', 'birthdate', 'member', 'address.locality', 'address.country']);
  assert.deepEqual(asked.idToken, ['birthdate']);
  const paths = asked.paths.map((path) => path.join('.'));
  assert.deepEqual(paths, ['given_name', 'birthdate', 'member_number', 'place.locality', 'place.country']);
});

test('what tells people apart is always asked for, and nothing else without a scope', () => {
  assert.deepEqual(requestedClaims(client, { scope: 'openid' }).paths, [['given_name'], ['birthdate']]);
  assert.deepEqual(requestedClaims(clientOf({ subject: { kind: 'transient' } }), { scope: 'openid' }).paths, []);
});

test('claims of verified_claims are asked for too', () => {
  const verified_claims = [{ verification: {}, claims: { member: null } }];
  assert.deepEqual(requestedClaims(client, { claims: { userinfo: { verified_claims } } }).userinfo, ['member']);
});

test('a client may have the claims of its scopes in the ID token', () => {
  const asked = requestedClaims(clientOf({ claims_in: 'id_token' }), { scope: 'membership' });
  assert.deepEqual(asked.idToken, ['member']);
});

test('names of the prototype ask for nothing', () => {
  const claims = { userinfo: JSON.parse('{"constructor":null,"toString":null}') };
  assert.deepEqual(requestedClaims(client, { scope: 'constructor toString', claims }).userinfo, []);
});

test('a parameter that is too long, too deep or has a reserved name is not read', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(13)}1${'}'.repeat(13)}`);
  assert.ok(claimsParameterFinding('{}', deep)?.includes('deep'));
  assert.ok(claimsParameterFinding('x'.repeat(8193), {})?.includes('long'));
  assert.ok(claimsParameterFinding('{}', JSON.parse('{"userinfo":{"__proto__":{}}}'))?.includes('reserved'));
  assert.equal(claimsParameterFinding('{}', { userinfo: { given_name: { values: ['a', 'b'] } } }), undefined);
});

test('a list of requests for verified claims becomes an object, and asks for the same', () => {
  const one = { verification: { trust_framework: null }, claims: { given_name: null } };
  const other = { verification: { trust_framework: null }, claims: { birthdate: null } };
  const claims = { userinfo: { verified_claims: [one, other] }, id_token: { birthdate: null } };
  const text = withoutLists(JSON.stringify(claims), claims);
  assert.deepEqual(claimsOf(text), { ...claims, userinfo: { verified_claims: { each: [one, other] } } });
  assert.equal(withoutLists(text, claimsOf(text)), text);
  assert.deepEqual(requestedClaims(client, { claims: claimsOf(text) }), requestedClaims(client, { claims }));
  assert.equal(withoutLists('7', 7), '7');
});
