/** When a list in memory is checked: once for all callers, and immediately if it was made due. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFreshnessChecks } from '../../src/list/freshness-checks.ts';

function open() {
  const state = { now: 1000, begun: 0, fails: false, blocked: false, release: (): void => undefined };
  const checks = createFreshnessChecks({
    clock: () => state.now,
    check: async () => {
      state.begun += 1;
      if (state.blocked) {
        await new Promise<void>((resolve) => {
          state.release = resolve;
        });
      }
      if (state.fails) throw new Error('unreachable');
    },
  });
  return { state, checks };
}

test('a check counts for half a second, for all callers', async () => {
  const { state, checks } = open();
  assert.equal(checks.checkedAt(), undefined);
  await Promise.all([checks.fresh(), checks.fresh(), checks.fresh()]);
  state.now += 499;
  await checks.fresh();
  assert.deepEqual([state.begun, checks.checkedAt()], [1, 1000]);
  state.now += 1;
  await checks.fresh();
  assert.deepEqual([state.begun, checks.checkedAt()], [2, 1500]);
});

test('after `makeDue` a later check begins, even in the same millisecond', async () => {
  const { state, checks } = open();
  await checks.fresh();
  checks.makeDue();
  await checks.fresh();
  assert.equal(state.begun, 2);
  state.blocked = true;
  checks.makeDue();
  const early = checks.fresh();
  await new Promise((resolve) => setImmediate(resolve));
  checks.makeDue();
  let ended = false;
  const late = checks.fresh().then(() => {
    ended = true;
  });
  state.blocked = false;
  state.release();
  await early;
  assert.equal(ended, false, 'the check had begun before it was made due');
  await late;
  assert.equal(state.begun, 4);
});

test('a failure counts for half a second too, and then the check is repeated', async () => {
  const { state, checks } = open();
  state.fails = true;
  await assert.rejects(checks.fresh(), /unreachable/);
  state.now += 499;
  await assert.rejects(checks.fresh(), /unreachable/);
  assert.equal(state.begun, 1);
  [state.fails, state.now] = [false, state.now + 1];
  await checks.fresh();
  assert.deepEqual([state.begun, checks.checkedAt()], [2, 1500]);
});
