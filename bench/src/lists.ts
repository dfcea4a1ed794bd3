/**
 * What a new trust list of thousands of entries costs a process: how long the event loop is blocked while it is
 * fetched, verified, stored and read again, the CPU of all threads, and a look-up.
 * `npm run bench -- lists --entries 5000 --turns 5`
 */
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { indexAnchors } from '@countersign/european-trust/lists/anchor-index';
import type { TrustList } from '@countersign/european-trust/lists/trust-list';
import { createListReader } from '@countersign/european-trust/refresh/list-reader';
import { createLoadedLists } from '@countersign/european-trust/refresh/loaded-lists';
import { refreshListsJob } from '@countersign/european-trust/refresh/refresh-lists';
import type { Log } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import { type LargeList, makeLargeLists } from '@countersign/test/european-trust/large-lists';
import { percentile, print } from './load/closed-loop.ts';
import { machineLine } from './results/report.ts';
import { surroundings } from './results/surroundings.ts';

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '5000' },
    turns: { type: 'string', default: '5' },
    /** JSON or XML; both without it. */
    form: { type: 'string' },
    lookups: { type: 'string', default: '2000' },
  },
});
const [entries, turns, lookups] = [values.entries, values.turns, values.lookups].map(Number) as [
  number,
  number,
  number,
];
const TENANT = 'default';
const HOUR = 3_600_000;
/** Milliseconds between two looks at the event loop. */
const RESOLUTION = 1;
const root = resolve(import.meta.dirname, '../..');

/** One publication, from the request until its entries count: milliseconds. */
interface Turn {
  readonly whole: number;
  /** The longest time for which the event loop did nothing else. */
  readonly blocked: number;
  /** The same without the time in which other processes had the processor. */
  readonly computed: number;
  /** All threads together. */
  readonly cpu: number;
  /** In which the main thread was busy. */
  readonly busy: number;
}

print(machineLine({ ...surroundings(root), server: 'process', cryptoCosts: {}, scenarios: [], skipped: [] }));
for (const [form, list] of Object.entries(await makeLargeLists(entries))) {
  if (values.form !== undefined && values.form !== form) continue;
  const { turns: all, last } = await measureForm(list);
  print(
    `\n${form}, ${entries} entries, ${(last.bytes / 1e6).toFixed(1)} MB: median of ${turns} turns (lowest, highest)`,
  );
  for (const [name, figures] of Object.entries(columns(all))) print(`  ${name.padEnd(34)}${spread(figures)}`);
  for (const count of [50, entries]) print(`  look-up in ${String(count).padEnd(23)}${lookUp(last.list, count)} µs`);
}
process.exit();

/** Each turn publishes the next list of one source. The first one is a warm-up. */
async function measureForm(list: LargeList) {
  const publications = Array.from({ length: turns + 1 }, (_, number) => list.bytes(number + 1));
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-lists-'));
  const world = await openWorld(list, folder);
  try {
    const found: Turn[] = [];
    for (const body of publications) found.push(await world.follow(body));
    const last = await world.last();
    if (last?.list.entries.length !== entries) throw new Error('The list does not have its entries');
    return { turns: found.slice(1), last: { list: last.list, bytes: publications[0]?.length ?? 0 } };
  } finally {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A replica that follows the list. */
async function openWorld(list: LargeList, folder: string) {
  const store = await openEmbeddedStore({ folder });
  const reader = createListReader();
  let now = list.now;
  let body: Buffer = Buffer.alloc(0);
  const clock = (): number => now;
  const log: Log = { debug: () => undefined, info: () => undefined, warn: failed, error: failed };
  const outbound = { request: async () => ({ status: 200, headers: {}, body }) };
  const metrics = { count: () => undefined, observe: () => undefined, watch: () => undefined };
  const platform = { store, clock, log, random: systemRandom, metrics };
  const lists = createLoadedLists({ store, clock, log, reader, sources: async () => [list.from] });
  const job = refreshListsJob({ platform, outbound, reader, lists, tenants: async () => [TENANT] });
  const last = () => lists.last(TENANT, list.from);
  return {
    last,
    follow: async (next: Buffer): Promise<Turn> => {
      body = next;
      now += 5 * HOUR;
      // What a requested list has left behind is collected first.
      await sleep(1000);
      return measured(async () => {
        await job.run();
        await last();
      });
    },
    close: async () => {
      await reader.close();
      await store.close();
    },
  };
}

/** The benchmark measures accepted lists only. */
function failed(message: string, fields?: object): never {
  throw new Error(`${message} ${JSON.stringify(fields)}`);
}

async function measured(work: () => Promise<void>): Promise<Turn> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  const [cpu, idle, began] = [process.cpuUsage(), performance.eventLoopUtilization(), performance.now()];
  let computed = 0;
  let before = ownTime();
  const look = setInterval(() => {
    const now = ownTime();
    computed = Math.max(computed, now - before);
    before = now;
  }, RESOLUTION);
  delay.enable();
  await work();
  delay.disable();
  clearInterval(look);
  const { user, system } = process.cpuUsage(cpu);
  return {
    whole: performance.now() - began,
    // The histogram has the time between two of its timers.
    blocked: delay.max / 1e6 - RESOLUTION,
    computed,
    cpu: (user + system) / 1000,
    busy: performance.eventLoopUtilization(idle).active,
  };
}

/** Milliseconds that this thread has had a processor, as Linux counts them; elsewhere 0. */
function ownTime(): number {
  if (process.platform !== 'linux') return 0;
  return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
}

function columns(all: readonly Turn[]): Readonly<Record<string, readonly number[]>> {
  return {
    'event loop blocked at most': all.map(({ blocked }) => blocked),
    'of that, computed': all.map(({ computed }) => computed),
    'main thread busy': all.map(({ busy }) => busy),
    'CPU of all threads': all.map(({ cpu }) => cpu),
    'from the request until it counts': all.map(({ whole }) => whole),
  };
}

function spread(figures: readonly number[]): string {
  const shown = [percentile(figures, 0.5), Math.min(...figures), Math.max(...figures)].map((one) => one.toFixed(1));
  return `${shown[0]} ms (${shown[1]}, ${shown[2]})`;
}

/** Microseconds of a look-up of the list's last certificates. */
function lookUp({ entries: all }: Pick<TrustList, 'entries'>, count: number): string {
  const few = all.slice(0, count);
  const index = indexAnchors({ entries: few });
  const listed = few.slice(-20).map(({ purpose, certificates: [one] }) => {
    if (one === undefined) throw new Error('An entry has no certificate');
    return { purpose, chain: [new X509Certificate(one.der)] };
  });
  const time = (): number => {
    const began = performance.now();
    for (let call = 0; call < lookups; call += 1) {
      const { purpose, chain } = listed[call % listed.length] ?? listed[0] ?? { purpose: 'pid/issuance', chain: [] };
      if (index.candidates([purpose], chain).length === 0) throw new Error('A listed certificate was not found');
    }
    return ((performance.now() - began) / lookups) * 1000;
  };
  time();
  return percentile([time(), time(), time()], 0.5).toFixed(1);
}
