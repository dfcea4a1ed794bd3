import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reported, reportedLater } from '../../src/session/reported-check.ts';

const fail = (): never => {
  throw new TypeError('refused');
};

test('checks are reported in their order, each with its outcome', async () => {
  const seen: (readonly [string, boolean])[] = [];
  const checked = (check: string, ok: boolean) => void seen.push([check, ok]);
  assert.equal(
    reported(checked, 'first', () => 1),
    1,
  );
  assert.equal(await reportedLater(checked, 'second', async () => 2), 2);
  assert.throws(() => reported(checked, 'third', fail), TypeError);
  await assert.rejects(
    reportedLater(checked, 'fourth', async () => fail()),
    TypeError,
  );
  assert.deepEqual(seen, [
    ['first', true],
    ['second', true],
    ['third', false],
    ['fourth', false],
  ]);
});

test('without a receiver the check runs the same', async () => {
  assert.equal(
    reported(undefined, 'first', () => 1),
    1,
  );
  await assert.rejects(
    reportedLater(undefined, 'second', async () => fail()),
    TypeError,
  );
});
