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

test('a signal ends the waiting, also one that was aborted before, and is left without a listener', async () => {
  const controller = new AbortController();
  const ends: string[] = [];
  const wait = (work: Promise<unknown>) =>
    withTimeout(
      work,
      60_000,
      (end) => {
        ends.push(end);
        return late();
      },
      controller.signal,
    );
  const waiting = wait(new Promise(() => undefined));
  controller.abort();
  await assert.rejects(waiting, /^Error: late$/);
  await assert.rejects(wait(new Promise(() => undefined)), /^Error: late$/);
  assert.deepEqual(ends, ['aborted', 'aborted']);
});

test('an abort after the work has ended makes no error', async () => {
  const controller = new AbortController();
  let calls = 0;
  const endError = (): Error => {
    calls += 1;
    return late();
  };
  assert.equal(await withTimeout(Promise.resolve(1), 60_000, endError, controller.signal), 1);
  controller.abort();
  assert.equal(calls, 0);
});
