/** The file of a result. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseResult, resultText } from '@countersign/bench/results/result';
import { resultOf, runOf, scenarioOf } from '../sample-result.ts';

test('a result is read as it was written, with four significant digits', () => {
  const run = runOf(1, 123.456789, 20);
  const text = resultText(resultOf([scenarioOf('issuance', { runs: [{ ...run, flows: 123_456 }] })]));
  const [read] = parseResult(text).scenarios[0]?.runs ?? [];
  assert.deepEqual([read?.rate, read?.flows, read?.latency], [123.5, 123_456, run.latency]);
});

test('other files are refused', () => {
  assert.throws(() => parseResult('{"format":2,"scenarios":[]}'), /no result/);
  assert.throws(() => parseResult('{"format":1}'), /no result/);
  assert.throws(() => parseResult('not JSON'), SyntaxError);
});
