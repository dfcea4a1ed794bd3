/** The five services as processes on Kafka, a MongoDB-wire server and Redis, all on this machine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { provision } from '@countersign/operator/data/provision-engines';
import { silentLog } from '@countersign/shared/kernel/log';
import { readServiceSettings } from '@countersign/shared/settings/service-settings';
import { type ClusterProcesses, openCluster } from '@countersign/test/cluster/cluster-processes';
import type { Engine } from '@countersign/test/engines/engine';
import { openEngines, provisionFastEngines } from '@countersign/test/engines/open-engines';
import { API_KEY, cpuOf, memoryOf, metricsOf, type ServerProcess } from './server-process.ts';

export interface ClusterServer extends ServerProcess {
  readonly cluster: ClusterProcesses;
  /** Environment of every service. */
  readonly environment: Readonly<Record<string, string>>;
  /** The engines started here. */
  readonly engines: Readonly<Record<string, Engine>>;
}

/** Starts everything with empty engines and the sample configuration. */
export async function startClusterServer(
  root: string,
  extra: Readonly<Record<string, string>> = {},
  replicas = 1,
): Promise<ClusterServer> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const missing = await provisionFastEngines((text) => process.stderr.write(`> ${text}\n`));
  const opened = await openEngines({ folder: join(folder, 'engines') });
  for (const { name, why } of [...missing, ...opened.missing]) throw new Error(`${name} is not available: ${why}`);
  const env = {
    ...opened.environment,
    KAFKA_REPLICATION: '1',
    CONFIG_FOLDER: resolve(root, 'test/samples'),
    AUTH_API_KEY: API_KEY,
    MASTER_KEY: Buffer.from('bench-master-key-0123456789abcde').toString('base64url'),
    INTERNAL_SECRET: 'bench-internal-secret-0123456789-abcdefghijk',
    LOG_LEVEL: 'warn',
    // All flows come from one address.
    RATE_WALLET: '0',
    RATE_OPEN: '0',
    // The default of production.
    TRACE: 'failures',
    ...extra,
  };
  const { settings } = readServiceSettings('gateway', { ...env, PUBLIC_URL: 'http://localhost' });
  await provision({ settings, log: silentLog, waiting: () => undefined, patience: 30_000 });
  const cluster = await openCluster({
    ...(process.env.PROFILE_TO === undefined
      ? {}
      : { nodeOptions: ['--cpu-prof', '--cpu-prof-dir', process.env.PROFILE_TO] }),
    folder,
    env,
    replicas,
    onLine: ({ service }, line) => process.stderr.write(`${service} ${line}\n`),
  });
  await cluster.start();
  // A new Redis makes wallets fetch another nonce for a few seconds, which a benchmark's flows don't do.
  await sleep(3000);
  const engines = Object.fromEntries(
    Object.entries(opened.engines).flatMap(([name, engine]) => ('start' in engine ? [[name, engine] as const] : [])),
  );
  const pids = (): readonly (readonly [string, number])[] =>
    cluster.processes.flatMap(({ service, pid }) => (pid === undefined ? [] : [[service, pid] as const]));
  return {
    url: cluster.url,
    apiKey: API_KEY,
    cluster,
    engines,
    environment: env,
    cpu: () => pids().reduce((sum, [, pid]) => sum + cpuOf(String(pid)), 0),
    parts: () => {
      const all = new Map<string, number>();
      for (const [name, pid] of pids()) all.set(name, (all.get(name) ?? 0) + cpuOf(String(pid)));
      return all;
    },
    engineCpu: () =>
      new Map(
        Object.values(engines).flatMap(({ product, pid }) =>
          pid === undefined ? [] : [[product, cpuOf(String(pid))] as const],
        ),
      ),
    processes: () =>
      cluster.processes.flatMap(({ service, replica, pid, url }) =>
        pid === undefined ? [] : [{ name: `${service} ${replica}`, pid, metrics: metricsOf(url) }],
      ),
    memory: () => {
      const each = pids().map(([, pid]) => memoryOf(pid));
      const sum = (of: 'all' | 'own' | 'mapped'): number => each.reduce((total, one) => total + one[of], 0);
      return { all: sum('all'), own: sum('own'), mapped: sum('mapped') };
    },
    stop: async () => {
      await cluster.terminate();
      await opened.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
