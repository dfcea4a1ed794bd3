/** The real server in a separate process, on loopback: to be killed and restarted on the same data folder. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { until } from '@countersign/shared/test/patience';
import { bundled } from '../support/bundled.ts';
import {
  type ChildServer,
  type ChildServerOptions,
  createChildServer,
  freePort,
  type Run,
} from '../support/child-server.ts';
import type { ServerOfA } from '../support/flows.ts';
import { copySamples } from '../support/samples.ts';

export const API_KEY = 'fault-api-key-0123456789abcdef';

export interface ServerProcess extends ChildServer {
  readonly dataFolder: string;
  /** Another server with the same settings and data, on a separate port. */
  beginSecond(): Promise<Run>;
  writeConfig(path: string, content: unknown): void;
  /** Kills running processes and removes the folders. */
  close(): Promise<void>;
}

/** Its backend, with the API key. */
export function backendOf({ url }: Pick<ChildServer, 'url'>): ServerOfA {
  const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' };
  return { url, a: (path, init = {}) => fetch(url + path, { ...init, headers }) };
}

/** Starts it if it isn't running, and waits until all its workers are ready. */
export async function startWorkers(server: ChildServer, workers: string): Promise<void> {
  await server.start();
  await until('all workers are ready', async () =>
    (await (await fetch(`${server.url}/health`)).text()).includes(`${workers} of ${workers} ready`),
  );
}

/** Workers of the primary that run. */
export function workerPids({ pid }: ChildServer): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map(Number);
}

/** `TEST_WORKERS=2 npm test -- resilience` runs every server of these tests with two workers. */
export function workersOfTests(): Readonly<Record<string, string>> {
  const { TEST_WORKERS } = process.env;
  return TEST_WORKERS === undefined ? {} : { WORKERS: TEST_WORKERS };
}

/** Makes the folders, with the sample configuration, and finds a port; starts nothing yet. */
export async function openServerProcess(
  env: Readonly<Record<string, string>> = {},
  options: Pick<ChildServerOptions, 'nodeOptions'> = {},
): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-fault-'));
  const dataFolder = join(folder, 'data');
  copySamples(folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const serverAt = (ownPort: number): ChildServer =>
    createChildServer({
      main: bundled('standalone'),
      folder,
      url,
      ...options,
      env: {
        CONFIG_FOLDER: 'config',
        AUTH_API_KEY: API_KEY,
        LOG_LEVEL: 'warn',
        // All flows come from one address.
        RATE_WALLET: '0',
        RATE_OPEN: '0',
        PORT: String(ownPort),
        PUBLIC_URL: url,
        DATA_FOLDER: dataFolder,
        ...workersOfTests(),
        ...env,
      },
    });
  const server = serverAt(port);
  const others: ChildServer[] = [];
  return {
    ...server,
    get pid() {
      return server.pid;
    },
    dataFolder,
    beginSecond: async () => {
      const second = serverAt(await freePort());
      others.push(second);
      return second.begin();
    },
    writeConfig: (path: string, content: unknown) => {
      const file = join(folder, 'config', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    },
    close: async () => {
      await Promise.all([server, ...others].map((one) => one.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
