/** From the times of a run to its figures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { floorOf, percentilesOf, runResult } from '@countersign/bench/results/run-result';

const times = Array.from({ length: 100 }, (_, index) => 100 - index);
const run = {
  seconds: 4,
  cpu: 500,
  clientCpu: 250,
  count: 100,
  whole: times,
  outcomes: [],
  parts: new Map(),
  engines: new Map(),
  steps: new Map([['offer', [3, 1, 2]]]),
};
const memory = { all: 3, own: 2, mapped: 1 };

test('the figures of a run are those of a flow', () => {
  assert.deepEqual(runResult(8, run, memory), {
    concurrency: 8,
    flows: 100,
    seconds: 4,
    rate: 25,
    cpu: 5,
    clientCpu: 2.5,
    latency: { p50: 51, p95: 96, p99: 100 },
    steps: { offer: { p50: 2, p95: 3, p99: 3 } },
    memory,
  });
});

test('services and engines have the CPU of a flow each', () => {
  const parts = new Map([
    ['gateway', 200],
    ['issuer', 300],
  ]);
  const engines = new Map([['SecantusDB, Rust build', 1000]]);
  const { services, engines: apart } = runResult(8, { ...run, parts, engines }, memory);
  assert.deepEqual(services, { gateway: 2, issuer: 3 });
  assert.deepEqual(apart, { 'SecantusDB, Rust build': 10 });
});

test('what is not known is null', () => {
  const unknown = { all: Number.NaN, own: Number.NaN, mapped: Number.NaN };
  const { cpu, memory: none } = runResult(1, { ...run, cpu: Number.NaN }, unknown);
  assert.deepEqual([cpu, none], [null, null]);
});

test('a run without a flow has no figures', () => {
  assert.throws(() => runResult(1, { ...run, count: 0 }, memory), /No flow has ended/);
});

test('percentiles of one time are that time, of none 0', () => {
  assert.deepEqual(percentilesOf([7]), { p50: 7, p95: 7, p99: 7 });
  assert.deepEqual(percentilesOf([]), { p50: 0, p95: 0, p99: 0 });
});

test('the floor is the sum over all kinds; a kind without a cost adds nothing', () => {
  const work = { 'signatures made': 2, 'signatures checked': 3, unknown: 9 };
  const { milliseconds } = floorOf(work, { 'signatures made': 26, 'signatures checked': 65 });
  assert.equal(milliseconds, 0.247);
});
