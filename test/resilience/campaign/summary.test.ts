import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RoundResult } from './round.ts';
import { percentile, sumRestarts } from './summary.ts';

test('a percentile is one of the values', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);
  assert.deepEqual(
    [1, 50, 99, 100].map((share) => percentile(values, share)),
    [2, 100, 198, 200],
  );
  assert.deepEqual([percentile([7], 99), percentile([], 99)], [7, 0]);
});

test('restarts are summed over rounds, by what was killed', () => {
  const round = (restarts: RoundResult['restarts']): RoundResult => ({
    scenario: 'F2',
    kills: 1,
    seed: 1,
    flows: 1,
    violations: [],
    seconds: 1,
    phases: [],
    restarts,
  });
  const sums = sumRestarts([
    round([{ what: 'worker', milliseconds: 10.4 }]),
    round([
      { what: 'process', milliseconds: 300 },
      { what: 'worker', milliseconds: 20 },
    ]),
  ]);
  assert.deepEqual(sums, [
    { what: 'process', count: 1, p50: 300, p99: 300 },
    { what: 'worker', count: 2, p50: 10, p99: 20 },
  ]);
});
