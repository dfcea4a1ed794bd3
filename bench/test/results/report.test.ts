/** What the command prints of a result. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { floorLines, machineLine, partLines, servicesTable, summaryTable } from '@countersign/bench/results/report';
import { resultOf, runOf, scenarioOf } from '../sample-result.ts';

test('the floor with its work, and the ratio of each run to it', () => {
  const floor = { work: { 'signatures made': 3, 'keys read': 0.001 }, milliseconds: 0.8 };
  assert.deepEqual(floorLines(floor, [runOf(1, 9, 9, { cpu: 8 }), runOf(32, 9, 9, { cpu: 2.4 })]), [
    '  cryptography: 0.80 ms a flow at least (signatures made 3.00)',
    '  CPU as a multiple of it: 10.0 (c=1), 3.0 (c=32)',
  ]);
});

test('no ratio to a floor of nothing, and none of an unknown CPU', () => {
  assert.deepEqual(floorLines({ work: {}, milliseconds: 0 }, [runOf(1, 9, 9)]), [
    '  cryptography: 0.00 ms a flow at least (none)',
  ]);
  assert.equal(floorLines({ work: {}, milliseconds: 1 }, [runOf(1, 9, 9, { cpu: null })]).length, 1);
});

test('no line of the floor reads as the summary of a run', () => {
  const { floor, parts, runs } = scenarioOf('issuance');
  assert.ok(floor !== undefined && parts !== undefined);
  for (const line of [...floorLines(floor, runs), ...partLines(parts)])
    assert.doesNotMatch(line, /c=\d+: [\d.]+ flows/);
});

test('the table has a row for each run; unknown figures are empty', () => {
  const scenario = scenarioOf('refresh', { runs: [runOf(8, 270.4, 60), runOf(32, 5, 9, { cpu: null, memory: null })] });
  const [, , first, second] = summaryTable(resultOf([scenario]));
  assert.equal(first, '| refresh | 8 | 270 | 4.00 | 15.0 | 30.0 | 60.0 | 120 | 0.80 |');
  assert.equal(second, '| refresh | 32 | 5 |  | 2.3 | 4.5 | 9.0 |  | 0.80 |');
});

test('services and engines have a column each; one process has no such table', () => {
  const measured = { services: { gateway: 2, issuer: 3.456 }, engines: { 'SecantusDB, Rust build': 9 } };
  const scenario = scenarioOf('issuance', { runs: [runOf(8, 100, 20, measured), runOf(32, 100, 20)] });
  assert.deepEqual(servicesTable(resultOf([scenario])), [
    '| CPU ms a flow | c | gateway | issuer | SecantusDB, Rust build |',
    '| --- | --- | --- | --- | --- |',
    '| issuance | 8 | 2.00 | 3.46 | 9.00 |',
    '| issuance | 32 |  |  |  |',
  ]);
  assert.deepEqual(servicesTable(resultOf([scenarioOf('issuance')])), []);
});

test('machine, commit and date', () => {
  const line = machineLine(resultOf([], { server: 'https://issuer.example' }));
  assert.equal(
    line,
    '2026-11-23, commit 0123abcd, Node 20.20.2, 2 cores (A processor), load average 0.7 at the start, https://issuer.example',
  );
  assert.match(machineLine(resultOf([])), /one process$/);
  assert.match(machineLine(resultOf([], { server: 'services' })), /five services$/);
});
