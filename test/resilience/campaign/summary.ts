/** The result of a campaign by scenario. */
import type { RoundResult } from './round.ts';
import { SCENARIOS } from './scenarios.ts';
import type { Restart } from './system.ts';

export interface ScenarioSum {
  readonly id: string;
  readonly title: string;
  readonly kills: number;
  readonly flows: number;
  readonly violations: number;
}

export function sumByScenario(results: readonly RoundResult[]): readonly ScenarioSum[] {
  return SCENARIOS.flatMap(({ id, title }) => {
    const own = results.filter(({ scenario }) => scenario === id);
    return own.length === 0 ? [] : [{ id, title, ...sumOf(own) }];
  });
}

export function sumOf(results: readonly RoundResult[]): Pick<ScenarioSum, 'kills' | 'flows' | 'violations'> {
  return {
    kills: results.reduce((sum, { kills }) => sum + kills, 0),
    flows: results.reduce((sum, { flows }) => sum + flows, 0),
    violations: results.reduce((sum, { violations }) => sum + violations.length, 0),
  };
}

export function lastLine(results: readonly RoundResult[]): string {
  const { kills, flows, violations } = sumOf(results);
  return `${kills} kills, ${flows} flows, ${violations} violations`;
}

/** Milliseconds from SIGKILL until requests are answered again. */
export interface RestartSum {
  readonly what: Restart['what'];
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
}

export function sumRestarts(results: readonly RoundResult[]): readonly RestartSum[] {
  const all = results.flatMap(({ restarts }) => restarts);
  return [...new Set(all.map(({ what }) => what))].sort().map((what) => {
    const own = all.filter((one) => one.what === what).map(({ milliseconds }) => milliseconds);
    return { what, count: own.length, p50: percentile(own, 50), p99: percentile(own, 99) };
  });
}

/** The smallest value that is at least as large as that share of them, rounded. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return Math.round(sorted[Math.max(0, Math.ceil((sorted.length * share) / 100) - 1)] ?? 0);
}

export function restartLine({ what, count, p50, p99 }: RestartSum): string {
  return `${count} times a ${what} was killed: it answered again after ${p50} ms (p50), ${p99} ms (p99)`;
}
