import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Script } from 'node:vm';
import { createTimeBudget, isRangeError, SchemaTimeout } from '../../src/schema/time-budget.ts';

const endless = (): never => {
  for (;;);
};

test('results and errors are passed on', () => {
  const budget = createTimeBudget(1000);
  assert.equal(
    budget.run(() => 7),
    7,
  );
  assert.throws(
    () =>
      budget.run(() => {
        throw new TypeError('mine');
      }),
    TypeError,
  );
});

test('an endless function is interrupted, and then no time is left', (t) => {
  const runs = t.mock.method(Script.prototype, 'runInContext');
  const budget = createTimeBudget(20);
  assert.throws(() => budget.run(endless), SchemaTimeout);
  assert.equal(runs.mock.callCount(), 1);
  assert.throws(() => budget.run(() => 1), SchemaTimeout);
  assert.equal(runs.mock.callCount(), 1);
});

test('each run gets the time that the previous runs have left', (t) => {
  const limits: number[] = [];
  t.mock.method(performance, 'now', () => 40 * limits.length);
  t.mock.method(Script.prototype, 'runInContext', (context: { run: () => void }, { timeout }: { timeout: number }) => {
    limits.push(timeout);
    context.run();
  });
  const budget = createTimeBudget(100);
  for (let n = 0; n < 3; n += 1) budget.run(() => n);
  assert.throws(() => budget.run(() => 3), SchemaTimeout);
  assert.deepEqual(limits, [100, 60, 20]);
});

test('endless recursion is interrupted too', () => {
  const deep = (): number => 1 + deep();
  assert.throws(() => createTimeBudget(1000).run(deep), SchemaTimeout);
  assert.equal(isRangeError(new RangeError('x')), true);
  assert.equal(isRangeError(new Error('x')), false);
});
