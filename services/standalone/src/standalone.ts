/** All five services in one process: embedded store, bus and cache in the process, direct calls. */

import { createGateway } from '@countersign/gateway/gateway';
import { createIssuer } from '@countersign/issuer/issuer';
import { makeFirstDataKeys } from '@countersign/operator/data/first-data-keys';
import type { CompletedEnvironment } from '@countersign/operator/data/secrets';
import { createInProcessBus } from '@countersign/shared/bus/in-process';
import type { Bus } from '@countersign/shared/bus/port';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import type { Cache, ReplayCache } from '@countersign/shared/cache/port';
import { afterEdits } from '@countersign/shared/http/after-edits';
import { publicConnections } from '@countersign/shared/http/server/connection-limits';
import { type Address, openServer } from '@countersign/shared/http/server/server';
import { type Clock, systemClock } from '@countersign/shared/kernel/clock';
import { type FolderEdits, watchEdits } from '@countersign/shared/kernel/folder-edits';
import type { Log } from '@countersign/shared/kernel/log';
import { type Random, systemRandom } from '@countersign/shared/kernel/random';
import { type Metrics, noMetrics } from '@countersign/shared/metrics/metrics';
import { openMetrics, openWorkerMetrics } from '@countersign/shared/metrics/open-metrics';
import { watchDeliveries, watchOutboxes } from '@countersign/shared/metrics/watch-store';
import { storeDeadLetter } from '@countersign/shared/model/delivery/dead-letters';
import { createJobLeases, type JobLeases } from '@countersign/shared/runtime/job-lease';
import { meteredBus, meteredDeadLetter } from '@countersign/shared/runtime/metered-bus';
import { meteredCache } from '@countersign/shared/runtime/metered-cache';
import { meteredService } from '@countersign/shared/runtime/metered-service';
import { meteredStore } from '@countersign/shared/runtime/metered-store';
import { openSigners } from '@countersign/shared/runtime/open-signers';
import { createPlatform } from '@countersign/shared/runtime/platform';
import { directCall, runServices } from '@countersign/shared/runtime/run';
import type { Platform, Service } from '@countersign/shared/runtime/service';
import type { Environment } from '@countersign/shared/settings/read-settings';
import type { Settings } from '@countersign/shared/settings/settings';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import { joinFolder, lockFolder } from '@countersign/shared/store/lmdb/folder-lock';
import type { Store } from '@countersign/shared/store/port';
import { createStatus } from '@countersign/status/status';
import { createVerifier } from '@countersign/verifier/verifier';
import { createWebhookDispatcher } from '@countersign/webhook-dispatcher/webhook-dispatcher';
import { isFirstStart, type PreparedStart, prepareStart, readPrepared, withPort } from './prepare-start.ts';
import { openStoredReplayCache } from './stored-replay-cache.ts';
import type { WorkerStart } from './workers/messages.ts';
import type { WorkerLink } from './workers/worker-link.ts';

export interface StandaloneOptions {
  readonly env: Environment;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly log?: Log;
  /** Decorates the bus. */
  readonly wrapBus?: (bus: Bus) => Bus;
}

export interface Standalone {
  /** PUBLIC_URL. */
  readonly url: string;
  readonly port: number;
  readonly platform: Platform;
  readonly secrets: CompletedEnvironment;
  readonly warnings: readonly string[];
  /** Drains: accepts no connections, finishes responses in progress, then stops jobs, bus and store. */
  close(): Promise<void>;
}

/** Milliseconds for responses in progress when it stops. */
const GRACE = 10_000;

export type Closer = () => Promise<void>;

/**
 * Starts everything and resolves when requests are accepted.
 * @throws SettingsError, or an Error if the data folder or the port is taken
 */
