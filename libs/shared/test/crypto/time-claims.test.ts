/** Time claims (RFC 7519, 4.1): a clock may be ahead by a minute; `exp` has no tolerance. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTimes, timeClaim } from '../../src/crypto/time-claims.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { refusal, refuses } from './refuses.ts';

const NOW = 1_000_000;
const check = (claims: JsonObject) => checkTimes(claims, NOW * 1000);

test('a token that starts at most a minute ahead and has not expired is valid; absent claims are not checked', () => {
  check({});
  check({ iat: NOW + 60, nbf: NOW + 60, exp: NOW + 0.001 });
});

test('a token that starts later, or has expired, is refused', () => {
  refuses(() => check({ iat: NOW + 61 }), 'not_yet_valid');
  refuses(() => check({ nbf: NOW + 61 }), 'not_yet_valid');
  refuses(() => check({ exp: NOW }), 'expired');
});

test('a refused time says which claim, and how far it is from the clock', () => {
  const early = { claim: 'iat', offsetSeconds: 90, limitSeconds: 60 };
  assert.deepEqual(refusal(() => check({ iat: NOW + 90, nbf: NOW + 200 })).facts, early);
  assert.deepEqual(refusal(() => check({ nbf: NOW + 90 })).facts, { ...early, claim: 'nbf' });
  assert.deepEqual(refusal(() => check({ exp: NOW - 30 })).facts, { claim: 'exp', expiredSeconds: 30 });
  assert.deepEqual(refusal(() => check({ iat: 'now' })).facts, { claim: 'iat' });
});

test('a time is a number of seconds', () => {
  for (const value of ['1', null, -1, Number.NaN, Number.POSITIVE_INFINITY, [1]]) {
    refuses(() => timeClaim({ iat: value }, 'iat'), 'claim');
    refuses(() => check({ exp: value }), 'claim');
  }
  assert.deepEqual([timeClaim({ iat: 1.5 }, 'iat'), timeClaim({}, 'iat')], [1.5, undefined]);
});
