/** From the times of a run to its figures. Pure. */
import { percentile, type Result } from '../load/closed-loop.ts';
import type { CryptoFloor, Memory, Percentiles, RunResult } from './result.ts';

/** @param memory of the server after the run @throws if no flow has ended */
export function runResult(concurrency: number, result: Result<string, unknown>, memory: Memory): RunResult {
  const { count, seconds, cpu, clientCpu, parts, engines, whole, steps } = result;
  if (count === 0) throw new Error('No flow has ended');
  return {
    concurrency,
    flows: count,
    seconds,
    rate: count / seconds,
    cpu: Number.isNaN(cpu) ? null : cpu / count,
    ...(parts.size > 0 ? { services: perFlow(parts, count) } : {}),
    ...(engines.size > 0 ? { engines: perFlow(engines, count) } : {}),
    clientCpu: clientCpu / count,
    latency: percentilesOf(whole),
    steps: Object.fromEntries([...steps].map(([step, times]) => [step, percentilesOf(times)])),
    memory: Number.isNaN(memory.all) ? null : memory,
  };
}

function perFlow(cpu: ReadonlyMap<string, number>, count: number): Readonly<Record<string, number>> {
  return Object.fromEntries([...cpu].map(([name, milliseconds]) => [name, milliseconds / count]));
}

export function percentilesOf(times: readonly number[]): Percentiles {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share)) as [number, number, number];
  return { p50, p95, p99 };
}

/**
 * @param work times of each kind a flow
 * @param costs microseconds of each kind
 */
export function floorOf(work: Readonly<Record<string, number>>, costs: Readonly<Record<string, number>>): CryptoFloor {
  const microseconds = Object.entries(work).reduce((sum, [kind, times]) => sum + times * (costs[kind] ?? 0), 0);
  return { work, milliseconds: microseconds / 1000 };
}
