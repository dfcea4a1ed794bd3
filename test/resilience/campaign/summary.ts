/** The result of a campaign by scenario. */
import type { RoundResult } from './round.ts';
import { SCENARIOS } from './scenarios.ts';

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
