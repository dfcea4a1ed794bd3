/** The file of a result. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BenchResult, resultText } from '@countersign/bench/results/result';
import { resultOf, runOf, scenarioOf } from '../sample-result.ts';

test('a result is written with four significant digits', () => {
  const run = runOf(1, 123.456789, 20);
  const text = resultText(resultOf([scenarioOf('issuance', { runs: [{ ...run, flows: 123_456 }] })]));
  const [read] = (JSON.parse(text) as BenchResult).scenarios[0]?.runs ?? [];
  assert.deepEqual([read?.rate, read?.flows, read?.latency], [123.5, 123_456, run.latency]);
});
