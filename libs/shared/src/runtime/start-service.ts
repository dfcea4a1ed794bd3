/** Runs a service as a separate process: MongoDB, Kafka and Redis behind the ports, the other services over HTTP. */
import { hostname } from 'node:os';
import { pause } from '../bus/delivery.ts';
import { haipProblems } from '../flow-config/haip-parts.ts';
import { afterEdits } from '../http/after-edits.ts';
import { internalConnections, publicConnections } from '../http/server/connection-limits.ts';
import { openServer } from '../http/server/server.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { watchEdits } from '../kernel/folder-edits.ts';
import { limitedLines } from '../kernel/limited-lines.ts';
import { createLog, type Log } from '../kernel/log.ts';
import { logWriter } from '../kernel/pretty-log.ts';
import { type Random, systemRandom } from '../kernel/random.ts';
import type { ServiceName } from '../kernel/service-name.ts';
import { openMetrics } from '../metrics/open-metrics.ts';
import { type Environment, SettingsError } from '../settings/read-settings.ts';
import { readServiceSettings } from '../settings/service-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { buildService, type CreateService } from './build-service.ts';
import { type Engines, openEngines } from './engines.ts';
import { createJobLeases } from './job-lease.ts';
import { type Running, runServices } from './run.ts';
import type { Platform } from './service.ts';
import { configFolderWarnings, publicServerWarnings } from './start-warnings.ts';

export interface ServiceOptions {
  readonly env: Environment;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly log?: Log;
  /** Default: MongoDB, Kafka and Redis of the settings. Closed with the service. */
  readonly engines?: Engines;
  /** Called on a fatal error after start-up. */
  readonly failed?: (error: unknown) => void;
}

export interface RunningService {
  readonly name: ServiceName;
  readonly port: number;
  readonly platform: Platform;
  readonly warnings: readonly string[];
  /** Milliseconds after the stop signal in which requests are still accepted. */
  readonly stopDelay: number;
  /** Drains: accepts no connections, finishes responses in progress, then stops jobs, consumers and engines. */
  close(): Promise<void>;
}

/** Milliseconds for responses in progress at the stop. */
const GRACE = 10_000;

/**
 * Starts a service and resolves when it listens. It becomes ready when its engines respond, without a time limit. The
 * log lists each unreachable engine.
 * @throws SettingsError; Error if the port is taken
 */
export async function startService(
  name: ServiceName,
  create: CreateService,
  options: ServiceOptions,
): Promise<RunningService> {
  const { clock = systemClock, random = systemRandom } = options;
  const reading = readServiceSettings(name, options.env);
  const { settings } = reading;
  const ofStart = name === 'gateway' ? publicServerWarnings(settings) : configFolderWarnings(settings);
  const warnings = [...reading.warnings, ...ofStart];
  await checkHaip(name, settings, clock);
  const write = logWriter(settings.LOG_FORMAT, process.stdout);
  const all = options.log ?? createLog(settings.LOG_LEVEL, clock, write, { service: name });
  const log = limitedLines(all, { clock, most: settings.LOG_REQUESTS });
  for (const warning of warnings) log.warn('setting', { service: name, detail: warning });
  const opened = await openMetrics({ name, settings, environment: options.env, log });
  const { metrics } = opened;
  const engines = options.engines ?? (await openEngines({ name, settings, clock, random, log, metrics }));
  const edits = watchEdits(settings.CONFIG_FOLDER, { clock });
  const parts = { settings, environment: options.env, engines, edits, clock, random, log, metrics };
  const built = buildService(name, create, parts);
  const { platform, service, calls, relays } = built;
  const stopping = new AbortController();
  let running: Promise<Running | undefined> = Promise.resolve(undefined);
  const run = async (): Promise<Running | undefined> => {
    await engines.prepared(stopping.signal);
    if (stopping.signal.aborted) return undefined;
    const place = `${hostname()}/${process.pid}`;
    const leases = createJobLeases({ store: engines.store, clock, random, place });
    const { bus } = engines;
    const begun = await runServices({ services: [service], ...(bus && { bus }), relays: relays.all, log, leases });
    built.accept(true);
    log.info('service ready', { service: name });
    return begun;
  };
  const stopBehindServer = async (): Promise<void> => {
    stopping.abort();
    await (await running)?.stop();
    await calls.close();
    await built.signers.close();
    await opened.close();
    await engines.close();
    edits.close();
  };
  try {
    const connections = built.isPublic ? publicConnections(settings, metrics) : internalConnections(metrics);
    const channels = built.isPublic ? {} : { upgrade: built.upgrade };
    const address = { host: settings.HOST, port: settings.PORT, ...connections, ...channels };
    const server = await openServer(address, async () => afterEdits(edits, built.handle));
    running = run();
    // A start that fails ends the process; its supervisor restarts it.
    running.catch((error: unknown) => options.failed?.(error));
    log.info('service started', { service: name, address: `${settings.HOST}:${server.port}` });
    let closed: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      // Not ready before it closes: a balancer stops sending connections, which a closed port would refuse.
      built.accept(false);
      await pause(settings.STOP_DELAY, new AbortController().signal);
      await server.close(GRACE);
      await stopBehindServer();
      log.info('service stopped', { service: name });
    };
    return {
      name,
      port: server.port,
      platform,
      warnings,
      stopDelay: settings.STOP_DELAY,
      close: () => {
        closed ??= close();
        return closed;
      },
    };
  } catch (error) {
    await stopBehindServer();
    throw error;
  }
}

/** @throws SettingsError with each part that HAIP=true needs and the configuration folder lacks */
async function checkHaip(name: ServiceName, settings: Settings, clock: Clock): Promise<void> {
  if (name !== 'issuer' && name !== 'verifier') return;
  const problems = await haipProblems({ settings, clock }, name);
  if (problems.length > 0) throw new SettingsError(problems);
}
