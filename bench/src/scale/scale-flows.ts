/** The same flows against servers with an empty and a full store, in turns. */
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { Pool } from 'undici';
import { issuanceLoad } from '../flows/issuance-flow.ts';
import { makePresenter, presentationLoad, writeConfiguration } from '../flows/presentation-flow.ts';
import { type Load, measure, percentile, print } from '../load/closed-loop.ts';
import type { ServerProcess } from '../server/server-process.ts';

export interface FlowOptions {
  readonly flows: number;
  readonly rounds: number;
  readonly concurrency: number;
}

interface Loads {
  readonly issuance: Load<string, unknown>;
  readonly presentation: Load<string, unknown>;
}

/** Issues what the presentations need, and warms the server up. */
export async function prepareLoads(server: ServerProcess, warmup: number): Promise<Loads> {
  await writeConfiguration(server);
  const keys = Array.from({ length: 100 }, () => ({ holder: newWalletKey() }));
  const issuance = issuanceLoad(server, keys);
  const { outcomes } = await measure(issuance, Math.max(keys.length, warmup), 8);
  const presenters = outcomes
    .slice(0, keys.length)
    .map(({ credential, keys: own }) => makePresenter(credential, own.holder, newWalletKey()));
  const presentation = presentationLoad(server, presenters);
  await measure(presentation, warmup, 8);
  return { issuance, presentation } as unknown as Loads;
}

/** Measures each load in turns and prints p50 of the flow and of each request, CPU, and their ratio to the first server. */
export async function compareFlows(
  servers: Readonly<Record<string, Loads>>,
  { flows, rounds, concurrency }: FlowOptions,
): Promise<void> {
  for (const kind of ['issuance', 'presentation'] as const) {
    const times = new Map<string, Map<string, number[]>>();
    const cpus = new Map<string, number[]>();
    for (let round = 0; round < rounds; round += 1) {
      // The order alternates, so that neither server always has the warmer machine.
      const order = Object.entries(servers);
      for (const [name, loads] of round % 2 === 0 ? order : order.reverse()) {
        const { whole, steps, cpu, count } = await measure(loads[kind], flows, concurrency);
        for (const [step, taken] of [['whole flow', whole] as const, ...steps]) {
          const of = times.get(step) ?? new Map<string, number[]>();
          times.set(step, of.set(name, [...(of.get(name) ?? []), percentile(taken, 0.5)]));
        }
        cpus.set(name, [...(cpus.get(name) ?? []), cpu / count]);
      }
    }
    print(
      `\n${kind}, c=${concurrency}, ${rounds} rounds of ${flows} flows in turns, medians of the p50 of each round, ms`,
    );
    for (const [step, of] of times) print(comparedRow(step, of));
    print(comparedRow('CPU a flow', cpus));
  }
}

/** The medians of each server, and their ratio to the first one's. */
export function comparedRow(name: string, figures: ReadonlyMap<string, readonly number[]>): string {
  const medians = [...figures].map(([server, values]) => ({ server, median: percentile(values, 0.5) }));
  const first = medians[0]?.median ?? Number.NaN;
  const each = medians.map(({ server, median }) => `${server} ${median.toFixed(2).padStart(7)}`);
  const ratios = medians.slice(1).map(({ median }) => (median / first).toFixed(2));
  return `  ${name.padEnd(44)} ${[...each, ...ratios].join('  ')}`;
}

/** GETs of a status list in a closed loop, every other one with the ETag of the last response. */
export async function getLists(server: ServerProcess, path: string, count: number, concurrency: number): Promise<void> {
  const pool = new Pool(server.url, { connections: concurrency, pipelining: 1 });
  const statuses = new Map<number, number>();
  let next = 0;
  const cpuBefore = server.cpu();
  const begun = performance.now();
  const worker = async (): Promise<void> => {
    let etag: string | undefined;
    while (next < count) {
      next += 1;
      const headers = next % 2 === 0 || etag === undefined ? {} : { 'if-none-match': etag };
      const answer = await pool.request({ method: 'GET', path, headers: { 'accept-encoding': 'gzip', ...headers } });
      etag = String(answer.headers.etag);
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const seconds = (performance.now() - begun) / 1000;
  const cpu = ((server.cpu() - cpuBefore) * 1000) / count;
  await pool.close();
  const answers = [...statuses].map(([status, times]) => `${times} x ${status}`).join(', ');
  print(
    `\nGET ${path}, c=${concurrency}: ${(count / seconds).toFixed(0)}/s, ${cpu.toFixed(0)} µs CPU each; ${answers}`,
  );
}
