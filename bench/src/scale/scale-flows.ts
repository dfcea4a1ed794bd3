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

/** Measures each load in turns and prints p50, CPU and their ratio to the first server. */
export async function compareFlows(
  servers: Readonly<Record<string, Loads>>,
  { flows, rounds, concurrency }: FlowOptions,
): Promise<void> {
  for (const kind of ['issuance', 'presentation'] as const) {
    const p50s = new Map<string, number[]>();
    const cpus = new Map<string, number[]>();
    for (let round = 0; round < rounds; round += 1) {
      // The order alternates, so that neither server always has the warmer machine.
      const order = Object.entries(servers);
      for (const [name, loads] of round % 2 === 0 ? order : order.reverse()) {
        const { whole, cpu, count } = await measure(loads[kind], flows, concurrency);
        p50s.set(name, [...(p50s.get(name) ?? []), percentile(whole, 0.5)]);
        cpus.set(name, [...(cpus.get(name) ?? []), cpu / count]);
      }
    }
    print(`\n${kind}, c=${concurrency}, ${rounds} rounds of ${flows} flows in turns, medians of the rounds`);
    const [first = ''] = p50s.keys();
    for (const name of p50s.keys()) {
      const p50 = median(p50s, name);
      const cpu = median(cpus, name);
      const ratios = `${(p50 / median(p50s, first)).toFixed(2)} and ${(cpu / median(cpus, first)).toFixed(2)}`;
      print(`  ${name.padEnd(8)} p50 ${p50.toFixed(1)} ms, ${cpu.toFixed(2)} ms CPU a flow (${ratios} of ${first})`);
    }
  }
}

function median(all: ReadonlyMap<string, readonly number[]>, name: string): number {
  return percentile(all.get(name) ?? [], 0.5);
}

/** GETs of a status list in a closed loop, every other one with the ETag of the last answer. */
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

/** Management reads of sessions, as a backend pages through them. */
export async function listSessions(servers: Readonly<Record<string, ServerProcess>>): Promise<void> {
  const queries = ['limit=100', 'limit=100&status=completed', 'limit=100&status=expired', 'state=none'];
  print('\nGET /session, p50 of 20');
  for (const query of queries) {
    const figures: string[] = [];
    for (const [name, { url, apiKey }] of Object.entries(servers)) {
      const times: number[] = [];
      for (let turn = 0; turn < 20; turn += 1) {
        const begun = performance.now();
        const answer = await fetch(`${url}/session?${query}`, { headers: { 'x-api-key': apiKey } });
        if (!answer.ok) throw new Error(`GET /session?${query} answered ${answer.status}`);
        await answer.arrayBuffer();
        times.push(performance.now() - begun);
      }
      figures.push(`${name} ${percentile(times, 0.5).toFixed(1)} ms`);
    }
    print(`  ?${query.padEnd(28)} ${figures.join(', ')}`);
  }
}
