import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsAfter, callsOf, portionSize } from '../../src/quotas/portions.ts';

test('all portions together are the quota', () => {
  for (const quota of [1, 2, 19, 20, 21, 39, 40, 600, 601, 99_999]) {
    let calls = 0;
    for (let number = 1; callsOf(quota, number) > 0; number += 1) {
      assert.ok(callsOf(quota, number) <= portionSize(quota) && number <= 20, `${quota} ${number}`);
      calls += callsOf(quota, number);
      assert.equal(callsAfter(quota, number), quota - calls);
    }
    assert.equal(calls, quota);
    assert.equal(callsAfter(quota, 0), quota);
    assert.equal(callsOf(quota, 1000), 0);
  }
});
