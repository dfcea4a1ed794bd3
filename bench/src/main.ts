/** The scenarios of `npm run bench`: run, reported, and written as a result. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { inspect } from 'node:util';
import { print } from './load/closed-loop.ts';
import { costsHere, explained } from './profile/work.ts';
import { machineLine, servicesTable, summaryTable } from './results/report.ts';
import { type BenchResult, resultText, type ScenarioResult } from './results/result.ts';
import { surroundings } from './results/surroundings.ts';
import { type BenchOptions, readOptions } from './scenarios/options.ts';
import { runScenario } from './scenarios/run-scenario.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { scenariosNamed } from './scenarios/scenarios.ts';
import { openTargetServer, targetOrigin } from './scenarios/target.ts';
import { openOwnServer } from './scenarios/world.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Runs the scenarios in the arguments. A failure is a line on standard error and the exit code 1.
 * @param args names of scenarios and options
 */
export async function bench(args: readonly string[]): Promise<void> {
  await reported(async () => {
    const options = readOptions(args);
    const result = await runAll(options);
    if (result.scenarios.length > 1)
      for (const line of ['', machineLine(result), '', ...summaryTable(result), '', ...servicesTable(result)])
        print(line);
    for (const line of comparison(result)) print(line);
  });
}

async function runAll(options: BenchOptions): Promise<BenchResult> {
  const { skipped, chosen } = choose(options);
  const costs = options.counted > 0 ? costsHere() : {};
  const { target } = options;
  const result = {
    ...surroundings(root),
    server: target === undefined ? serverName(options) : (targetOrigin(target, options.consent) as `https://${string}`),
    cryptoCosts: costs,
    skipped,
  };
  const scenarios: ScenarioResult[] = [];
  for (const { name, why } of skipped) progress(`${name} is left out: ${why}`);
  for (const scenario of chosen) {
    const open = (one: Scenario) => openServer(one, options);
    scenarios.push(await runScenario(scenario, { root, options, open, costs, progress }).catch(named(scenario)));
    // After each scenario, so that a run that fails later keeps its results.
    if (options.json !== undefined) write(options.json, resultText({ ...result, scenarios }));
  }
  return { ...result, scenarios };
}

/** Adds the failed scenario's name and the cause of a connection error. */
function named({ name }: Scenario): (error: Error & { cause?: { code?: string } }) => never {
  return (error) => {
    const code = error.cause?.code;
    throw new Error(`${name}: ${error.message}${code === undefined ? '' : ` (${code})`}`, { cause: error });
  };
}

/** If exactly these two were counted: the server's additional work for the attested wallet. */
function comparison({ scenarios, cryptoCosts }: BenchResult): readonly string[] {
  const [plain, attested, ...others] = scenarios;
  if (plain?.name !== 'issuance' || attested?.name !== 'issuance-attested' || others.length > 0) return [];
  if (plain.floor === undefined || attested.floor === undefined) return [];
  return explained(plain.floor.work, attested.floor.work, cryptoCosts);
}

function serverName({ cluster }: BenchOptions): 'services' | 'process' {
  return cluster ? 'services' : 'process';
}

/** On a running installation, scenarios that need their own server are left out. */
function choose({ names, target }: BenchOptions): {
  readonly chosen: readonly Scenario[];
  readonly skipped: BenchResult['skipped'];
} {
  const all = scenariosNamed(names);
  if (target === undefined) return { chosen: all, skipped: [] };
  const skipped = all.flatMap(({ name, needs }) =>
    needs.length === 0 ? [] : [{ name, why: `it needs a server that the benchmark starts (${needs.join(', ')})` }],
  );
  const chosen = all.filter(({ needs }) => needs.length === 0);
  if (chosen.length === 0)
    throw new Error(`No scenario can run on a target: ${skipped.map(({ why }) => why).join('; ')}`);
  return { chosen, skipped };
}

function openServer({ needs }: Scenario, { target, consent, wallets, rate, cluster }: BenchOptions) {
  if (target === undefined) return openOwnServer({ root, needs, wallets, cluster });
  return openTargetServer({ root, target, consent, wallets, rate, env: process.env });
}

function write(file: string, text: string): void {
  mkdirSync(dirname(resolve(file)), { recursive: true });
  writeFileSync(file, text);
  progress(`wrote ${file}`);
}

function progress(line: string): void {
  process.stderr.write(`> ${line}\n`);
}

async function reported(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${process.env.BENCH_STACK === undefined ? (error as Error).message : inspect(error)}\n`);
    process.exitCode = 1;
  }
}
