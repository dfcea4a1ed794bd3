/**
 * A real server for tests, on 127.0.0.1 and a free port, with separate folders: all services in one process, or with
 * COUNTERSIGN_TEST_MODE=cluster five services on Kafka, MongoDB and Redis.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Clock, systemClock } from '@countersign/shared/kernel/clock';
import { createLog, type Log } from '@countersign/shared/kernel/log';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { type BusFaults, faultyBus } from '@countersign/shared/test/bus/faulty-bus';
import { type Standalone, startStandalone } from '@countersign/standalone/standalone';
import { startCluster } from './cluster-server.ts';

/** The same tests apply to both. */
const ON_CLUSTER = process.env.COUNTERSIGN_TEST_MODE === 'cluster';

export const API_KEY = 'end-to-end-api-key-4711-XyZ';
export const CLIENT_SECRET = 'end-to-end-client-secret-0815-AbC';

/** Files of CONFIG_FOLDER: path -> text, or a value that is written as JSON. */
export type ConfigFiles = Readonly<Record<string, unknown>>;

export interface ServerOptions {
  readonly env?: Environment;
  readonly config?: ConfigFiles;
  readonly clock?: Clock;
  /** Faults of the bus within one process. */
  readonly faults?: BusFaults;
  /** Kept and not removed at the end: for tests that start again on the same data. */
  readonly folder?: string;
  /** False if whoever created the folder removes it. */
  readonly keep?: boolean;
}

export interface TestServer {
  /** PUBLIC_URL: the start of identifiers and links. */
  readonly url: string;
  /** The address that the server listens on. */
  readonly origin: string;
  readonly platform: Standalone['platform'];
  /** The log. */
  readonly lines: string[];
  readonly configFolder: string;
  readonly dataFolder: string;
  /** What a command needs that runs while the server does. */
  readonly environment: Environment;
  /** Writes or replaces a configuration file. */
  writeConfig(path: string, content: unknown): void;
  /** Request without a credential; redirects are not followed. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Management request of variant A. */
  a(path: string, init?: RequestInit): Promise<Response>;
  /** Management request of variant B, as the first client, tenant `root`. */
  b(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** Starts a server that is closed and removed at the end of the test. */
export async function startServer(t: TestContext, options: ServerOptions = {}): Promise<TestServer> {
  const server = await openServer(options);
  t.after(() => server.close());
  return server;
}

/** Starts a server; the caller closes it. */
export async function openServer(options: ServerOptions = {}): Promise<TestServer> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'countersign-server-'));
  const configFolder = join(folder, 'config');
  const dataFolder = join(folder, 'data');
  const writeConfig = (path: string, content: unknown): void => {
    const file = join(configFolder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
  };
  mkdirSync(join(configFolder, 'tenants', 'root'), { recursive: true });
  for (const [path, content] of Object.entries(options.config ?? {})) writeConfig(path, content);
  const lines: string[] = [];
  const clock = options.clock ?? systemClock;
  const env: Environment = {
    HOST: '127.0.0.1',
    CONFIG_FOLDER: configFolder,
    DATA_FOLDER: dataFolder,
    AUTH_API_KEY: API_KEY,
    AUTH_CLIENT_SECRET: CLIENT_SECRET,
    JWT_SECRET: 'end-to-end-jwt-secret-0123456789-abcdefghijk',
    MASTER_KEY: Buffer.from('end-to-end-master-key-0123456789').toString('base64url'),
    ...options.env,
  };
  const log = createLog('debug', clock, (line) => lines.push(line));
  const started = ON_CLUSTER
    ? await startCluster({ env, clock, log, folder, keep: options.keep ?? options.folder !== undefined })
    : await startAlone(env, clock, log, options);
  const origin = `http://127.0.0.1:${started.port}`;
  const request = (path: string, init?: RequestInit): Promise<Response> =>
    fetch(origin + path, { redirect: 'manual', ...init });
  return {
    url: started.url,
    origin,
    platform: started.platform,
    environment: started.environment,
    lines,
    configFolder,
    dataFolder,
    writeConfig,
    request,
    a: (path, init) => request(path, withHeader(init, 'x-api-key', API_KEY)),
    b: async (path, init) => request(path, withHeader(init, 'authorization', `Bearer ${await login(request)}`)),
    close: async () => {
      await started.close();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startAlone(
  env: Environment,
  clock: Clock,
  log: Log,
  { faults }: ServerOptions,
): Promise<Pick<Standalone, 'url' | 'port' | 'platform' | 'close'> & { readonly environment: Environment }> {
  const alone = { PORT: '0', ...env };
  const server = await startStandalone({
    env: alone,
    clock,
    log,
    ...(faults && { wrapBus: (bus) => faultyBus(bus, faults) }),
  });
  return { ...server, environment: alone };
}

/** Body and headers of a JSON request. */
export function jsonBody(value: unknown): { readonly body: string; readonly headers: Record<string, string> } {
  return { body: JSON.stringify(value), headers: { 'content-type': 'application/json' } };
}

async function login(request: TestServer['request']): Promise<string> {
  const answer = await request('/auth/token', {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'root', client_secret: CLIENT_SECRET }),
  });
  const body: unknown = await answer.json();
  if (typeof body !== 'object' || body === null || !('access_token' in body)) {
    throw new Error(`login answered ${answer.status}`);
  }
  return String(body.access_token);
}

function withHeader(init: RequestInit = {}, name: string, value: string): RequestInit {
  const headers = new Headers(init.headers);
  headers.set(name, value);
  return { ...init, headers };
}
