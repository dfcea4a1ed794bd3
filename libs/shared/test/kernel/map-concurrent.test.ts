import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapConcurrent } from '../../src/kernel/map-concurrent.ts';

test('maps every item once, at most `limit` at once', async () => {
  const seen: number[] = [];
  let [now, most] = [0, 0];
  const items = Array.from({ length: 50 }, (_, n) => n);
  await mapConcurrent(7, items, async (item) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(item);
    now -= 1;
  });
  assert.deepEqual([seen.toSorted((a, b) => a - b), most], [items, 7]);
  await mapConcurrent(7, [], async () => assert.fail());
});

test('after the first failure no further item is begun, and no call is under way', async () => {
  const begun: number[] = [];
  let ended = 0;
  const failing = mapConcurrent(2, [1, 2, 3, 4, 5], async (item) => {
    begun.push(item);
    if (item === 1) throw new Error('no');
    await new Promise((resolve) => setImmediate(resolve));
    ended += 1;
  });
  await assert.rejects(failing, /no/);
  assert.deepEqual([begun, ended], [[1, 2], 1]);
});

test('returns the results in the order of the items, whatever call ended first', async () => {
  const pauses = [3, 1, 2, 0];
  const results = await mapConcurrent(4, pauses, async (pause) => {
    for (let turn = 0; turn < pause; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return pause * 10;
  });
  assert.deepEqual(results, [30, 10, 20, 0]);
});
