/**
 * What mdocs cost: the CPU of issuing one and of verifying a presentation of four elements with a cached chain,
 * compared with a signature check; then whole flows, issuing and presenting over HTTP, of mdocs and of SD-JWT VCs in
 * turns against one server. `npm run bench -- mdoc --turns 5 --flows 300 --concurrency 8`
 */
import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type FormatName, formatLoad, startMdocServer } from './flows/mdoc-flow.ts';
import { measure, percentile, print } from './load/closed-loop.ts';
import { mdocWork } from './mdoc-functions.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '2000' },
    turns: { type: 'string', default: '5' },
    flows: { type: 'string', default: '300' },
    warmup: { type: 'string', default: '300' },
    concurrency: { type: 'string', default: '8' },
  },
});
const [calls, turns, flows] = [values.calls, values.turns, values.flows].map(Number) as [number, number, number];

const median = (figures: readonly number[]): number => percentile(figures, 0.5);
const load = loadavg().map((figure) => figure.toFixed(1));
print(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), load ${load.join(' ')}`);
await functions();
await wholeFlows();
process.exit();

/** CPU of the pure functions, in turns, including all threads of the process. */
async function functions(): Promise<void> {
  const work = await mdocWork();
  const rounds = { 'signature check': work.check, 'issue an mdoc': work.issue, 'verify four elements': work.verify };
  const figures = new Map<string, number[]>(Object.keys(rounds).map((name) => [name, []]));
  // The first turn is a warm-up.
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const [name, call] of Object.entries(rounds)) {
      const before = process.cpuUsage();
      for (let index = 0; index < calls; index += 1) await call();
      const { user, system } = process.cpuUsage(before);
      if (turn > 0) figures.get(name)?.push((user + system) / calls);
    }
  }
  const check = median(figures.get('signature check') ?? []);
  print(`\nCPU a call, microseconds: median of ${turns} turns of ${calls} calls (lowest, highest)`);
  for (const [name, all] of figures) {
    const [low, high] = [Math.min(...all), Math.max(...all)].map((figure) => figure.toFixed(0));
    const times = (median(all) / check).toFixed(1);
    print(`  ${name.padEnd(22)}${median(all).toFixed(0).padStart(6)} (${low}, ${high}), ${times} signature checks`);
  }
}

/** The server's CPU per flow, by format. */
async function wholeFlows(): Promise<void> {
  const server = await startMdocServer(resolve(import.meta.dirname, '../..'));
  try {
    const formats: readonly FormatName[] = ['dc+sd-jwt', 'mso_mdoc'];
    const figures = new Map<FormatName, { cpu: number[]; p50: number[] }>();
    for (const format of formats) {
      figures.set(format, { cpu: [], p50: [] });
      await measure(formatLoad(server, format), Number(values.warmup), Number(values.concurrency));
    }
    for (let turn = 0; turn < turns; turn += 1) {
      for (const format of formats) {
        const result = await measure(formatLoad(server, format), flows, Number(values.concurrency));
        figures.get(format)?.cpu.push(result.cpu / result.count);
        figures.get(format)?.p50.push(percentile(result.whole, 0.5));
      }
    }
    print(
      `\nissue and present, c=${values.concurrency}: medians of ${turns} turns of ${flows} flows, every session verified`,
    );
    for (const [format, { cpu, p50 }] of figures) {
      print(
        `  ${format.padEnd(12)}${median(cpu).toFixed(2)} ms CPU of the server a flow, p50 ${median(p50).toFixed(1)} ms`,
      );
    }
    const [sdJwt, mdoc] = formats.map((format) => median(figures.get(format)?.cpu ?? [])) as [number, number];
    print(`  mso_mdoc takes ${(mdoc / sdJwt).toFixed(2)} times the CPU of dc+sd-jwt`);
  } finally {
    await server.stop();
  }
}
