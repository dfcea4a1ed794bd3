/** A campaign: rounds of all scenarios of a mode, in an order that the seed decides, which can be continued. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Round, type RoundResult, runRound } from './round.ts';
import { SCENARIOS } from './scenarios.ts';
import type { Mode } from './system.ts';

/** Kills of a round, at most: what an interruption can cost. */
const ROUND = 20;

export interface CampaignOptions {
  readonly mode: Mode;
  readonly kills: number;
  readonly seed: number;
  readonly workers: number;
  /** Where ended rounds are kept; without it a campaign can't be continued. */
  readonly stateFile?: string;
  readonly say: (line: string) => void;
  readonly now: () => number;
}

/** The rounds of a campaign; the same arguments give the same ones. */
export function planRounds({ mode, kills, seed }: Pick<CampaignOptions, 'mode' | 'kills' | 'seed'>): readonly Round[] {
  const scenarios = SCENARIOS.filter(({ modes }) => modes.includes(mode));
  const all = scenarios.reduce((sum, { share }) => sum + share, 0);
  const rounds: Round[] = [];
  let [left, shares] = [kills, all];
  for (const { id, share } of scenarios) {
    // The last one gets what rounding has left.
    let own = Math.round((left * share) / shares);
    left -= own;
    shares -= share;
    for (; own > 0; own -= ROUND) {
      rounds.push({ scenario: id, kills: Math.min(own, ROUND), seed: seed * 1000 + rounds.length });
    }
  }
  return rounds;
}

/** Runs what is left of it. @returns the results of all rounds */
export async function runCampaign(options: CampaignOptions): Promise<readonly RoundResult[]> {
  const rounds = planRounds(options);
  const results = [...readState(options)];
  const total = rounds.reduce((sum, { kills }) => sum + kills, 0);
  const progress = newProgress(options, total, results);
  if (results.length > 0) options.say(`continued: ${results.length} of ${rounds.length} rounds had ended`);
  for (const round of rounds.slice(results.length)) {
    const scenario = SCENARIOS.find(({ id }) => id === round.scenario);
    if (scenario === undefined) throw new Error(`There is no scenario ${round.scenario}`);
    const result = await runRound(scenario, round, { ...options, killed: progress.killed }).catch(brokenOff(round));
    results.push(result);
    writeState(options, results);
    for (const violation of result.violations)
      options.say(`VIOLATION in ${round.scenario}, seed ${round.seed}: ${violation}`);
    progress.ended(result);
  }
  return results;
}

/** A round that breaks off is a violation; the campaign continues. */
function brokenOff(round: Round): (error: unknown) => RoundResult {
  return (error) => {
    const violations = [`The round broke off: ${error instanceof Error ? error.stack : String(error)}`];
    return { ...round, kills: 0, flows: 0, violations, seconds: 0, restarts: [], phases: [] };
  };
}

interface Progress {
  killed(): void;
  ended(result: RoundResult): void;
}

/** A line after each round, and each ten kills. */
function newProgress({ say, now }: CampaignOptions, total: number, before: readonly RoundResult[]): Progress {
  const earlier = before.reduce((sum, { kills }) => sum + kills, 0);
  const began = now();
  let kills = 0;
  const line = (what: string): void => {
    const [done, left] = [earlier + kills, total - earlier - kills];
    const minutes = kills === 0 ? '?' : Math.ceil((((now() - began) / kills) * Math.max(0, left)) / 60_000);
    say(`${done} of ${total} kills, about ${minutes} min left${what}`);
  };
  return {
    killed: () => {
      kills += 1;
      if (kills % 10 === 0) line('');
    },
    ended: ({ scenario, flows, violations, seconds, phases }) =>
      line(`; ${scenario}: ${flows} flows, ${violations.length} violations, ${seconds} s (${phases.join(' + ')})`),
  };
}

interface State {
  readonly mode: Mode;
  readonly results: readonly RoundResult[];
}

function readState({ stateFile, mode, kills, seed }: CampaignOptions): readonly RoundResult[] {
  if (stateFile === undefined || !existsSync(stateFile)) return [];
  const state = JSON.parse(readFileSync(stateFile, 'utf8')) as State;
  // A different version may plan different rounds.
  const planned = planRounds({ mode, kills, seed });
  const isPlanned = state.results.every(({ scenario, seed: own, restarts }, index) => {
    const round = planned[index];
    return round?.scenario === scenario && round.seed === own && restarts !== undefined;
  });
  return state.mode === mode && isPlanned ? state.results : [];
}

function writeState({ stateFile, mode }: CampaignOptions, results: readonly RoundResult[]): void {
  if (stateFile === undefined) return;
  mkdirSync(dirname(stateFile), { recursive: true });
  writeFileSync(`${stateFile}.new`, JSON.stringify({ mode, results } satisfies State));
  renameSync(`${stateFile}.new`, stateFile);
}
