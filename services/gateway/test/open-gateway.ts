/** The real gateway on 127.0.0.1 with a real store; operations of other services are recorded instead of run. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import { createRequirements } from '@countersign/shared/flow-config/tenant-profile';
import type { Operation, OperationRequest } from '@countersign/shared/http/message';
import { openServer } from '@countersign/shared/http/server/server';
import { createLog, silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createVaults } from '@countersign/shared/keys/vaults';
import { type Metrics, noMetrics } from '@countersign/shared/metrics/metrics';
import { directCall } from '@countersign/shared/runtime/run';
import type { Platform, Service } from '@countersign/shared/runtime/service';
import { type Environment, readSettings } from '@countersign/shared/settings/read-settings';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import type { Store } from '@countersign/shared/store/port';
import { createGateway } from '../src/gateway.ts';

export const API_KEY = 'test-api-key-4711-XyZ';
export const CLIENT_SECRET = 'test-client-secret-0815-AbC';
export const JWT_SECRET = 'test-jwt-secret-0123456789-abcdefghijk-XYZ';

export interface Call {
  readonly operation: string;
  readonly request: OperationRequest;
}

export interface OpenGateway {
  /** http://127.0.0.1:port */
  readonly origin: string;
  readonly platform: Platform;
  /** Operations of other services that were called. */
  readonly calls: Call[];
  readonly lines: string[];
  readonly configFolder: string;
  /** Moves the clock, milliseconds. */
  advance(milliseconds: number): void;
  writeConfig(path: string, text: string): void;
  /** Request without a credential. */
  request(path: string, init?: RequestInit): Promise<Response>;
  a(path: string, init?: RequestInit): Promise<Response>;
  b(path: string, init?: RequestInit): Promise<Response>;
  login(clientId?: string, secret?: string): Promise<string>;
  /** Stops the service as a process does at its end. Afterwards its in-memory data is in the store. */
  stop(): Promise<void>;
  /** Another gateway on its store ends first. */
  endsAfter(close: () => Promise<void>): void;
}

export type Replies = Readonly<Record<string, Operation>>;

export interface GatewayOptions {
  readonly env?: Environment;
  readonly replies?: Replies;
  readonly metrics?: Metrics;
  readonly checks?: Readonly<Record<string, () => Promise<void>>>;
  readonly accepting?: () => boolean;
  /** Another gateway on the same store: that one closes after this one. */
  readonly beside?: OpenGateway;
  /** Wraps the store. */
  readonly store?: (store: Store) => Store;
}

/** Closes and removes everything at the end of the test. */
export async function openGateway(t: TestContext, options: GatewayOptions = {}): Promise<OpenGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-gateway-'));
  const configFolder = join(folder, 'config');
  mkdirSync(join(configFolder, 'tenants', 'root'), { recursive: true });
  const environment = {
    AUTH_API_KEY: API_KEY,
    AUTH_CLIENT_SECRET: CLIENT_SECRET,
    JWT_SECRET,
    CONFIG_FOLDER: configFolder,
    CONSOLE: 'off',
    ...options.env,
  };
  let now = Date.UTC(2026, 5, 1, 12);
  const clock = (): number => now;
  const lines: string[] = [];
  const calls: Call[] = [];
  const opened = options.beside?.platform.store ?? (await openEmbeddedStore({ folder }));
  const store = options.store?.(opened) ?? opened;
  const cache = createInProcessCache({ clock });
  let platform: Platform | undefined;
  let stop: (() => Promise<void>) | undefined;
  const server = await openServer({ host: '127.0.0.1', port: 0 }, async (port) => {
    const { settings } = readSettings({ PUBLIC_URL: `http://127.0.0.1:${port}`, ...environment });
    const services: Service[] = [];
    const direct = directCall(services);
    const masterKey = Buffer.alloc(32, 7);
    platform = {
      settings,
      store,
      cache,
      lastingReplayCache: cache,
      requirementsOf: createRequirements({ settings, log: silentLog }),
      vaults: createVaults({ store, masterKey, random: systemRandom, clock }),
      clock,
      random: systemRandom,
      log: createLog('debug', clock, (line) => lines.push(line)),
      metrics: options.metrics ?? noMetrics,
      call: (operation, request, progress) => {
        if (!operation.startsWith('gateway.')) calls.push({ operation, request });
        const reply = options.replies?.[operation];
        return reply === undefined ? direct(operation, request, progress) : reply(request, progress);
      },
      wakeRelay: () => undefined,
      wakeEntryRelay: () => undefined,
      ...absent,
    };
    const gateway = createGateway(platform, {
      environment,
      checks: options.checks ?? { database: () => store.ping() },
      accepting: options.accepting ?? (() => true),
    });
    services.push(gateway.service);
    stop = gateway.service.stop;
    return gateway.handle;
  });
  const others: (() => Promise<void>)[] = [];
  const end = async (): Promise<void> => {
    for (const close of others) await close();
    await server.close(1000);
    await stop?.();
  };
  if (options.beside !== undefined) options.beside.endsAfter(end);
  t.after(async () => {
    if (options.beside === undefined) {
      await end();
      await store.close();
    }
    rmSync(folder, { recursive: true, force: true });
  });
  if (platform === undefined) throw new Error('no platform');
  const origin = `http://127.0.0.1:${server.port}`;
  const request = (path: string, init?: RequestInit): Promise<Response> =>
    fetch(origin + path, { redirect: 'manual', ...init });
  const login = async (clientId = 'root', secret = CLIENT_SECRET): Promise<string> => {
    const body = JSON.stringify({ client_id: clientId, client_secret: secret });
    const answer = await request('/auth/token', { method: 'POST', body, headers: json });
    return String(((await answer.json()) as Record<string, unknown>).access_token);
  };
  return {
    origin,
    platform,
    calls,
    lines,
    configFolder,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    writeConfig: (path, text) => {
      const file = join(configFolder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    request,
    a: (path, init = {}) => request(path, withHeader(init, 'x-api-key', API_KEY)),
    b: async (path, init = {}) => request(path, withHeader(init, 'authorization', `Bearer ${await login()}`)),
    login,
    stop: async () => stop?.(),
    endsAfter: (close) => void others.push(close),
  };
}

export const json = { 'content-type': 'application/json' } as const;
export const form = { 'content-type': 'application/x-www-form-urlencoded' } as const;

function withHeader(init: RequestInit, name: string, value: string): RequestInit {
  const headers = new Headers(init.headers);
  headers.set(name, value);
  return { ...init, headers };
}

/** The gateway signs nothing and publishes nothing: a call of these fails the test. */
const absent = {
  keys: {
    signer: () => Promise.reject(new Error('the gateway has no keys')),
    signers: () => Promise.reject(new Error('the gateway has no keys')),
    signedUntil: () => Promise.reject(new Error('the gateway has no keys')),
    keepChain: () => Promise.reject(new Error('the gateway has no keys')),
    hasStoredSets: () => Promise.reject(new Error('the gateway has no keys')),
    published: () => Promise.reject(new Error('the gateway has no keys')),
    anchors: () => Promise.reject(new Error('the gateway has no keys')),
  },
  bus: {
    publish: () => Promise.reject(new Error('the gateway publishes nothing')),
    subscribe: () => undefined,
    start: async () => undefined,
    stop: async () => undefined,
    ping: async () => undefined,
  },
};
