/** The common part of the benchmarks: flows in a closed loop over HTTP, each step timed, and the report of them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { ServerProcess } from '../server/server-process.ts';

/** Options of `parseArgs` that every benchmark has. */
export const loadOptions = {
  flows: { type: 'string', default: '2000' },
  concurrency: { type: 'string', default: '1,8,32' },
  keys: { type: 'string', default: '500' },
  warmup: { type: 'string', default: '3000' },
  cluster: { type: 'boolean', default: false },
} as const;

// biome-ignore lint/suspicious/noExplicitAny: responses are read by the protocol's fields
export type Body = any;

export interface CallRequest {
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** A browser's cookies: sent, and stored as the response sets them. */
  readonly cookies?: Map<string, string>;
}

/**
 * One request of a flow. @returns parsed JSON, the text of other media types, the address of a redirect @throws if the
 * status is not (one of) `expected`
 */
export type Call<Step extends string> = (
  step: Step,
  method: 'GET' | 'POST',
  path: string,
  expected: number | readonly number[],
  request?: CallRequest,
) => Promise<Body>;

export interface Load<Step extends string, Outcome> {
  readonly server: ServerProcess;
  /** In the order of the report. */
  readonly steps: readonly Step[];
  /** Runs the flow with this number, from 0. @throws if any response differs from the expected one */
  readonly flow: (call: Call<Step>, number: number) => Promise<Outcome>;
}

export interface Result<Step extends string, Outcome> {
  readonly seconds: number;
  /** Milliseconds of the server's CPU; NaN if unknown. */
  readonly cpu: number;
  /** Milliseconds of this process, which is the load client. */
  readonly clientCpu: number;
  /** Milliseconds by service, if each has a process. */
  readonly parts: ReadonlyMap<string, number>;
  /** Milliseconds by engine, not included in the server's figure. */
  readonly engines: ReadonlyMap<string, number>;
  readonly count: number;
  /** Milliseconds of each flow, with the work of the client between the steps. */
  readonly whole: readonly number[];
  readonly steps: ReadonlyMap<Step, readonly number[]>;
  /** In the order in which flows ended. */
  readonly outcomes: readonly Outcome[];
}

/** Limits that end or slow a run, in addition to its number of flows. */
export interface Limits {
  /** No flow starts after this time. */
  readonly seconds?: number | undefined;
  /**
   * Flows that start per second: each is measured from the moment when it was due. By default one starts when another
   * has ended.
   */
  readonly rate?: number | undefined;
  /** Called with the number of flows that have ended, after each. */
  readonly progress?: ((done: number) => void) | undefined;
}

/** Runs `count` flows, `concurrency` at a time, each starting when another has ended, or at the rate in the limits. */
export async function measure<Step extends string, Outcome>(
  load: Load<Step, Outcome>,
  count: number,
  concurrency: number,
  limits: Limits = {},
): Promise<Result<Step, Outcome>> {
  const { server, flow } = load;
  const pool = new Pool(server.url, { connections: concurrency, pipelining: 1 });
  const whole: number[] = [];
  const steps = new Map<Step, number[]>(load.steps.map((step) => [step, []]));
  const outcomes: Outcome[] = [];
  const call = timedCall<Step>(pool, (step, milliseconds) => steps.get(step)?.push(milliseconds));
  const clientBefore = process.cpuUsage();
  const cpuBefore = server.cpu();
  const [partsBefore, enginesBefore] = [server.parts?.(), server.engineCpu?.()];
  const begun = performance.now();
  const nextStart = pacer(count, begun, limits);
  const worker = async (): Promise<void> => {
    for (let start = await nextStart(); start !== undefined; start = await nextStart()) {
      const outcome = await flow(call, start.number);
      whole.push(performance.now() - start.due);
      outcomes.push(outcome);
      limits.progress?.(outcomes.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, worker));
    const seconds = (performance.now() - begun) / 1000;
    const cpu = server.cpu() - cpuBefore;
    const { user, system } = process.cpuUsage(clientBefore);
    const parts = since(partsBefore, server.parts?.());
    const engines = since(enginesBefore, server.engineCpu?.());
    return {
      seconds,
      cpu,
      clientCpu: (user + system) / 1000,
      parts,
      engines,
      count: outcomes.length,
      whole,
      steps,
      outcomes,
    };
  } finally {
    await pool.close();
  }
}

