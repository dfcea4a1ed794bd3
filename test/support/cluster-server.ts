/**
 * The five services with real HTTP, Kafka, MongoDB and Redis between them, for the same tests that run on one process.
 * They live in the test's process, so that it can set their clock; each has its own connections.
 */
import { createHash, randomUUID } from 'node:crypto';
import { create as createGateway } from '@countersign/gateway/process';
import { create as createIssuer } from '@countersign/issuer/process';
import { completeSinceKey } from '@countersign/shared/cache/redis/cache';
import type { Clock } from '@countersign/shared/kernel/clock';
import type { Log } from '@countersign/shared/kernel/log';
import type { ServiceName } from '@countersign/shared/kernel/service-name';
import type { CreateService } from '@countersign/shared/runtime/build-service';
import { type RunningService, startService } from '@countersign/shared/runtime/start-service';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { until } from '@countersign/shared/test/patience';
import { create as createStatus } from '@countersign/status/process';
import { create as createVerifier } from '@countersign/verifier/process';
import { create as createDispatcher } from '@countersign/webhook-dispatcher/process';
import { Redis } from 'ioredis';
import { freePort } from './child-server.ts';
import { namesIn, patientLimits, prepareEngines, removeFromEngines } from './engine-names.ts';

export interface StartedCluster {
  readonly url: string;
  readonly port: number;
  /** Platform of the issuer. */
  readonly platform: RunningService['platform'];
  /** What a command needs that runs while the services do. */
  readonly environment: Environment;
  close(): Promise<void>;
}

/** The services behind the gateway, in the order of their start. */
const BEHIND = [
  ['status', createStatus, 'STATUS_URL'],
  ['verifier', createVerifier, 'VERIFIER_URL'],
  ['issuer', createIssuer, 'ISSUER_URL'],
  ['webhook-dispatcher', createDispatcher, 'DISPATCHER_URL'],
] as const satisfies readonly (readonly [ServiceName, CreateService, string])[];

interface Options {
  readonly env: Environment;
  readonly clock: Clock;
  readonly log: Log;
  /** Configuration and secrets, kept for the next start. */
  readonly folder: string;
  readonly keep: boolean;
}

/** Starts all five and resolves when the gateway and all other services are ready. */
export async function startCluster({ env, clock, log, folder, keep }: Options): Promise<StartedCluster> {
  const names = namesIn(createHash('sha256').update(folder).digest('hex').slice(0, 12));
  const port = env.PORT === undefined ? await freePort() : Number(env.PORT);
  const shared: Environment = {
    ...process.env,
    ...names,
    // A restart starts without the previous run's marks, as one process does: the harder case.
    REDIS_PREFIX: `${names.REDIS_PREFIX}${randomUUID()}:`,
    INTERNAL_SECRET: 'end-to-end-internal-secret-0123456789-abcdefghijk',
    PUBLIC_URL: `http://localhost:${port}`,
    STOP_DELAY: '0',
    ...(await patientLimits()),
    ...env,
  };
  await prepareEngines(shared);
  const running: RunningService[] = [];
  const addresses: Record<string, string> = {};
  const start = async (name: ServiceName, create: CreateService, own: Environment): Promise<RunningService> => {
    const failed = (error: unknown): void => log.error('unexpected error', { service: name, detail: String(error) });
    const service = await startService(name, create, { env: { ...shared, ...addresses, ...own }, clock, log, failed });
    running.push(service);
    return service;
  };
  const close = async (): Promise<void> => {
    for (const service of running.reverse()) await service.close();
    if (!keep) await removeFromEngines(shared);
  };
  try {
    for (const [name, create, setting] of BEHIND) {
      const service = await start(name, create, { PORT: '0' });
      addresses[setting] = `http://127.0.0.1:${service.port}`;
    }
    const gateway = await start('gateway', createGateway, { PORT: String(port) });
    await Promise.all(running.map(untilReady));
    if (!begun.has(folder)) await nothingWasUsedBefore(shared);
    begun.add(folder);
    const issuer = running.find(({ name }) => name === 'issuer') ?? gateway;
    const { PUBLIC_URL: url } = gateway.platform.settings;
    return { url, port, platform: issuer.platform, environment: { ...shared, ...addresses }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Folders whose data has already been used: a start with one of them is a restart. */
const begun = new Set<string>();

/**
 * An empty Redis may have lost marks, so earlier proofs are refused for a while. The tests' Redis is known to be new.
 */
async function nothingWasUsedBefore({ REDIS_URL = '', REDIS_PREFIX = '' }: Environment): Promise<void> {
  const redis = new Redis(REDIS_URL);
  const key = completeSinceKey(REDIS_PREFIX);
  let run: string | undefined;
  // Each process ensures it when it has connected.
  while (run === undefined) run = (await redis.get(key))?.split(' ')[1];
  await redis.set(key, `0 ${run}`);
  redis.disconnect();
}

/** The bus may come later than readiness. A test waits for it, so that its time does not count as a delivery's. */
function untilReady({ name, port }: RunningService): Promise<void> {
  return until(`the service ${name} and what it needs are up`, async () => {
    const { ok } = await fetch(`http://127.0.0.1:${port}/health/ready`);
    return ok && !(await (await fetch(`http://127.0.0.1:${port}/health`)).text()).includes('down');
  });
}
