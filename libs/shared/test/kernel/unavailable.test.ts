import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnavailable, notBuilt, unavailable } from '../../src/kernel/unavailable.ts';

test('what could not be reached is a fact, and no part of the answer', () => {
  const cause = new Error('connect ECONNREFUSED');
  const error = unavailable('database', cause);
  assert.equal(error.code, 'temporarily_unavailable');
  assert.equal(error.status, 503);
  assert.ok(!error.message.includes('database'));
  const { reason, facts, headers } = error.options;
  assert.deepEqual([reason, facts], ['dependency_away', { dependency: 'database', retryAfterSeconds: 2 }]);
  assert.deepEqual(headers, { 'retry-after': '2' });
  assert.equal(error.cause, cause);
  assert.equal(isUnavailable(error), true);
});

test('an operation without a service is not built, and nothing is unreachable', () => {
  const error = notBuilt();
  assert.deepEqual([error.code, error.status, error.options.reason], ['not_built', 501, 'not_offered']);
  assert.equal(isUnavailable(error), false);
  assert.equal(isUnavailable(new Error('temporarily_unavailable')), false);
});
