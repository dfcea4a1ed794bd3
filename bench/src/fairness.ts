/**
 * Whether a tenant with much load slows the others down: issuance flows of four quiet tenants at a fixed rate, while a
 * fifth one has the same rate, and 20 times it, in turns. Prints the p99 of all requests by quiet tenants per turn, and
 * the ratio of the medians. `npm run bench -- fairness --turns 5 --seconds 15 --rate 5` [--cluster] [--parallel 2]
 * [--quota 0] The loud tenant's client is a separate process with the lowest priority, so that it takes no CPU from the
 * measured processes.
 */
import { fork } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { LoadPlan, LoadResult } from './fairness-load.ts';
import { percentile, print } from './load/closed-loop.ts';
import { startClusterServer } from './server/cluster-server.ts';
import { type ServerProcess, startServerProcess } from './server/server-process.ts';

const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '15' },
    rate: { type: 'string', default: '5' },
    times: { type: 'string', default: '20' },
    parallel: { type: 'string' },
    quota: { type: 'string', default: '0' },
    cluster: { type: 'boolean', default: false },
  },
});
const QUIET = ['acme', 'bravo', 'cargo', 'delta'];
const LOUD = 'loud';
const SECRET = 'fairness-client-secret-0123456789';
const MAX_UNDER_WAY = 200;
const root = resolve(import.meta.dirname, '../..');
const turns = Number(values.turns);
const kinds = ['usual', 'loud'] as const;

const config = writeConfig();
const start = values.cluster ? startClusterServer : startServerProcess;
const server = await start(root, {
  CONFIG_FOLDER: config,
  AUTH_CLIENT_SECRET: SECRET,
  JWT_SECRET: 'fairness-jwt-secret-0123456789-abcdefghijk',
  SECRET,
  QUOTA_WALLET: values.quota,
  QUOTA_MANAGEMENT: values.quota,
  ...(values.parallel === undefined ? {} : { QUOTA_PARALLEL: values.parallel }),
});
try {
  print(
    `Node ${process.version}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${values.rate} flows/s a tenant`,
  );
  const tokens = new Map(await Promise.all([...QUIET, LOUD].map(async (id) => [id, await login(server, id)] as const)));
  const found: Record<(typeof kinds)[number], number[]> = { usual: [], loud: [] };
  await turn(tokens, 'usual');
  for (let number = 0; number < turns; number += 1) {
    for (const kind of number % 2 === 0 ? kinds : kinds.toReversed()) found[kind].push(await turn(tokens, kind));
  }
  const [usual = 0, loud = 0] = kinds.map((kind) => percentile(found[kind], 0.5));
  print(`medians of p99: ${usual.toFixed(1)} and ${loud.toFixed(1)} ms: ratio ${(loud / usual).toFixed(2)}`);
} finally {
  await server.stop();
  rmSync(config, { recursive: true, force: true });
}

/** @returns p99 of the quiet tenants' requests, milliseconds */
async function turn(tokens: ReadonlyMap<string, string>, kind: (typeof kinds)[number]): Promise<number> {
  const { url } = server;
  const tenantsOf = (ids: readonly string[]) => ids.map((id) => ({ id, token: tokens.get(id) ?? '' }));
  const rate = Number(values.rate);
  const usual = { url, seconds: Number(values.seconds), rate, most: MAX_UNDER_WAY };
  const before = server.cpu();
  const [quiet, loud] = await Promise.all([
    load({ ...usual, tenants: tenantsOf(QUIET), last: false }),
    load({
      ...usual,
      tenants: tenantsOf([LOUD]),
      rate: kind === 'loud' ? rate * Number(values.times) : rate,
      last: true,
    }),
  ]);
  const at = (share: number): string => percentile(quiet.times, share).toFixed(1);
  const cpu = (server.cpu() - before) / Number(values.seconds) / 10;
  const others = `loud tenant: ${loud.flows} flows, ${loud.failed} refused, ${loud.leftOut} left out, p50 ${percentile(loud.times, 0.5).toFixed(1)} ms`;
  print(
    `${kind.padEnd(6)} p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)} ms of ${quiet.times.length} requests, ${quiet.failed} failed; server ${cpu.toFixed(0)} % of a core; ${others}`,
  );
  return percentile(quiet.times, 0.99);
}

function load(plan: LoadPlan): Promise<LoadResult> {
  return new Promise((done, failed) => {
    const child = fork(join(import.meta.dirname, 'fairness-load.js'), { execArgv: ['--enable-source-maps'] });
    child.once('message', (result) => done(result as LoadResult));
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`The load ended with ${code}`)));
    child.send(plan);
  });
}

async function login({ url }: ServerProcess, id: string): Promise<string> {
  const body = new URLSearchParams({ client_id: id, client_secret: SECRET });
  const answer = await fetch(`${url}/auth/token`, { method: 'POST', body });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`No login of ${id}: ${answer.status}`);
  return token;
}

/** Tenants with the sample configuration. */
function writeConfig(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-fairness-'));
  const samples = join(root, 'test/samples');
  for (const id of [...QUIET, LOUD])
    cpSync(join(samples, 'tenants/root'), join(folder, 'tenants', id), { recursive: true });
  const clients = [...QUIET, LOUD].map((id) => ({ client_id: id, tenant: id, secret_env: 'SECRET' }));
  writeFileSync(join(folder, 'clients.json'), JSON.stringify({ clients }));
  return folder;
}
