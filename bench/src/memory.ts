/**
 * The memory of a server under many flows in a row: one process, or each of five services.
 * `npm run bench -- memory --flows 100000 --plot docs/benchmarks/memory.svg`
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measure, print } from './load/closed-loop.ts';
import { type MemorySample, memoryPlot, sampleLine, summaryLines } from './results/memory-report.ts';
import { machineLine } from './results/report.ts';
import { surroundings } from './results/surroundings.ts';
import { scenariosNamed } from './scenarios/scenarios.ts';
import { openOwnServer } from './scenarios/world.ts';
import { memoryOf, type ServerProcess } from './server/server-process.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** By default 100,000, with --cluster 20,000. */
    flows: { type: 'string' },
    /** Flows between two samples. */
    sample: { type: 'string', default: '1000' },
    concurrency: { type: 'string', default: '32' },
    keys: { type: 'string', default: '5000' },
    cluster: { type: 'boolean', default: false },
    /** File of the plot. */
    plot: { type: 'string' },
  },
});
const { cluster } = values;
const root = resolve(import.meta.dirname, '../..');
const flows = Number(values.flows ?? (cluster ? 20_000 : 100_000));
const each = Number(values.sample);

/** Metrics on the default port, and nonces whose marks all survive until the end, however slowly the flows run. */
const SETTINGS = { METRICS_PORT: '', NONCE_TTL: '3600' };

const [scenario] = scenariosNamed([positionals[0] ?? 'issuance']);
if (scenario === undefined) throw new Error('There is no such scenario');
const result = { ...surroundings(root), server: cluster ? 'services' : 'process', cryptoCosts: {} } as const;
const machine = machineLine({ ...result, scenarios: [], skipped: [] });
print(`${scenario.title}, c=${values.concurrency}; ${machine}`);

const world = await openOwnServer({
  root,
  needs: scenario.needs,
  wallets: Number(values.keys),
  cluster,
  env: SETTINGS,
});
const samples: MemorySample[] = [];
try {
  const { load, before, check } = await scenario.prepare(world);
  const sample = async (done: number): Promise<void> => {
    for (const one of await samplesOf(world.server, done)) {
      samples.push(one);
      print(sampleLine(one));
    }
  };
  await sample(0);
  for (let done = 0; done < flows; done += each) {
    const count = Math.min(each, flows - done);
    await before?.(count);
    // In parts, so that the client forgets the credentials that it has checked.
    check((await measure(load, count, Number(values.concurrency))).outcomes);
    await sample(done + count);
  }
} finally {
  await world.close();
}
for (const line of summaryLines(samples)) print(line);
if (values.plot !== undefined) writeFileSync(values.plot, memoryPlot(samples, `${scenario.title}; ${machine}`));
process.exit();

/** Samples of each process. */
async function samplesOf({ processes }: ServerProcess, done: number): Promise<readonly MemorySample[]> {
  return Promise.all(
    (processes?.() ?? []).map(async ({ name, pid, metrics }) => {
      const { own, mapped } = memoryOf(pid);
      const text = await (await fetch(metrics)).text();
      const megabytes = (metric: string): number =>
        Number(new RegExp(`^${metric}\\{.*\\} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN) / 2 ** 20;
      const heap = megabytes('nodejs_heap_size_used_bytes');
      const external = megabytes('nodejs_external_memory_bytes');
      return { name, done, own, mapped, heap, heapTotal: megabytes('nodejs_heap_size_total_bytes'), external };
    }),
  );
}
