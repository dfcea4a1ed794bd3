/** All five services in one process: embedded store, bus and cache in the process, direct calls. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createGateway } from '@countersign/gateway/gateway';
import { createIssuer } from '@countersign/issuer/issuer';
import { type BusFaults, createInProcessBus } from '@countersign/shared/bus/in-process';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import type { Marks } from '@countersign/shared/cache/port';
import { haipProblems } from '@countersign/shared/flow-config/haip-parts';
import { afterEdits } from '@countersign/shared/http/after-edits';
import { publicConnections } from '@countersign/shared/http/connection-limits';
import { openServer } from '@countersign/shared/http/server';
import { type Clock, systemClock } from '@countersign/shared/kernel/clock';
import { type FolderEdits, watchEdits } from '@countersign/shared/kernel/folder-edits';
import { createLog, type Log } from '@countersign/shared/kernel/log';
import { type Random, systemRandom } from '@countersign/shared/kernel/random';
import type { Metrics } from '@countersign/shared/metrics/metrics';
import { openMetrics } from '@countersign/shared/metrics/open-metrics';
import { watchDeliveries, watchOutboxes } from '@countersign/shared/metrics/watch-store';
import { storeDeadLetter } from '@countersign/shared/model/dead-letters';
import { makeFirstDataKeys } from '@countersign/shared/runtime/first-data-keys';
import { meteredBus, meteredDeadLetter } from '@countersign/shared/runtime/metered-bus';
import { meteredCache } from '@countersign/shared/runtime/metered-cache';
import { meteredService } from '@countersign/shared/runtime/metered-service';
import { meteredStore } from '@countersign/shared/runtime/metered-store';
import { openSigners } from '@countersign/shared/runtime/open-signers';
import { createPlatform } from '@countersign/shared/runtime/platform';
import { directCall, runServices } from '@countersign/shared/runtime/run';
import type { Platform, Service } from '@countersign/shared/runtime/service';
import { type Environment, readSettings, SettingsError } from '@countersign/shared/settings/read-settings';
import type { Settings } from '@countersign/shared/settings/settings';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import { lockFolder } from '@countersign/shared/store/lmdb/folder-lock';
import type { Store } from '@countersign/shared/store/port';
import { createStatus } from '@countersign/status/status';
import { createVerifier } from '@countersign/verifier/verifier';
import { createWebhookDispatcher } from '@countersign/webhook-dispatcher/webhook-dispatcher';
import { type CompletedEnvironment, checkKeyOfStore, completeSecrets } from './secrets.ts';
import { openStoredMarks } from './stored-marks.ts';

export interface StandaloneOptions {
  readonly env: Environment;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly log?: Log;
  /** Faults that the bus injects, for tests. */
  readonly faults?: BusFaults;
}

export interface Standalone {
  /** PUBLIC_URL. */
  readonly url: string;
  readonly port: number;
  readonly platform: Platform;
  readonly secrets: CompletedEnvironment;
  readonly warnings: readonly string[];
  /** Drains: accepts no connections, finishes answers in progress, then stops jobs, bus and store. */
  close(): Promise<void>;
}

/** Milliseconds that answers in progress have at the stop. */
const GRACE = 10_000;

type Closer = () => Promise<void>;

/**
 * Starts everything and resolves when requests are accepted.
 * @throws SettingsError, or an Error where the data folder or the port is taken
 */
