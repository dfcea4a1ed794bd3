import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reliabilityDocument } from './reliability-document.ts';
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

test('the document has a table of a campaign with kills, and the growth of one without', () => {
  const common = { mode: 'one process', command: 'c', commit: 'abc', date: '2026-01-01', machine: 'm' } as const;
  const row = { id: 'F1', title: 'killed', kills: 2, flows: 9, violations: 0 };
  const killed = { ...common, scenarios: [row], restarts: [], lastLine: '2 kills, 9 flows, 0 violations' };
  const memory = { first: 100, last: 101, perMinute: 0.03 };
  const growth = [{ memory, handles: { first: 40, last: 40, perMinute: 0 } }];
  const soaked = { ...common, scenarios: [], restarts: [], growth, lastLine: '30 minutes, 8 flows, 0 violations' };
  const text = reliabilityDocument([killed, soaked]);
  assert.match(text, /### One process\n[^#]*\| F1 \| killed \| 2 \| 9 \| 0 \|[^#]*2 kills, 9 flows, 0 violations/);
  assert.match(
    text,
    /### One process without a kill\n[^#|]*- memory from 100 MB to 101 MB \(0\.03 % a minute\)[^#|]*30 minutes, 8 flows/,
  );
});
