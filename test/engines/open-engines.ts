/** All engines that tests or a local cluster need: those in the environment, and the project's own for the others. */
import { join } from 'node:path';
import type { Engine } from './engine.ts';
import { provisionKafka, startKafka } from './kafka.ts';
import { preferRustMongoWire, provisionMongoWire, startMongoWire } from './mongo-wire.ts';
import { provisionRedis, startRedis } from './redis.ts';

export type EngineName = 'kafka' | 'mongodb' | 'redis';

export const engineNames: readonly EngineName[] = ['kafka', 'mongodb', 'redis'];

/** The setting for each kind of server. */
export const engineVariables = {
  kafka: 'KAFKA_BROKERS',
  mongodb: 'MONGODB_URL',
  redis: 'REDIS_URL',
} as const satisfies Record<EngineName, string>;

const starters = { kafka: startKafka, mongodb: startMongoWire, redis: startRedis };
const provisioners = { kafka: provisionKafka, mongodb: provisionMongoWire, redis: provisionRedis };

export interface MissingEngine {
  readonly name: EngineName;
  readonly why: string;
}

export interface OpenedEngines {
  /** An engine of the environment has only a URL. */
  readonly engines: Readonly<Partial<Record<EngineName, Engine | { readonly url: string }>>>;
  readonly missing: readonly MissingEngine[];
  /** Variables for the services, with the available engines. */
  readonly environment: Readonly<Record<string, string>>;
  /** Stops the engines started here. */
  close(): Promise<void>;
}

function given(name: EngineName): string | undefined {
  const url = process.env[engineVariables[name]];
  return url === '' ? undefined : url;
}

/**
 * Fetches everything needed to start engines into the cache, in parallel. An engine in the environment needs nothing.
 * @returns the unavailable ones; never rejects
 */
export async function provisionEngines(wanted: readonly EngineName[] = engineNames): Promise<readonly MissingEngine[]> {
  const missing = wanted.map(async (name): Promise<MissingEngine | undefined> => {
    if (given(name) !== undefined) return undefined;
    try {
      await provisioners[name]();
      return undefined;
    } catch (error) {
      return { name, why: reason(error) };
    }
  });
  return (await Promise.all(missing)).filter((one) => one !== undefined);
}

/**
 * As `provisionEngines`, for all of them, with the faster build of the store server if it can be compiled here: for
 * load and figures. Tests use the build that is ready in seconds.
 * @param say prints what takes minutes
 */
export async function provisionFastEngines(say: (text: string) => void): Promise<readonly MissingEngine[]> {
  if (given('mongodb') === undefined) await preferRustMongoWire(say);
  return provisionEngines();
}

/**
 * Starts engines in parallel. An unavailable one is listed as missing, without an error.
 * @param options.folder contains one folder per engine; using it again restores the same data
 */
export async function openEngines(options: {
  readonly folder: string;
  readonly wanted?: readonly EngineName[];
}): Promise<OpenedEngines> {
  const engines: Partial<Record<EngineName, Engine | { readonly url: string }>> = {};
  const missing: MissingEngine[] = [];
  const started: Engine[] = [];
  const open = async (name: EngineName): Promise<void> => {
    const url = given(name);
    if (url !== undefined) {
      engines[name] = { url };
      return;
    }
    try {
      const engine = await starters[name]({ folder: join(options.folder, name) });
      started.push(engine);
      engines[name] = engine;
    } catch (error) {
      missing.push({ name, why: reason(error) });
    }
  };
  await Promise.all((options.wanted ?? engineNames).map(open));
  const environment = Object.fromEntries(
    engineNames.flatMap((name) => {
      const url = engines[name]?.url;
      return url === undefined ? [] : [[engineVariables[name], url]];
    }),
  );
  return {
    engines,
    missing,
    environment,
    close: async () => void (await Promise.all(started.map((engine) => engine.stop()))),
  };
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
