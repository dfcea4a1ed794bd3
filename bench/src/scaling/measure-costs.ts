/** Measures what the plans and the simulation are computed from: points of closed loops, commits, bytes. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import type { Collection, StoredDocument } from '@countersign/shared/store/port';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { type Load, measure, percentile, print } from '../closed-loop.ts';
import { startClusterServer } from '../cluster-server.ts';
import { issuanceLoad } from '../issuance-flow.ts';
import { makePresenter, presentationLoad, writeConfiguration } from '../presentation-flow.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
import type { FlowBytes, FlowName, MeasuredPoint, Shape } from './measured.ts';
import { storedBytes } from './stored-bytes.ts';

export interface MeasureOptions {
  readonly root: string;
  readonly flows: number;
  readonly warmup: number;
  readonly concurrency: readonly number[];
}

/** Flows whose bytes are counted. */
const COUNTED = 200;
const KEYS = 200;
const KINDS: readonly FlowName[] = ['issuance', 'presentation'];

/** The points of a shape. */
export async function measurePoints(shape: Shape, options: MeasureOptions): Promise<readonly MeasuredPoint[]> {
  const { root } = options;
  const server = await (shape === 'five services' ? startClusterServer(root) : startServerProcess(root));
  try {
    const loads = await loadsOf(server);
    const points: MeasuredPoint[] = [];
    for (const flow of KINDS) {
      await measure(loads[flow], options.warmup, 16);
      for (const clients of options.concurrency) {
        points.push({ shape, flow, clients, ...(await measurePoint(server, loads[flow], options.flows, clients)) });
        print(`${shape}, ${flow}, ${clients} clients: ${points.at(-1)?.perSecond.toFixed(0)} a second`);
      }
    }
    return points;
  } finally {
    await server.stop();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the steps and outcomes differ by flow
type AnyLoad = Load<any, any>;

async function loadsOf(server: ServerProcess): Promise<Readonly<Record<FlowName, AnyLoad>>> {
  await writeConfiguration(server);
  const keys = Array.from({ length: KEYS }, () => ({ holder: newWalletKey() }));
  const issuance = issuanceLoad(server, keys);
  const { outcomes } = await measure(issuance, keys.length, 8);
  const presenters = outcomes.map(({ credential, keys: own }) => makePresenter(credential, own.holder, newWalletKey()));
  return { issuance, presentation: presentationLoad(server, presenters) };
}

async function measurePoint(
  server: ServerProcess,
  load: AnyLoad,
  flows: number,
  clients: number,
): Promise<Pick<MeasuredPoint, 'perSecond' | 'p50' | 'p99' | 'clientCpu' | 'cpu'>> {
  const before = cpuByPart(server);
  const { seconds, whole, clientCpu } = await measure(load, flows, clients);
  const cpu = [...cpuByPart(server)].map(
    ([name, at]) => [name, round((at - (before.get(name) ?? 0)) / flows)] as const,
  );
  return {
    perSecond: round(flows / seconds),
    p50: round(percentile(whole, 0.5)),
    p99: round(percentile(whole, 0.99)),
    clientCpu: round(clientCpu / flows),
    cpu: Object.fromEntries(cpu),
  };
}

/** Milliseconds since the start: by service and engine, or by thread of the one process. */
function cpuByPart({ parts, mainThreadCpu, cpu }: ServerProcess): ReadonlyMap<string, number> {
  if (parts !== undefined) return parts();
  const main = mainThreadCpu?.() ?? 0;
  return new Map([
    ['main thread', main],
    ['other threads', cpu() - main],
  ]);
}

/** Milliseconds of a synced commit: the median of many, one after the other. */
export async function measureCommit(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-commit-'));
  const notes: Collection<StoredDocument & { readonly text: string }> = { name: 'notes', indexes: {} };
  const store = await openEmbeddedStore({ folder });
  const times: number[] = [];
  try {
    for (let n = 0; n < 500; n += 1) {
      const began = performance.now();
      await store.insert(notes, { id: String(n), text: 'x'.repeat(2000) });
      times.push(performance.now() - began);
    }
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return round(percentile(times, 0.5));
}

/** Bytes that a flow leaves in the store and moves over HTTP: two servers, of which one has COUNTED flows more. */
export async function measureBytes(root: string, flow: FlowName): Promise<FlowBytes> {
  const none = await afterFlows(root, flow, 0);
  const some = await afterFlows(root, flow, COUNTED);
  const stored = Object.entries(some.stored).map(
    ([name, bytes]) => [name, Math.round((bytes - (none.stored[name] ?? 0)) / COUNTED)] as const,
  );
  return {
    requests: some.requests,
    stored: Object.fromEntries(stored.filter(([, bytes]) => bytes > 0)),
    received: Math.round(some.received / COUNTED),
    sent: Math.round(some.sent / COUNTED),
  };
}

async function afterFlows(root: string, flow: FlowName, count: number): Promise<FlowBytes> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bytes-'));
  try {
    const server = await startServerProcess(root, {}, folder);
    const load = (await loadsOf(server))[flow];
    const moved = await bytesMoved(async () => void (await measure(load, count, 8)));
    await server.stop();
    return { requests: load.steps.length, stored: await storedBytes(folder), ...moved };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bytes over all connections that undici opens during the work, as the server sees them. */
async function bytesMoved(work: () => Promise<void>): Promise<{ readonly received: number; readonly sent: number }> {
  const sockets = new Set<Socket>();
  const connected = (message: unknown): void => void sockets.add((message as { socket: Socket }).socket);
  subscribe('undici:client:connected', connected);
  try {
    await work();
  } finally {
    unsubscribe('undici:client:connected', connected);
  }
  const sum = (of: (socket: Socket) => number): number => [...sockets].reduce((total, one) => total + of(one), 0);
  return { received: sum(({ bytesWritten }) => bytesWritten), sent: sum(({ bytesRead }) => bytesRead) };
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