export async function startStandalone(options: StandaloneOptions): Promise<Standalone> {
  const { env, clock = systemClock, random = systemRandom } = options;
  const prepared = await prepareStart({ env, clock, random, ...(options.log && { log: options.log }) });
  const { settings, secrets, log } = prepared;
  const closers: Closer[] = [];
  const close = closeOnce(closers);
  try {
    closers.push(await lockFolder(prepared.dataFolder));
    // Before the very first start no proof was used, so earlier proofs are unused too.
    const firstStart = isFirstStart(prepared.dataFolder);
    const opened = await openMetrics({ name: 'standalone', settings, environment: env, log });
    const { metrics } = opened;
    closers.push(() => opened.close());
    const maxMarks = settings.REPLAY_CACHE_SIZE;
    const cache = createInProcessCache({ clock, log, maxMarks, ...(firstStart ? { completeSince: 0 } : {}) });
    metrics.watch('countersign_replay_cache_used_ratio', async () => [{ labels: {}, value: cache.marksUsed() }]);
    const connections = publicConnections(settings, metrics);
    const running = await runStandalone(closers, {
      prepared,
      firstStart,
      clock,
      random,
      metrics,
      cache,
      wrapBus: options.wrapBus ?? asIs,
      address: { host: settings.HOST, port: settings.PORT, ...connections },
      settingsAt: (port) => withPort(secrets.environment, settings, port),
    });
    return { ...running, secrets, warnings: prepared.warnings, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts a worker: everything except the workers' shared parts, which it reaches through its link. */
export async function startWorker(
  environment: Environment,
  { place, primary, firstStart, workers }: WorkerStart,
  link: WorkerLink,
): Promise<Pick<Standalone, 'close' | 'platform'>> {
  const [clock, random] = [systemClock, systemRandom];
  const prepared = readPrepared(environment, clock);
  const { settings } = prepared;
  const closers: Closer[] = [];
  const close = closeOnce(closers);
  try {
    closers.push(await joinFolder(prepared.dataFolder, primary));
    const opened = openWorkerMetrics({ name: 'standalone', settings });
    const metrics = opened?.metrics ?? noMetrics;
    const { platform, sweep, adopt } = await runStandalone(closers, {
      prepared,
      firstStart,
      clock,
      random,
      metrics,
      cache: link.cache,
      // Only its own requests use this port, such as a dry run's.
      address: { host: '127.0.0.1', port: 0, ...publicConnections(settings, metrics) },
      settingsAt: () => settings,
      worker: { place, link, workers },
    });
    link.on({ sweep, samples: async () => (await opened?.samples()) ?? [] });
    link.serve(adopt);
    return { platform, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface RunParts {
  readonly prepared: PreparedStart;
  readonly firstStart: boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly metrics: Metrics;
  readonly cache: Cache;
  readonly wrapBus?: (bus: Bus) => Bus;
  readonly address: Address;
  /** The settings, once the port is known. */
  readonly settingsAt: (port: number) => Settings;
  readonly worker?: WorkerPlace;
}

interface WorkerPlace {
  readonly place: string;
  readonly link: WorkerLink;
  readonly workers: number;
}

/** Opens the store and runs the services; adds what closes them. */
async function runStandalone(closers: Closer[], parts: RunParts) {
  const { prepared, firstStart, clock, metrics, worker } = parts;
  const { log } = prepared;
  const store = meteredStore(await openEmbeddedStore({ folder: prepared.dataFolder }), metrics);
  closers.push(() => store.close());
  const edits = watchEdits(prepared.settings.CONFIG_FOLDER, { clock });
  closers.push(async () => edits.close());
  const lastingReplayCache = await openStoredReplayCache({ store, clock, firstStart });
  let assembled: ReturnType<typeof assemble> | undefined;
  const server = await openServer(parts.address, async (port) => {
    assembled = assemble({ ...parts, settings: parts.settingsAt(port), store, lastingReplayCache, edits, port });
    const { platform, signers, accept, handle } = assembled;
    await makeFirstDataKeys(platform.settings, platform.vaults);
    const leases = worker && leasesOf(worker, parts, store);
    const running = await runServices({ ...assembled, log, ...(leases && { leases }) });
    closers.push(
      () => signers.close(),
      () => platform.cache.close(),
      () => running.stop(),
    );
    accept(true);
    closers.push(async () => accept(false));
    return afterEdits(edits, handle);
  });
  // Last in, first out: the server closes before the parts that it uses.
  closers.push(() => server.close(GRACE));
  if (assembled === undefined) throw new Error('The server opened without its services');
  const { platform, relays } = assembled;
  // The relay logs what it could not publish. The next sweep repeats it.
  const sweep = (): void => void Promise.allSettled(relays.map((relay) => relay.sweep(0)));
  return { url: platform.settings.PUBLIC_URL, port: server.port, platform, sweep, adopt: server.adopt };
}

function leasesOf({ place, link }: WorkerPlace, { clock, random }: RunParts, store: Store): JobLeases {
  return createJobLeases({ store, clock, random, place, ended: link.ended });
}

interface ServiceParts extends Omit<RunParts, 'settingsAt' | 'address'> {
  readonly settings: Settings;
  readonly store: Store;
  readonly lastingReplayCache: ReplayCache;
  readonly edits: FolderEdits;
  readonly port: number;
}

function assemble({ prepared, settings, store, lastingReplayCache, edits, ...others }: ServiceParts) {
  const { clock, random, metrics, wrapBus = asIs, worker, cache } = others;
  const { log, secrets } = prepared;
  const inProcess = createInProcessBus({
    clock,
    log,
    deadLetter: meteredDeadLetter(storeDeadLetter(store), metrics),
    ...(worker && { neighbours: worker.link.neighbours }),
  });
  const services: Service[] = [];
  let accepting = false;
  const bus = meteredBus(wrapBus(inProcess), metrics, clock);
  const signers = openSigners({ settings, metrics, log });
  const { platform, relays } = createPlatform({
    settings,
    store,
    lastingReplayCache,
    edits,
    clock,
    random,
    log,
    metrics,
    bus,
    cache: meteredCache(cache, metrics),
    call: directCall(services),
    publishing: ['issuer', 'verifier', 'status', 'webhook-dispatcher'],
    signers,
  });
  const gateway = createGateway(platform, {
    environment: secrets.environment,
    checks: { database: () => store.ping(), ...signers.checks },
    accepting: () => accepting,
    ...(worker && {
      listening: { HOST: '127.0.0.1', PORT: others.port },
      workers: () => ({ ready: worker.link.ready(), of: worker.workers }),
    }),
  });
  const all = [
    gateway.service,
    createIssuer(platform, { environment: secrets.environment }),
    createVerifier(platform, undefined, secrets.environment),
    createStatus(platform),
    createWebhookDispatcher(platform),
  ];
  services.push(...all.map((service) => meteredService(service, metrics)));
  metrics.watch('countersign_ready', async () => [{ labels: {}, value: accepting ? 1 : 0 }]);
  watchOutboxes(metrics, { store, clock }, relays.collections);
  watchDeliveries(metrics, { store, clock });
  const accept = (value: boolean): void => {
    accepting = value;
  };
  return { platform, services, bus, signers, relays: relays.all, handle: gateway.handle, accept };
}

function asIs(bus: Bus): Bus {
  return bus;
}

/** Closes in the order from the last to the first, once. */
export function closeOnce(closers: Closer[]): Closer {
  let closed: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    for (const closer of closers.reverse()) await closer();
  };
  return () => {
    closed ??= run();
    return closed;
  };
}
