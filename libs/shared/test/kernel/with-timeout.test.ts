import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withTimeout } from '../../src/kernel/with-timeout.ts';

const late = () => new Error('late');

test('returns the outcome of work that ends in time', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  assert.equal(await withTimeout(Promise.resolve(7), 1, late), 7);
  await assert.rejects(withTimeout(Promise.reject(new Error('failed')), 1, late), /^Error: failed$/);
});

test('throws the error of the caller when the time is over, once; a later outcome is ignored', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let [calls, fail] = [0, (_error: Error): void => undefined];
  const work = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const waiting = withTimeout(work, 1000, () => {
    calls += 1;
    return late();
  });
  t.mock.timers.tick(999);
  assert.equal(calls, 0);
  t.mock.timers.tick(1);
  await assert.rejects(waiting, /^Error: late$/);
  fail(new Error('failed'));
  t.mock.timers.tick(10_000);
  assert.equal(calls, 1);
});

test('no timer is left when the work has ended', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let calls = 0;
  await withTimeout(Promise.resolve(), 1000, () => {
    calls += 1;
    return late();
  });
  t.mock.timers.tick(2000);
  assert.equal(calls, 0);
});