type CpuByName = ReadonlyMap<string, number> | undefined;

function since(before: CpuByName, now: CpuByName): ReadonlyMap<string, number> {
  return new Map([...(now ?? [])].map(([name, at]) => [name, at - (before?.get(name) ?? 0)]));
}

interface Start {
  readonly number: number;
  /** From `performance.now()`. */
  readonly due: number;
}

/** The start of each flow; undefined when the run has ended. */
function pacer(count: number, begun: number, { seconds, rate }: Limits): () => Promise<Start | undefined> {
  const end = seconds === undefined ? Number.POSITIVE_INFINITY : begun + seconds * 1000;
  let next = 0;
  return async () => {
    if (next >= count) return undefined;
    const number = next;
    const due = rate === undefined ? performance.now() : begun + (number * 1000) / rate;
    if (due >= end || performance.now() >= end) return undefined;
    next += 1;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    return { number, due };
  };
}

/** Calls over a pool; each response is reported with its time in milliseconds. */
export function timedCall<Step extends string>(
  pool: Pool,
  timed: (step: Step, milliseconds: number) => void,
): Call<Step> {
  return async (step, method, path, expected, { cookies, ...request } = {}) => {
    const begun = performance.now();
    const sent =
      cookies === undefined ? request : { ...request, headers: { ...request.headers, ...cookieHeader(cookies) } };
    const { statusCode, headers, body } = await pool.request({ method, path, ...sent });
    const text = await body.text();
    timed(step, performance.now() - begun);
    if (cookies !== undefined) keepCookies(cookies, [headers['set-cookie'] ?? []].flat());
    if (![expected].flat().includes(statusCode)) throw new Error(`${step} answered ${statusCode}: ${text}`);
    if (headers.location !== undefined) return String(headers.location);
    return /\bjson\b/.test(String(headers['content-type'])) ? JSON.parse(text) : text;
  };
}

function cookieHeader(cookies: ReadonlyMap<string, string>): Record<string, string> {
  return cookies.size === 0 ? {} : { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
}

function keepCookies(cookies: Map<string, string>, set: readonly string[]): void {
  for (const one of set) {
    const [pair = ''] = one.split(';');
    const at = pair.indexOf('=');
    cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

/** The figures of a run. Other programs read the line that starts with `c=`. */
export function printResult(concurrency: number, result: Result<string, unknown>): void {
  print(`\n${summaryLine(concurrency, result)}`);
  const each = (by: ReadonlyMap<string, number>): string =>
    [...by].map(([name, cpu]) => `${name} ${(cpu / result.count).toFixed(2)}`).join('; ');
  if (result.parts.size > 0) print(`  of it: ${each(result.parts)}`);
  if (result.engines.size > 0) print(`  engines apart: ${each(result.engines)}`);
  print(`  load client: ${(result.clientCpu / result.count).toFixed(2)} ms CPU per flow`);
  print(`  ${'step'.padEnd(16)} ${'p50'.padStart(8)} ${'p95'.padStart(8)} ${'p99'.padStart(8)}  ms`);
  print(row('whole flow', result.whole));
  for (const [step, times] of result.steps) print(row(step, times));
}

/** Rate and CPU of a run. */
export function summaryLine(
  concurrency: number,
  { count, seconds, cpu }: Pick<Result<string, unknown>, 'count' | 'seconds' | 'cpu'>,
): string {
  const rate = (count / seconds).toFixed(0);
  const perFlow = Number.isNaN(cpu)
    ? 'CPU of the server unknown'
    : `${(cpu / count).toFixed(2)} ms CPU of the server per flow`;
  return `c=${concurrency}: ${rate} flows/s, ${perFlow}`;
}

/** Name and percentiles as a line of the report. */
export function row(name: string, times: readonly number[]): string {
  const at = (share: number): string => percentile(times, share).toFixed(1).padStart(8);
  return `  ${name.padEnd(16)} ${at(0.5)} ${at(0.95)} ${at(0.99)}`;
}

/** @param share from 0 to 1 */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** A server's resident memory as text; undefined if unknown. */
export function memory(server: ServerProcess): string | undefined {
  const { all, own, mapped } = server.memory();
  if (Number.isNaN(all)) return undefined;
  return `${all.toFixed(0)} MB (${own.toFixed(0)} MB its own, ${mapped.toFixed(0)} MB files mapped)`;
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
