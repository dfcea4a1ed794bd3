/** Time claims (RFC 7519, 4.1): a clock may be ahead by a minute, and an end is an end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { refuses } from '@countersign/shared/test/crypto/refuses';
import { checkTimes, timeClaim } from '../../src/protocol/time-claims.ts';

const NOW = 1_000_000;
const check = (claims: JsonObject) => checkTimes(claims, NOW * 1000);

test('what began at most a minute ahead and has not ended is valid; absent claims say nothing', () => {
  check({});
  check({ iat: NOW + 60, nbf: NOW + 60, exp: NOW + 0.001 });
});

test('what begins later, or has ended, is not', () => {
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
