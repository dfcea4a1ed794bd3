/**
 * WORKERS beyond 1: the process that handles no requests itself. It accepts the connections and hands them out, keeps
 * the workers' shared data, restarts a worker that has ended, and publishes the metrics of all.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { extname, join } from 'node:path';
import type { CompletedEnvironment } from '@countersign/operator/data/secrets';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import { publicConnections } from '@countersign/shared/http/server/connection-limits';
import { type Clock, systemClock } from '@countersign/shared/kernel/clock';
import type { Log } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { openMetrics } from '@countersign/shared/metrics/open-metrics';
import type { Environment } from '@countersign/shared/settings/read-settings';
import type { Settings } from '@countersign/shared/settings/settings';
import { lockFolder } from '@countersign/shared/store/lmdb/folder-lock';
import { isFirstStart, prepareStart, withPort } from './prepare-start.ts';
import { answerCacheAsks } from './workers/common-cache.ts';
import { createHandOut } from './workers/hand-out.ts';
import { listenForWorkers } from './workers/listen.ts';
import { createWorkerScrapes } from './workers/worker-scrapes.ts';
import { startWorkers } from './workers/workers.ts';

export interface PrimaryOptions {
  readonly env: Environment;
  /** At least 2. */
  readonly workers: number;
  readonly log?: Log;
  /** Starts the process of a worker, with its whole environment. */
  readonly forkWorker?: (environment: Environment) => ChildProcess;
}

export interface Primary {
  readonly url: string;
  readonly port: number;
  readonly settings: Settings;
  readonly secrets: CompletedEnvironment;
  readonly warnings: readonly string[];
  /** How many problems the configuration has, as text. */
  readonly findings: string | undefined;
  /** Pids of the workers that run. */
  readonly pids: () => readonly number[];
  /** Accepts no connections, lets the workers finish their responses, and ends them. */
  close(): Promise<void>;
}

/**
 * Resolves when a worker handles requests; the others follow.
 * @throws SettingsError; an Error if the data folder or the port is taken, or the first worker can't start
 */
export async function startPrimary(options: PrimaryOptions): Promise<Primary> {
  const clock: Clock = systemClock;
  const { env, workers: count, forkWorker = forkOwn } = options;
  const prepared = await prepareStart({ env, clock, random: systemRandom, ...(options.log && { log: options.log }) });
  const { log, secrets } = prepared;
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    closers.push(await lockFolder(prepared.dataFolder));
    const firstStart = isFirstStart(prepared.dataFolder);
    const scrapes = createWorkerScrapes();
    const ofWorkers = async () => scrapes.all(workers?.runs() ?? []);
    const opened = await openMetrics({
      name: 'standalone',
      settings: prepared.settings,
      environment: env,
      log,
      ofWorkers,
    });
    const { metrics } = opened;
    closers.push(() => opened.close());
    const maxMarks = prepared.settings.REPLAY_CACHE_SIZE;
    // Marks are complete since the first start, or since this one: they end with this process, and it with them.
    const cache = createInProcessCache({ clock, log, maxMarks, ...(firstStart ? { completeSince: 0 } : {}) });
    metrics.watch('countersign_replay_cache_used_ratio', async () => [{ labels: {}, value: cache.marksUsed() }]);
    const limits = publicConnections(prepared.settings, metrics);
    const handOut = createHandOut({
      most: prepared.settings.MAX_CONNECTIONS,
      isProxy: limits.isProxy ?? (() => false),
      dropped: limits.dropped ?? (() => undefined),
    });
    const listening = await listenForWorkers(prepared.settings, handOut.accept);
    const settings = withPort(secrets.environment, prepared.settings, listening.port);
    const environment = {
      ...secrets.environment,
      PORT: String(listening.port),
      METRICS_PORT: String(settings.METRICS_PORT),
    };
    const workers = startWorkers({
      count,
      log,
      handOut,
      scrapes,
      fork: () => forkWorker(environment),
      start: { primary: process.pid, firstStart, workers: count },
      answer: (asks) => answerCacheAsks(cache, asks),
    });
    closers.push(
      async () => workers.stop(),
      async () => handOut.close(),
      async () => listening.close(),
    );
    await workers.first;
    const findings = await workers.findings;
    const { port } = listening;
    return {
      url: settings.PUBLIC_URL,
      port,
      settings,
      secrets,
      warnings: prepared.warnings,
      findings,
      pids: workers.pids,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The primary's own Node options, such as `--max-old-space-size`, apply to its workers too. */
function forkOwn(environment: Environment): ChildProcess {
  const main = join(import.meta.dirname, `worker-main${extname(import.meta.filename)}`);
  // A worker's output, such as its log, goes where the primary's goes. Both write whole lines.
  return fork(main, { env: { ...environment }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}
