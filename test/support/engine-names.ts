/** Separate names in the engines that tests share: created before a server starts, removed after it. */

import { provision } from '@countersign/operator/data/provision-engines';
import { silentLog } from '@countersign/shared/kernel/log';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { readServiceSettings } from '@countersign/shared/settings/service-settings';
import type { Settings } from '@countersign/shared/settings/settings';
import { patience } from '@countersign/shared/test/patience';
import { Kafka, logLevel } from 'kafkajs';
import { MongoClient } from 'mongodb';

/** Settings with names in the engines that no other server uses. */
export function namesIn(name: string): Environment {
  return {
    MONGODB_DATABASE: `countersign_test_${name}`,
    KAFKA_PREFIX: `countersign-test-${name}.`,
    KAFKA_PARTITIONS: '2',
    KAFKA_REPLICATION: '1',
    REDIS_PREFIX: `countersign-test-${name}:`,
  };
}

/**
 * Time limits that even a busy machine keeps: for tests of a fault's effects, not of a limit. Far above an idle
 * machine's needs, because the load of this start and of other tests comes after the measurement.
 */
export async function patientLimits(): Promise<Environment> {
  const limits = { MONGODB_TIMEOUT: 20_000, REDIS_TIMEOUT: 20_000, INTERNAL_TIMEOUT: 40_000 };
  const entries = Object.entries(limits).map(async ([name, limit]) => [name, `${await patience(limit, 60_000)}`]);
  return Object.fromEntries(await Promise.all(entries));
}

/** Milliseconds for engines to start. */
const PATIENCE = 30_000;

/** Makes indexes and topics. */
export async function prepareEngines(env: Environment): Promise<void> {
  await provision({
    settings: read(env),
    log: silentLog,
    waiting: () => undefined,
    patience: await patience(PATIENCE),
  });
}

/** Removes the database and the topics. Marks in Redis expire on their own. */
export async function removeFromEngines(env: Environment): Promise<void> {
  const { MONGODB_URL = '', MONGODB_DATABASE, KAFKA_BROKERS, KAFKA_PREFIX } = read(env);
  const client = new MongoClient(MONGODB_URL);
  const admin = new Kafka({ brokers: [...KAFKA_BROKERS], logLevel: logLevel.NOTHING }).admin();
  try {
    await client.db(MONGODB_DATABASE).dropDatabase();
    await admin.connect();
    const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(KAFKA_PREFIX));
    if (topics.length > 0) await admin.deleteTopics({ topics });
  } finally {
    await client.close();
    await admin.disconnect();
  }
}

function read(env: Environment): Settings {
  return readServiceSettings('gateway', env).settings;
}
