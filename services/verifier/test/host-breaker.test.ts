import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHostBreaker } from '../src/host-breaker.ts';

function world() {
  const made = { now: 0 };
  return { made, breaker: createHostBreaker(() => made.now) };
}

test('three failures in a row close the door, an answer between them opens it', () => {
  const { breaker } = world();
  for (const outcome of ['failed', 'failed', 'answered', 'failed', 'failed'] as const) breaker.record('a', outcome);
  assert.equal(breaker.allows('a'), true);
  breaker.record('a', 'failed');
  assert.equal(breaker.allows('a'), false);
  assert.equal(breaker.allows('b'), true);
});

test('after the pause one may try; the others wait for what it learns', () => {
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

test('a try whose outcome is never told does not keep the door shut', () => {
  const { made, breaker } = world();
  for (let n = 0; n < 3; n += 1) breaker.record('a', 'failed');
  made.now = 30_000;
  assert.equal(breaker.allows('a'), true);
  made.now = 60_000;
  assert.equal(breaker.allows('a'), true);
});

test('of very many hosts the oldest are forgotten', () => {
  const { breaker } = world();
  for (let n = 0; n < 3; n += 1) breaker.record('a', 'failed');
  for (let n = 0; n < 999; n += 1) breaker.record(`host ${n}`, 'failed');
  assert.equal(breaker.allows('a'), false);
  breaker.record('one more', 'failed');
  assert.equal(breaker.allows('a'), true);
});
