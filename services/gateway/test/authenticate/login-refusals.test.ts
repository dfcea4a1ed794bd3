import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuthenticatedCall } from '../../src/authenticate/caller.ts';
import { isOther, loginMissing, otherShape, refused } from '../../src/authenticate/login-refusals.ts';

const both = { a: true, b: true };

const call: AuthenticatedCall = {
  route: { method: 'POST', paths: { a: ['/vci/offer'], b: ['/issuer-management/offer'] } },
  owner: 'b',
  pattern: '/issuer-management/offer',
  params: {},
};

test('a credential of the other shape: what the path takes, what came, and the same call there', () => {
  const { code, message, options } = otherShape(call, 'a', both);
  assert.equal(code, 'unauthenticated');
  assert.match(message, /^POST \/issuer-management\/offer takes a bearer token in the header Authorization/);
  assert.match(message, /has an API key\. With an API key the same call is POST \/vci\/offer$/);
  assert.deepEqual(options.facts, {
    expected: 'Authorization',
    received: 'x-api-key',
    askedPath: '/issuer-management/offer',
    rightPath: 'POST /vci/offer',
  });
  assert.deepEqual(options.headers, { 'www-authenticate': 'Bearer' });
});

test('a shape that this server does not serve has no same call', () => {
  const { message, options } = otherShape(call, 'a', { a: false, b: true });
  assert.doesNotMatch(message, /same call/);
  assert.ok(!('rightPath' in (options.facts ?? {})));
});

test('a missing or wrong credential: what the owner of the path takes', () => {
  assert.deepEqual(loginMissing(call).options.facts, { expectedAny: ['Authorization'] });
  assert.deepEqual(loginMissing({ ...call, owner: 'shared' }).options.facts, {
    expectedAny: ['x-api-key', 'Authorization'],
  });
  const { message, options } = refused('a', 'api_key_wrong');
  assert.deepEqual([message, options.reason], ['The API key is not valid', 'api_key_wrong']);
  assert.deepEqual(options.headers, { 'www-authenticate': 'ApiKey header="x-api-key"' });
});

test('a path of both shapes has no other one', () => {
  assert.deepEqual([isOther('a', 'b'), isOther('b', 'b'), isOther('shared', 'a')], [true, false, false]);
});
