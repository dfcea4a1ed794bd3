/** Runs a scenario with the options, and prints its figures. */
import { cpus } from 'node:os';
import { measure, memory, print, printResult } from '../load/closed-loop.ts';
import { partShares, partsOf } from '../profile/parts.ts';
import { floorLines, partLines } from '../results/report.ts';
import type { CryptoFloor, PartsResult, RunResult, ScenarioResult } from '../results/result.ts';
import { floorOf, runResult } from '../results/run-result.ts';
import type { BenchOptions } from './options.ts';
import type { Scenario } from './scenario.ts';
import { countScenario, profileScenario } from './server-work.ts';
import type { OpenWorld } from './world.ts';

export interface ScenarioRun {
  /** Root of the built checkout. */
  readonly root: string;
  readonly options: BenchOptions;
  /** Opens the server of the scenario. */
  readonly open: (scenario: Scenario) => Promise<OpenWorld>;
  /** Microseconds of each kind of cryptographic work. */
  readonly costs: Readonly<Record<string, number>>;
  /** Shows a line of progress. */
  readonly progress: (line: string) => void;
}

/** Flows before the counted ones: the first ones create keys and certificates. */
const COUNTED_WARMUP = 20;
/** Milliseconds between two lines of progress. */
const PROGRESS = 5000;

/** Measures first, then counts and profiles with separate servers, so that neither slows the measured one. */
export async function runScenario(scenario: Scenario, run: ScenarioRun): Promise<ScenarioResult> {
  const { options, costs, progress } = run;
  const runs = await measureScenario(scenario, run);
  let floor: CryptoFloor | undefined;
  if (options.counted > 0) {
    progress(`${scenario.name}: counting the cryptographic work of ${options.counted} flows`);
    const counted = { flows: options.counted, warmup: COUNTED_WARMUP, concurrency: 1 };
    // Each wallet once: the server keeps keys that it has imported for a while.
    const wallets = options.counted + COUNTED_WARMUP;
    floor = floorOf(await countScenario(scenario, { root: run.root, wallets, ...counted }), costs);
    for (const line of floorLines(floor, runs)) print(line);
  }
  const parts = options.profiled > 0 ? await explain(scenario, run, runs, floor) : undefined;
  return { name: scenario.name, title: scenario.title, runs, floor, parts };
}

async function measureScenario(scenario: Scenario, run: ScenarioRun): Promise<readonly RunResult[]> {
  const { options, progress } = run;
  const { warmup, seconds, rate } = options;
  const flows = flowsOf(scenario, options, options.flows);
  progress(`${scenario.name}: preparing`);
  const world = await run.open(scenario);
  try {
    const { server } = world;
    const prepared = await scenario.prepare(world);
    let total = warmup;
    print(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${scenario.title}`);
    const before = memory(server);
    if (before !== undefined) print(`RSS before: ${before}`);
    // Until V8 has optimised the hot code, its compiler uses a large part of the measured time.
    await prepared.before?.(warmup);
    prepared.check((await measure(prepared.load, warmup, 16, { rate })).outcomes);
    const runs: RunResult[] = [];
    for (const concurrency of options.concurrency) {
      await prepared.before?.(flows);
      const shown = shownProgress((done) => progress(`${scenario.name}, c=${concurrency}: ${done} of ${flows} flows`));
      const result = await measure(prepared.load, flows, concurrency, { seconds, rate, progress: shown });
      prepared.check(result.outcomes);
      printResult(concurrency, result);
      runs.push(runResult(concurrency, result, server.memory()));
      total += result.count;
    }
    const after = memory(server);
    print(
      `${after === undefined ? `After ${total} flows` : `RSS after ${total} flows: ${after}`}; ${scenario.checked}`,
    );
    return runs;
  } finally {
    await world.close();
  }
}

function flowsOf({ times = 1 }: Scenario, { target }: BenchOptions, wanted: number): number {
  return target === undefined ? wanted * times : wanted;
}

/** At most one line in a while. */
function shownProgress(show: (done: number) => void): (done: number) => void {
  let next = performance.now() + PROGRESS;
  return (done) => {
    if (performance.now() < next) return;
    next = performance.now() + PROGRESS;
    show(done);
  };
}

/** CPU per flow by part, at the middle concurrency of the runs. */
async function explain(
  scenario: Scenario,
  { root, options, progress }: ScenarioRun,
  runs: readonly RunResult[],
  floor: CryptoFloor | undefined,
): Promise<PartsResult | undefined> {
  const run = runs[Math.floor((runs.length - 1) / 2)];
  if (run === undefined || run.cpu === null) return undefined;
  const { concurrency, cpu } = run;
  progress(`${scenario.name}: profiling ${options.profiled} flows`);
  const flows = flowsOf(scenario, options, options.profiled);
  const { wallets } = options;
  const profile = await profileScenario(scenario, { root, wallets, flows, warmup: flows, concurrency });
  const parts = { concurrency, milliseconds: partsOf(cpu, floor?.milliseconds ?? 0, partShares(profile)) };
  for (const line of partLines(parts)) print(line);
  return parts;
}