export async function startStandalone(options: StandaloneOptions): Promise<Standalone> {
  const { env, clock = systemClock, random = systemRandom } = options;
  const dataFolder = env.DATA_FOLDER === undefined || env.DATA_FOLDER === '' ? 'data' : env.DATA_FOLDER;
  // Before anything is written: a bad environment leaves no trace.
  await checkHaip(readSettings(env).settings, clock);
  checkKeyOfStore(env, dataFolder);
  const secrets = completeSecrets(env, dataFolder, random);
  const { settings: given, warnings } = readSettings(secrets.environment);
  const log = options.log ?? createLog(given.LOG_LEVEL, clock, (line) => process.stdout.write(line));
  for (const warning of warnings) log.warn('setting', { detail: warning });
  const closers: Closer[] = [];
  const close = closeOnce(closers);
  try {
    closers.push(await lockFolder(dataFolder));
    // Before the very first start no proof was used, so earlier proofs are unused too.
    const firstStart = !existsSync(join(dataFolder, 'store'));
    const opened = await openMetrics({ name: 'standalone', settings: given, environment: env, log });
    const { metrics } = opened;
    closers.push(() => opened.close());
    const store = meteredStore(await openEmbeddedStore({ folder: dataFolder }), metrics);
    closers.push(() => store.close());
    const edits = watchEdits(given.CONFIG_FOLDER, { clock });
    closers.push(async () => edits.close());
    const lastingMarks = await openStoredMarks({ store, clock, firstStart });
    let platform: Platform | undefined;
    const address = { host: given.HOST, port: given.PORT, ...publicConnections(given, metrics) };
    const server = await openServer(address, async (port) => {
      const settings = withPort(secrets.environment, given, port);
      const assembled = assemble({
        settings,
        store,
        lastingMarks,
        edits,
        firstStart,
        clock,
        random,
        log,
        metrics,
        secrets,
        ...pickFaults(options),
      });
      platform = assembled.platform;
      await makeFirstDataKeys(settings, platform.vaults);
      const running = await runServices({ ...assembled, log });
      closers.push(
        () => assembled.signers.close(),
        () => assembled.platform.cache.close(),
        () => running.stop(),
      );
      assembled.accept(true);
      closers.push(async () => assembled.accept(false));
      return afterEdits(edits, assembled.handle);
    });
    // Last in, first out: the server closes before what it uses.
    closers.push(() => server.close(GRACE));
    if (platform === undefined) throw new Error('The server opened without its services');
    return { url: platform.settings.PUBLIC_URL, port: server.port, platform, secrets, warnings, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @throws SettingsError with each part that HAIP=true needs and the configuration folder lacks */
async function checkHaip(settings: Settings, clock: Clock): Promise<void> {
  const parts = { settings, clock };
  const problems = [...(await haipProblems(parts, 'issuer')), ...(await haipProblems(parts, 'verifier'))];
  if (problems.length > 0) throw new SettingsError([...new Set(problems)]);
}

interface ServiceParts {
  readonly settings: Settings;
  readonly store: Store;
  readonly lastingMarks: Marks;
  readonly edits: FolderEdits;
  readonly firstStart: boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly secrets: CompletedEnvironment;
  readonly faults?: BusFaults;
}

function assemble({ settings, store, lastingMarks, edits, firstStart, ...others }: ServiceParts) {
  const { clock, random, log, metrics, secrets, faults } = others;
  const inProcess = createInProcessBus({
    clock,
    log,
    random,
    deadLetter: meteredDeadLetter(storeDeadLetter(store), metrics),
    ...(faults === undefined ? {} : { faults }),
  });
  const services: Service[] = [];
  let accepting = false;
  const bus = meteredBus(inProcess, metrics, clock);
  const maxMarks = settings.REPLAY_CACHE_SIZE;
  const cache = createInProcessCache({ clock, log, maxMarks, ...(firstStart ? { completeSince: 0 } : {}) });
  metrics.watch('countersign_replay_cache_used_ratio', async () => [{ labels: {}, value: cache.marksUsed() }]);
  const signers = openSigners({ settings, metrics, log });
  const { platform, relays } = createPlatform({
    ...{ settings, store, lastingMarks, edits, clock, random, log, metrics, bus },
    cache: meteredCache(cache, metrics),
    call: directCall(() => services),
    publishing: ['issuer', 'verifier', 'status', 'webhook-dispatcher'],
    signers,
  });
  const gateway = createGateway(platform, {
    environment: secrets.environment,
    checks: { database: () => store.ping(), ...signers.checks },
    accepting: () => accepting,
  });
  const all = [
    gateway.service,
    createIssuer(platform, { environment: secrets.environment }),
    createVerifier(platform),
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

/** With PORT=0 the default of PUBLIC_URL is known only now. */
function withPort(environment: Environment, given: Settings, port: number): Settings {
  return given.PORT === port ? given : readSettings({ ...environment, PORT: String(port) }).settings;
}

function pickFaults({ faults }: StandaloneOptions): { readonly faults?: BusFaults } {
  return faults === undefined ? {} : { faults };
}

function closeOnce(closers: Closer[]): Closer {
  let closed: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    for (const closer of closers.reverse()) await closer();
  };
  return () => {
    closed ??= run();
    return closed;
  };
}
