/** Runs a campaign and writes its record: `npm run campaign`. */
import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../cluster/cluster-processes.ts';
import { runCampaign } from './campaign.ts';
import { growthLine, recordedGrowth } from './growth.ts';
import { writeRecord } from './reliability-document.ts';
import type { RoundResult } from './round.ts';
import { soak } from './soak.ts';
import { lastLine, restartLine, sumByScenario, sumRestarts } from './summary.ts';
import type { Mode } from './system.ts';

export interface Arguments {
  readonly kills: number;
  readonly seed: number;
  readonly workers?: number;
  readonly cluster: boolean;
  /** Minutes of load without a fault, instead of kills. */
  readonly soak?: number;
  /** Whether the result goes into the documents. */
  readonly write: boolean;
}

/** @returns whether no invariant was violated */
export async function main(given: Arguments): Promise<boolean> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const { kills, seed, workers = 2 } = given;
  const mode: Mode = modeOf(given);
  if (given.soak !== undefined) return soakFor(mode, given, given.soak, say);
  const name = `${mode.replaceAll(' ', '-')}-${kills}-${seed}.json`;
  const stateFile = join(ROOT, 'test', 'dist', 'campaigns', name);
  const results = await runCampaign({ mode, kills, seed, workers, stateFile, say, now: Date.now });
  for (const { id, title, kills: own, flows, violations } of sumByScenario(results)) {
    say(`${id.padEnd(8)} ${title}: ${own} kills, ${flows} flows, ${violations} violations`);
  }
  for (const sum of sumRestarts(results)) say(restartLine(sum));
  if (given.write) writeRecord(ROOT, { ...placeOf(mode, given), ...sumsOf(results) });
  say(lastLine(results));
  return results.every(({ violations }) => violations.length === 0);
}

function modeOf({ cluster, workers }: Arguments): Mode {
  if (cluster) return 'five services';
  return workers === undefined ? 'one process' : 'workers';
}

async function soakFor(mode: Mode, given: Arguments, minutes: number, say: (line: string) => void): Promise<boolean> {
  const { seed, workers = 2 } = given;
  const { flows, violations, growth } = await soak({ mode, workers, minutes, seed, say });
  for (const violation of violations) say(`VIOLATION: ${violation}`);
  for (const one of growth) say(growthLine(one));
  const last = `${minutes} minutes, ${flows} flows, ${violations.length} violations`;
  if (given.write) {
    const record = { ...placeOf(mode, given), scenarios: [], restarts: [], growth: growth.map(recordedGrowth) };
    writeRecord(ROOT, { ...record, lastLine: last });
  }
  say(last);
  return violations.length === 0;
}

function sumsOf(results: readonly RoundResult[]) {
  return { scenarios: sumByScenario(results), restarts: sumRestarts(results), lastLine: lastLine(results) };
}

function placeOf(mode: Mode, { kills, seed, workers, cluster, soak: minutes }: Arguments) {
  const more = cluster ? ' --cluster' : workers === undefined ? '' : ` --workers ${workers}`;
  const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return {
    mode,
    command: `npm run campaign -- ${minutes === undefined ? `--kills ${kills}` : `--soak ${minutes}`} --seed ${seed}${more}`,
    commit: git('rev-parse', '--short=8', 'HEAD'),
    date: new Date().toISOString().slice(0, 10),
    machine: `Node ${process.version.slice(1)}, ${cpus().length} processors, ${gigabytes} GB`,
  };
}
