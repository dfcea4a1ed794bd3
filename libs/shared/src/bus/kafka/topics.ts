/** The topics, made by an explicit step: a broker that makes topics by itself makes them with the wrong settings. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../kernel/log.ts';
import { producers, type Topic } from '../catalogue.ts';
import { type Admin, createRequestClient, type KafkaSettings } from './client.ts';

export interface CreatedTopics {
  readonly created: readonly string[];
  /** Were there before; they are left as they are. */
  readonly present: readonly string[];
}

const REQUEST_TIMEOUT = 30_000;
const LOOKS = 100;
const LOOK_AFTER = 100;

/**
 * Makes the topics of the catalogue that are not there; to be repeated at will, also beside another run.
 * @throws what the client library throws: `troubleOf` says it in words
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
    // Those that another run made meanwhile are no error to it. It does not wait: it would fail on a topic that the
    // broker which it asks has not heard of yet.
    if (topics.length > 0) await admin.createTopics({ topics, waitForLeaders: false });
    await allThere(admin, names);
    return { created: absent, present: names.filter((name) => there.has(name)) };
  } finally {
    await admin.disconnect();
    client.destroy();
  }
}

/** Waits until every topic has a leader for each of its partitions; some seconds at most. */
async function allThere(admin: Admin, names: readonly string[]): Promise<void> {
  for (let looks = 1; ; looks += 1) {
    try {
      await admin.fetchTopicMetadata({ topics: [...names] });
      return;
    } catch (error) {
      if (looks === LOOKS) throw error;
    }
    await sleep(LOOK_AFTER);
  }
}
