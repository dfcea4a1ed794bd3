/** Time claims (RFC 7519, 4.1): a clock may be ahead by a minute; `exp` has no tolerance. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTimes, timeClaim } from '../../src/crypto/time-claims.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { refuses } from './refuses.ts';

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

test('a time is a number of seconds', () => {
  for (const value of ['1', null, -1, Number.NaN, Number.POSITIVE_INFINITY, [1]]) {
    refuses(() => timeClaim({ iat: value }, 'iat'), 'claim');
    refuses(() => check({ exp: value }), 'claim');
  }
  assert.deepEqual([timeClaim({ iat: 1.5 }, 'iat'), timeClaim({}, 'iat')], [1.5, undefined]);
});
