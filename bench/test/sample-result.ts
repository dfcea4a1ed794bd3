/** A result with figures that are easy to find again. */
import type { BenchResult, RunResult, ScenarioResult } from '@countersign/bench/results/result';

export function runOf(concurrency: number, rate: number, p99: number, more: Partial<RunResult> = {}): RunResult {
  return {
    concurrency,
    flows: 100,
    seconds: 100 / rate,
    rate,
    cpu: 4,
    clientCpu: 2,
    latency: { p50: p99 / 4, p95: p99 / 2, p99 },
    steps: { offer: { p50: 1, p95: 2, p99: 3 } },
    memory: { all: 200, own: 120, mapped: 80 },
    ...more,
  };
}

export function scenarioOf(name: string, more: Partial<ScenarioResult> = {}): ScenarioResult {
  return {
    name,
    title: `the flow ${name}`,
    runs: [runOf(1, 100, 20), runOf(8, 270, 60), runOf(32, 380, 122)],
    floor: { work: { 'signatures made': 3, 'signatures checked': 2 }, milliseconds: 0.8 },
    parts: {
      concurrency: 8,
      milliseconds: {
        cryptography: 0.8,
        store: 0.5,
        HTTP: 0.9,
        JSON: 0.2,
        'garbage collection': 0.25,
        'service code': 0.6,
        'other threads': 0.7,
        rest: 0.05,
      },
    },
    ...more,
  };
}

export function resultOf(scenarios: readonly ScenarioResult[], more: Partial<BenchResult> = {}): BenchResult {
  return {
    format: 1,
    date: '2026-11-23T10:00:00.000Z',
    commit: '0123abcd',
    node: '20.20.2',
    machine: { cpu: 'A processor', cores: 2, memory: 24_000, system: 'Linux 6', load: 0.7 },
    server: 'process',
    cryptoCosts: { 'signatures made': 26, 'signatures checked': 65 },
    scenarios,
    skipped: [],
    ...more,
  };
}
