import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sideBySide } from '../../src/kernel/map-concurrent.ts';

test('every item once, never more at a time than the width', async () => {
  const seen: number[] = [];
  let [now, most] = [0, 0];
  const items = Array.from({ length: 50 }, (_, n) => n);
  await sideBySide(7, items, async (item) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(item);
    now -= 1;
  });
  assert.deepEqual([seen.toSorted((a, b) => a - b), most], [items, 7]);
  await sideBySide(7, [], async () => assert.fail());
});

test('the first failure ends it: nothing more is begun, and nothing is under way', async () => {
  const begun: number[] = [];
  let ended = 0;
  const failing = sideBySide(2, [1, 2, 3, 4, 5], async (item) => {
    begun.push(item);
    if (item === 1) throw new Error('no');
    await new Promise((resolve) => setImmediate(resolve));
    ended += 1;
  });
  await assert.rejects(failing, /no/);
  assert.deepEqual([begun, ended], [[1, 2], 1]);
});

test('what came of each item, in the order of the items, whoever was first', async () => {
  const pauses = [3, 1, 2, 0];
  const results = await sideBySide(4, pauses, async (pause) => {
    for (let turn = 0; turn < pause; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return pause * 10;
  });
  assert.deepEqual(results, [30, 10, 20, 0]);
});
