import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHostBreaker } from '../../src/trust/host-breaker.ts';

function world() {
  const made = { now: 0 };
  return { made, breaker: createHostBreaker(() => made.now) };
}

test('three failures in a row block the host, an answer between them resets the count', () => {
  const { breaker } = world();
  for (const outcome of ['failed', 'failed', 'answered', 'failed', 'failed'] as const) breaker.record('a', outcome);
  assert.equal(breaker.allows('a'), true);
  breaker.record('a', 'failed');
  assert.equal(breaker.allows('a'), false);
  assert.equal(breaker.allows('b'), true);
});

test('after the pause one caller may try; the others wait for its outcome', () => {
  const { made, breaker } = world();
  for (let n = 0; n < 3; n += 1) breaker.record('a', 'failed');
  made.now = 29_999;
  assert.equal(breaker.allows('a'), false);
  made.now = 30_000;
  assert.deepEqual([breaker.allows('a'), breaker.allows('a')], [true, false]);
  breaker.record('a', 'failed');
  made.now = 59_999;
  assert.equal(breaker.allows('a'), false);
  made.now = 60_000;
  assert.equal(breaker.allows('a'), true);
  breaker.record('a', 'answered');
  assert.deepEqual([breaker.allows('a'), breaker.allows('a')], [true, true]);
});

test('a try without a recorded outcome does not block the host forever', () => {
  const { made, breaker } = world();
  for (let n = 0; n < 3; n += 1) breaker.record('a', 'failed');
  made.now = 30_000;
  assert.equal(breaker.allows('a'), true);
  made.now = 60_000;
  assert.equal(breaker.allows('a'), true);
});

test('the oldest of too many hosts is evicted', () => {
  const { breaker } = world();
  for (let n = 0; n < 3; n += 1) breaker.record('a', 'failed');
  for (let n = 0; n < 999; n += 1) breaker.record(`host ${n}`, 'failed');
  assert.equal(breaker.allows('a'), false);
  breaker.record('one more', 'failed');
  assert.equal(breaker.allows('a'), true);
});
