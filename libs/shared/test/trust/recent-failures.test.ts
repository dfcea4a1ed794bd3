import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRecentFailures } from '../../src/trust/recent-failures.ts';

test('a failure is remembered for half a minute, by its key', () => {
  let now = 0;
  const failures = createRecentFailures<string>(() => now);
  assert.equal(failures.of('a'), undefined);
  assert.equal(failures.add('a', 'first'), 'first');
  now = 29_999;
  assert.deepEqual([failures.of('a'), failures.of('b')], ['first', undefined]);
  now = 30_000;
  assert.equal(failures.of('a'), undefined);
});
