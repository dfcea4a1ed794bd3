/** Creates the topics in an explicit step. A broker that creates topics automatically uses the wrong settings. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../kernel/log.ts';
import { producers, type Topic } from '../catalogue.ts';
import { type Admin, createRequestClient, type KafkaSettings } from './client.ts';

export interface CreatedTopics {
  readonly created: readonly string[];
  /** Topics that existed before; they are left unchanged. */
  readonly present: readonly string[];
}

const REQUEST_TIMEOUT = 30_000;
const MAX_CHECKS = 600;
const CHECK_EVERY = 100;

/**
 * Creates the missing topics of the catalogue. May be repeated, also concurrently.
 * @throws errors of the client library; `troubleOf` words them
 */
export async function createTopics(options: {
  readonly settings: KafkaSettings;
  readonly log: Log;
}): Promise<CreatedTopics> {
  const { settings, log } = options;
  const { KAFKA_PREFIX: prefix, KAFKA_REPLICATION: replicas } = settings;
  const client = createRequestClient({ settings, clientId: 'countersign-provision', log }, REQUEST_TIMEOUT);
  const admin = client.kafka.admin();
  try {
    await admin.connect();
    const there = new Set(await admin.listTopics());
    const names = (Object.keys(producers) as Topic[]).map((topic) => `${prefix}${topic}`);
    const absent = names.filter((name) => !there.has(name));
    const configEntries = [
      { name: 'cleanup.policy', value: 'delete' },
      { name: 'retention.ms', value: `${settings.KAFKA_RETENTION * 1000}` },
      // An acknowledged event survives the loss of a broker, and publishing too.
      { name: 'min.insync.replicas', value: `${Math.max(1, replicas - 1)}` },
    ];
    const topics = absent.map((topic) => ({
      topic,
      numPartitions: settings.KAFKA_PARTITIONS,
      replicationFactor: replicas,
      configEntries,
    }));
    // Topics that a concurrent run has just created are fine. The call does not wait for leaders, because it would fail
    // if the contacted broker does not know a topic yet.
    if (topics.length > 0) await admin.createTopics({ topics, waitForLeaders: false });
    await allThere(admin, names);
    return { created: absent, present: names.filter((name) => there.has(name)) };
  } finally {
    await admin.disconnect();
    client.destroy();
  }
}

/**
 * Waits, at most about a minute, until every partition of the topics has a leader that serves it. The metadata name a new
 * partition's leader before that broker has taken it over; until then it refuses messages. Offsets come from the leader.
 */
async function allThere(admin: Admin, names: readonly string[]): Promise<void> {
  for (let checks = 1; ; checks += 1) {
    try {
      await admin.fetchTopicMetadata({ topics: [...names] });
      for (const name of names) await admin.fetchTopicOffsets(name);
      return;
    } catch (error) {
      if (checks === MAX_CHECKS) throw error;
    }
    await sleep(CHECK_EVERY);
  }
}
