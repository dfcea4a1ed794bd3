/** The measured server, in a separate process on loopback, and its figures from the operating system. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import type { Site } from './site.ts';

export interface ServerProcess extends Site {
  /** User and system CPU of all threads since the start, milliseconds; NaN if unknown. */
  cpu(): number;
  /** The same for the main thread, if the server is one process. */
  readonly mainThreadCpu?: () => number;
  /** Resident memory, megabytes, NaN if unknown: the process's own, and pages of the store's file mapped into it. */
  memory(): { readonly all: number; readonly own: number; readonly mapped: number };
  /** CPU by service, milliseconds, if each has a process. */
  readonly parts?: () => ReadonlyMap<string, number>;
  /** CPU by engine started here, milliseconds, by the product's name. Not included in `cpu`. */
  readonly engineCpu?: () => ReadonlyMap<string, number>;
  /** Those whose memory can be sampled: name, pid, and the address of `GET /metrics`. */
  readonly processes?: () => readonly { readonly name: string; readonly pid: number; readonly metrics: string }[];
  /** Sends a signal to the process. */
  readonly signal?: (name: NodeJS.Signals) => void;
  stop(): Promise<void>;
}

export const API_KEY = 'bench-api-key-0123456789abcdef';
/** Ticks of /proc/<pid>/stat a second, on every Linux that Node runs on. */
const TICKS = 100;
/** From a server's port to its METRICS_PORT, if none is set. */
const METRICS_DISTANCE = 6000;
/** Characters of the server's standard error to show if it does not start. */
const SAID = 4000;
/** Checks, 50 ms apart, whether the server is ready. A busy machine takes its time. */
const READY_ATTEMPTS = 1200;

/**
 * Starts the built server with the sample configuration.
 * @param folder its data folder, which stays; by default an empty one, which is removed with the server
 */
export async function startServerProcess(
  root: string,
  extra: Readonly<Record<string, string>> = {},
  folder?: string,
): Promise<ServerProcess> {
  const data = folder ?? mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const profile = process.env.PROFILE_TO === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', process.env.PROFILE_TO];
  const main = join(root, 'services/standalone/dist/src/main.js');
  const child = spawn(process.execPath, ['--enable-source-maps', ...profile, main], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_FOLDER: data,
      CONFIG_FOLDER: join(root, 'test/samples'),
      AUTH_API_KEY: API_KEY,
      LOG_LEVEL: 'warn',
      // All flows come from one address.
      RATE_WALLET: '0',
      RATE_OPEN: '0',
      // The default of production.
      TRACE: 'failures',
      ...(process.env.WORKERS === undefined ? {} : { WORKERS: process.env.WORKERS }),
      ...extra,
    },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-SAID);
  });
  await ready(url, child).catch((error: Error) => {
    child.kill('SIGKILL');
    throw new Error(`${error.message}: ${said}`);
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The server did not start');
  return {
    url,
    apiKey: API_KEY,
    cpu: () => familyOf(pid).reduce((sum, one) => sum + cpuOf(String(one)), 0),
    mainThreadCpu: () => cpuOf(`${pid}/task/${pid}`),
    memory: () => {
      const each = familyOf(pid).map(memoryOf);
      const sum = (of: 'all' | 'own' | 'mapped'): number => each.reduce((total, one) => total + one[of], 0);
      return { all: sum('all'), own: sum('own'), mapped: sum('mapped') };
    },
    processes: () => [{ name: 'one process', pid, metrics: metricsOf(url) }],
    signal: (name) => void child.kill(name),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      if (folder === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
}

/** The address of a server's `GET /metrics` on the default port. */
export function metricsOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `http://${hostname}:${Number(port) + METRICS_DISTANCE}/metrics`;
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < READY_ATTEMPTS; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The server did not become ready');
}

/** A process and its descendants. */
function familyOf(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(familyOf)];
}

/** User and system CPU since the start, milliseconds. @param task below /proc: a process, with all its threads, or one thread */
export function cpuOf(task: string): number {
  const stat = readFileSync(`/proc/${task}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

/** Megabytes. */
export function memoryOf(pid: number): { all: number; own: number; mapped: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? Number.NaN) / 1024;
  return { all: megabytes('VmRSS'), own: megabytes('RssAnon'), mapped: megabytes('RssFile') };
}
