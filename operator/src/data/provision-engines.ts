/**
 * Creates the indexes and first data keys in MongoDB and the topics on Kafka: an explicit step before the services,
 * which create none of them. May be run again before each upgrade, while services run. Existing ones stay unchanged.
 */
import { createTopics } from '@countersign/shared/bus/kafka/topics';
import { troubleOf } from '@countersign/shared/bus/kafka/trouble';
import { systemClock } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Log } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { masterKeys } from '@countersign/shared/keys/master-keys';
import { createVaults } from '@countersign/shared/keys/vaults';
import { collections } from '@countersign/shared/model/collections';
import { openConfiguredMongo } from '@countersign/shared/runtime/configured-mongo';
import type { Settings } from '@countersign/shared/settings/settings';
import { makeFirstDataKeys } from './first-data-keys.ts';

export interface Provisioned {
  /** Made now, as `<collection>.<index>`. */
  readonly indexes: readonly string[];
  /** Made now. */
  readonly topics: readonly string[];
}

export interface ProvisionOptions {
  readonly settings: Settings;
  readonly log: Log;
  /** Called with the reason of each wait. */
  readonly waiting: (why: string) => void;
  /** Milliseconds to wait for engines that do not respond yet. */
  readonly patience: number;
}

/** Milliseconds between two attempts. */
const RETRY_PAUSE = 1000;

/** @throws Error with the remedy if an engine does not respond in time or refuses */
export async function provision(options: ProvisionOptions): Promise<Provisioned> {
  const { settings, log } = options;
  const [indexes, topics] = await Promise.all([
    withRetries(options, () => makeIndexes(settings, log)),
    withRetries(options, async () => (await createTopics({ settings, log })).created),
  ]);
  // Behind the indexes: a key document needs no more than its id, but a database without indexes is not in use yet.
  await makeKeys(options);
  return { indexes, topics };
}

async function makeKeys({ settings, log }: ProvisionOptions): Promise<void> {
  if (settings.MASTER_KEY === undefined) return;
  const store = openConfiguredMongo(settings, log);
  try {
    const given = { store, random: systemRandom, clock: systemClock, ...masterKeys(settings) };
    await makeFirstDataKeys(settings, createVaults(given));
  } finally {
    await store.close();
  }
}

async function makeIndexes(settings: Settings, log: Log): Promise<readonly string[]> {
  const store = openConfiguredMongo(settings, log);
  try {
    return await store.ensureIndexes(collections);
  } finally {
    await store.close();
  }
}

async function withRetries<T>({ patience, waiting }: ProvisionOptions, make: () => Promise<T>): Promise<T> {
  const end = performance.now() + patience;
  for (;;) {
    try {
      return await make();
    } catch (error) {
      if (performance.now() >= end) throw error;
      waiting(error instanceof ProtocolError ? (error.options.detail ?? error.message) : troubleOf(error).message);
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE));
  }
}
