/** What the command prints of a result, as lines. Pure. */
import type { BenchResult, CryptoFloor, PartsResult, RunResult, ScenarioResult } from './result.ts';

/** A scenario's floor and the ratio of each run's CPU to it. */
export function floorLines(floor: CryptoFloor, runs: readonly RunResult[]): readonly string[] {
  const kinds = Object.entries(floor.work).filter(([, times]) => times >= 0.005);
  const work = kinds.map(([kind, times]) => `${kind} ${times.toFixed(2)}`).join(', ');
  const known = runs.filter(({ cpu }) => cpu !== null);
  const ratios = known.map(
    ({ cpu, concurrency }) => `${((cpu ?? 0) / floor.milliseconds).toFixed(1)} (c=${concurrency})`,
  );
  return [
    `  cryptography: ${floor.milliseconds.toFixed(2)} ms a flow at least (${work === '' ? 'none' : work})`,
    ...(ratios.length === 0 || floor.milliseconds === 0 ? [] : [`  CPU as a multiple of it: ${ratios.join(', ')}`]),
  ];
}

/** CPU per flow, by part. */
export function partLines({ concurrency, milliseconds }: PartsResult): readonly string[] {
  const each = Object.entries(milliseconds).map(([part, ms]) => `${part} ${ms.toFixed(2)}`);
  return [`  CPU of a flow by part, ms (c=${concurrency}): ${each.join(', ')}`];
}

/** A table of all scenarios in Markdown. */
export function summaryTable({ scenarios }: BenchResult): readonly string[] {
  return [
    '| scenario | c | flows/s | CPU ms a flow | p50 ms | p95 ms | p99 ms | own memory MB | cryptography ms |',
    '|---|---|---|---|---|---|---|---|---|',
    ...scenarios.flatMap((scenario) => scenario.runs.map((run) => tableRow(scenario, run))),
  ];
}

function tableRow({ name, floor }: ScenarioResult, { concurrency, rate, cpu, latency, memory }: RunResult): string {
  const { p50, p95, p99 } = latency;
  const cells = [
    name,
    String(concurrency),
    rate.toFixed(0),
    cpu?.toFixed(2),
    ...[p50, p95, p99].map((ms) => ms.toFixed(1)),
    memory?.own.toFixed(0),
    floor?.milliseconds.toFixed(2),
  ];
  return `| ${cells.map((cell) => cell ?? '').join(' | ')} |`;
}

/** CPU per flow by service, and by engine; no line if nothing was measured by service. */
export function servicesTable({ scenarios }: BenchResult): readonly string[] {
  const runs = scenarios.flatMap(({ name, runs }) => runs.map((run) => ({ name, ...run })));
  const names = Object.keys(Object.assign({}, ...runs.map(({ services, engines }) => ({ ...services, ...engines }))));
  if (names.length === 0) return [];
  const rows = runs.map(({ name, concurrency, services, engines }) => {
    const cpu: Readonly<Record<string, number>> = { ...services, ...engines };
    return [name, concurrency, ...names.map((one) => cpu[one]?.toFixed(2) ?? '')];
  });
  const head = ['CPU ms a flow', 'c', ...names];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

/** Machine, commit and date of a result. */
export function machineLine({ machine, node, commit, date, server }: BenchResult): string {
  const { cores, cpu, load } = machine;
  const what = server === 'process' ? 'one process' : server === 'services' ? 'five services' : server;
  return `${date.slice(0, 10)}, commit ${commit}, Node ${node}, ${cores} cores (${cpu}), load average ${load.toFixed(1)} at the start, ${what}`;
}
