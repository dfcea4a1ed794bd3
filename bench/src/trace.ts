/**
 * What traces cost: whole issuance flows against two servers, TRACE=off and TRACE=all, in turns, so that both have the same
 * share of a noisy machine. Prints the CPU of the server a flow of each turn, and the difference of the medians.
 * `npm run bench -- trace --flows 2000 --turns 5 --concurrency 8`
 * With --flood, what 100,000 refused requests that fit no session leave in memory and store.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { loadOptions, measure, percentile } from './closed-loop.ts';
import { startClusterServer } from './cluster-server.ts';
import { type FlowKeys, issuanceLoad } from './issuance-flow.ts';
import { startServerProcess } from './server-process.ts';
import { flood } from './trace-flood.ts';

const { values } = parseArgs({
  options: {
    ...loadOptions,
    concurrency: { type: 'string', default: '8' },
    turns: { type: 'string', default: '5' },
    flood: { type: 'boolean', default: false },
    requests: { type: 'string', default: '100000' },
  },
});
const root = resolve(import.meta.dirname, '../..');
if (values.flood) {
  await flood(root, Number(values.requests));
  process.exit();
}

const modes = ['off', 'all'] as const;
const keys = Array.from({ length: Number(values.keys) }, (): FlowKeys => ({ holder: newWalletKey() }));
const start = values.cluster ? startClusterServer : startServerProcess;
// Five services share engines, so there one server follows the other.
const figures = values.cluster ? await oneAfterTheOther() : await inTurns();
const [off, all] = modes.map((mode) => percentile(figures[mode], 0.5));
if (off === undefined || all === undefined) throw new Error('no figures');
for (const mode of modes) print(`TRACE=${mode}: ${figures[mode].map((cpu) => cpu.toFixed(3)).join(' ')} ms CPU a flow`);
print(
  `medians ${off.toFixed(3)} and ${all.toFixed(3)} ms: ${(((all - off) / off) * 100).toFixed(1)} % more with TRACE=all`,
);

type Figures = Record<(typeof modes)[number], number[]>;

async function inTurns(): Promise<Figures> {
  const found: Figures = { off: [], all: [] };
  const servers = { off: await start(root, { TRACE: 'off' }), all: await start(root, { TRACE: 'all' }) };
  try {
    for (const mode of modes) await measure(issuanceLoad(servers[mode], keys), Number(values.warmup), 16);
    for (let turn = 0; turn < Number(values.turns); turn += 1) {
      // The first of a turn alternates.
      for (const mode of turn % 2 === 0 ? modes : modes.toReversed()) {
        found[mode].push(await cpuOfFlow(servers[mode]));
      }
    }
  } finally {
    for (const mode of modes) await servers[mode].stop();
  }
  return found;
}

async function oneAfterTheOther(): Promise<Figures> {
  const found: Figures = { off: [], all: [] };
  for (let turn = 0; turn < Number(values.turns); turn += 1) {
    for (const mode of turn % 2 === 0 ? modes : modes.toReversed()) {
      const server = await start(root, { TRACE: mode });
      try {
        await measure(issuanceLoad(server, keys), Number(values.warmup), 16);
        found[mode].push(await cpuOfFlow(server));
      } finally {
        await server.stop();
      }
    }
  }
  return found;
}

/** Milliseconds, with the writes that follow the last answer. */
async function cpuOfFlow(server: Awaited<ReturnType<typeof start>>): Promise<number> {
  const before = server.cpu();
  const { count } = await measure(issuanceLoad(server, keys), Number(values.flows), Number(values.concurrency));
  await new Promise((written) => setTimeout(written, 600));
  return (server.cpu() - before) / count;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
