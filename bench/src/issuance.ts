/**
 * Whole issuance flows over HTTP against a server process of their own: closed loop at c = 1, 8, 32.
 * `npm run bench -- --flows 10000 --dpop --concurrency 1,8,32`
 */
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { newWalletKey } from '@countersign/test/wallet/keys';
import { Pool } from 'undici';
import { checkCredential, type FlowKeys, preAuthorizedFlow, STEPS, type Step } from './flow.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const { values } = parseArgs({
  options: {
    flows: { type: 'string', default: '2000' },
    concurrency: { type: 'string', default: '1,8,32' },
    dpop: { type: 'boolean', default: false },
    keys: { type: 'string', default: '500' },
    warmup: { type: 'string', default: '3000' },
  },
});
const flows = Number(values.flows);
const root = resolve(import.meta.dirname, '../..');

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const server = await startServerProcess(root);
try {
  const keys = Array.from({ length: Number(values.keys) }, (): FlowKeys => {
    const holder = newWalletKey();
    return values.dpop ? { holder, dpop: newWalletKey() } : { holder };
  });
  const issuerKey = ((await (await fetch(`${server.url}/.well-known/jwks.json`)).json()) as { keys: object[] }).keys[0];
  const indexes = new Set<string>();
  print(
    `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${values.dpop ? 'DPoP' : 'Bearer'}`,
  );
  print(`RSS before: ${memory(server)}`);
  // Until the compiler of V8 is done with what it will optimise, it is a good part of what is measured.
  await run(server, keys, Number(values.warmup), 16, issuerKey, indexes);
  for (const concurrency of values.concurrency.split(',').map(Number)) {
    const result = await run(server, keys, flows, concurrency, issuerKey, indexes);
    report(concurrency, result);
  }
  print(`RSS after ${indexes.size} flows: ${memory(server)}; every credential checked, no status index twice`);
} finally {
  await server.stop();
}

interface Result {
  readonly seconds: number;
  readonly cpu: number;
  readonly count: number;
  readonly whole: readonly number[];
  readonly steps: ReadonlyMap<Step, readonly number[]>;
}

async function run(
  target: ServerProcess,
  allKeys: readonly FlowKeys[],
  count: number,
  concurrency: number,
  issuerKey: unknown,
  seen: Set<string>,
): Promise<Result> {
  const pool = new Pool(target.url, { connections: concurrency, pipelining: 1 });
  const whole: number[] = [];
  const steps = new Map<Step, number[]>(STEPS.map((step) => [step, []]));
  const issued: { credential: string; keys: FlowKeys }[] = [];
  let next = 0;
  const cpuBefore = target.cpu();
  const begun = performance.now();
  const worker = async (): Promise<void> => {
    while (next < count) {
      const own = allKeys[next % allKeys.length];
      next += 1;
      if (own === undefined) throw new Error('There are no keys');
      const started = performance.now();
      const credential = await preAuthorizedFlow({
        pool,
        url: target.url,
        apiKey: target.apiKey,
        keys: own,
        timed: (step, milliseconds) => steps.get(step)?.push(milliseconds),
      });
      whole.push(performance.now() - started);
      issued.push({ credential, keys: own });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const seconds = (performance.now() - begun) / 1000;
  const cpu = target.cpu() - cpuBefore;
  await pool.close();
  for (const { credential, keys: own } of issued) {
    const index = checkCredential(credential, own.holder, issuerKey);
    if (seen.has(index)) throw new Error(`The status index ${index} was given twice`);
    seen.add(index);
  }
  return { seconds, cpu, count, whole, steps };
}

function report(concurrency: number, result: Result): void {
  const rate = (result.count / result.seconds).toFixed(0);
  print(`\nc=${concurrency}: ${rate} flows/s, ${(result.cpu / result.count).toFixed(2)} ms CPU of the server per flow`);
  print(`  ${'step'.padEnd(16)} ${'p50'.padStart(8)} ${'p95'.padStart(8)} ${'p99'.padStart(8)}  ms`);
  print(row('whole flow', result.whole));
  for (const [step, times] of result.steps) print(row(step, times));
}

function row(name: string, times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  return `  ${name.padEnd(16)} ${at(0.5).padStart(8)} ${at(0.95).padStart(8)} ${at(0.99).padStart(8)}`;
}

function memory(target: ServerProcess): string {
  const { all, own, mapped } = target.memory();
  return `${all.toFixed(0)} MB (${own.toFixed(0)} MB its own, ${mapped.toFixed(0)} MB files mapped)`;
}
