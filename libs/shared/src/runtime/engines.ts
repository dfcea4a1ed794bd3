/** Opens MongoDB, Kafka and Redis behind the ports, for one service, which opens only what it uses. */

import { pause } from '../bus/delivery.ts';
import type { Bus } from '../bus/port.ts';
import type { Cache } from '../cache/port.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Random } from '../kernel/random.ts';
import type { ServiceName } from '../kernel/service-name.ts';
import { unavailable } from '../kernel/unavailable.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { collections } from '../model/collections.ts';
import { storeDeadLetter } from '../model/delivery/dead-letters.ts';
import { readEngineTls } from '../settings/engine-tls.ts';
import type { Settings } from '../settings/settings.ts';
import { indexProblemText } from '../store/mongo/indexes.ts';
import type { Store } from '../store/port.ts';
import type { ComponentChecks } from './component-health.ts';
import { openConfiguredMongo } from './configured-mongo.ts';
import { meteredBus, meteredDeadLetter } from './metered-bus.ts';
import { meteredCache } from './metered-cache.ts';
import { meteredStore } from './metered-store.ts';

export interface Engines {
  readonly store: Store;
  /** Present if the service publishes or consumes. */
  readonly bus?: Bus;
  readonly cache: Cache;
  readonly checks: ComponentChecks;
  /**
   * Resolves when the database responds and has its indexes, or when the signal is aborted. Without the unique indexes
   * the database would accept duplicates that must be refused.
   */
  prepared(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

interface EngineOptions {
  readonly name: ServiceName;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Milliseconds between two checks of a database that is not prepared. */
const RETRY_PAUSE = 1000;
/** How often, and with which pause in milliseconds, a cache that does not respond at the start is checked. */
const CACHE_CHECKS = 50;
const CACHE_PAUSE = 100;

/** The engines that each service uses in addition to the store. */
export const usedEngines: Readonly<Record<ServiceName, readonly ('kafka' | 'redis')[]>> = {
  gateway: ['kafka', 'redis'],
  issuer: ['kafka', 'redis'],
  verifier: ['kafka'],
  status: ['kafka'],
  'webhook-dispatcher': ['kafka'],
};

/**
 * Does not wait for an unreachable engine: its check fails, the log reports it, and the connection is retried forever.
 */
export async function openEngines(options: EngineOptions): Promise<Engines> {
  const { name, settings, clock, random, log, metrics } = options;
  const { REDIS_URL, REDIS_PREFIX: prefix, REDIS_TIMEOUT: timeout } = settings;
  const store = openConfiguredMongo(settings, log);
  const uses = usedEngines[name];
  const deadLetter = meteredDeadLetter(storeDeadLetter(store), metrics);
  // Loaded only if used, because a client library costs each process a few megabytes.
  const tls = uses.includes('redis') ? readEngineTls(settings, 'REDIS') : undefined;
  const cache = uses.includes('redis')
    ? (await import('../cache/redis/cache.ts')).createRedisCache({
        url: needed(REDIS_URL),
        prefix,
        clock,
        log,
        timeout,
        ...(tls && { tls }),
      })
    : noCache;
  const bus = uses.includes('kafka')
    ? (await import('../bus/kafka/bus.ts')).createKafkaBus({ settings, service: name, clock, log, random, deadLetter })
    : undefined;
  if (bus !== undefined) {
    metrics.watch('countersign_consumer_lag_events', async () =>
      bus.lag().map(({ topic, group, events }) => ({ labels: { topic, group }, value: events })),
    );
  }
  let indexed = false;
  const checkDatabase = async (): Promise<void> => {
    await store.ping();
    if (indexed) return;
    const problems = await store.missingIndexes(collections);
    if (problems.length > 0) {
      log.error('MongoDB lacks indexes: run npm run provision', { service: name, detail: indexProblemText(problems) });
      throw unavailable('database');
    }
    indexed = true;
  };
  return {
    store: meteredStore(store, metrics),
    cache: meteredCache(cache, metrics),
    ...(bus === undefined ? {} : { bus: meteredBus(bus, metrics, clock) }),
    checks: {
      database: checkDatabase,
      ...(bus === undefined ? {} : { kafka: () => bus.ping() }),
      ...(cache === noCache ? {} : { redis: () => cache.ping() }),
    },
    prepared: async (signal) => {
      while (!signal.aborted && !indexed) {
        // The store or the check above has logged the cause.
        await checkDatabase().catch(() => pause(RETRY_PAUSE, signal));
      }
      // Waits briefly for Redis, then starts without it: most requests do not need it.
      for (let check = 0; check < CACHE_CHECKS && cache !== noCache && !signal.aborted; check += 1) {
        const answers = await cache.ping().then(
          () => true,
          () => false,
        );
        if (answers) return;
        await pause(CACHE_PAUSE, signal);
      }
    },
    close: async () => {
      await cache.close();
      await store.close();
    },
  };
}

function needed(url: string | undefined): string {
  if (url === undefined) throw new Error('The settings were read without what separate services need');
  return url;
}

const unused = async (): Promise<never> => {
  throw new Error('This service has no cache');
};
const noCache: Cache = {
  addOnce: unused,
  increment: unused,
  decrement: unused,
  ping: unused,
  close: async () => undefined,
};
