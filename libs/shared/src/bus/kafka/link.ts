/** One connection to Kafka for publishing and requests. It is used until it fails, and then discarded. */
import { type Admin, type KafkaClient, type Producer, partitioner } from './client.ts';

export interface KafkaMessage {
  readonly key: string;
  readonly value: string;
}

export interface Link {
  /** Resolves when all in-sync replicas have all messages. On rejection the outcome of each message is unknown. */
  send(topic: string, messages: readonly KafkaMessage[]): Promise<void>;
  /** Names of all topics that this user may see. */
  topics(): Promise<ReadonlySet<string>>;
  /** Resolves when the cluster has responded. */
  probe(): Promise<void>;
  deleteGroup(group: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a link with its own producer id. After a failed send the sequence numbers of an idempotent producer can't be
 * trusted: a new link publishes again, and duplicates have the same event id.
 * @param client used only by this link, and destroyed with it
 */
export async function openLink(client: KafkaClient): Promise<Link> {
  const producer = client.kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: partitioner,
  });
  const admin = client.kafka.admin();
  const close = (): Promise<void> => closeAll(producer, admin, client);
  try {
    await admin.connect();
    await producer.connect();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    send: async (topic, messages) => {
      await producer.send({ topic, messages: [...messages], acks: -1 });
    },
    topics: async () => new Set(await admin.listTopics()),
    probe: async () => {
      await admin.describeCluster();
    },
    deleteGroup: async (group) => {
      await admin.deleteGroups([group]);
    },
    close,
  };
}

/** A discarded link is usually broken, so failures of its close are ignored. */
async function closeAll(producer: Producer, admin: Admin, client: KafkaClient): Promise<void> {
  await Promise.allSettled([producer.disconnect(), admin.disconnect()]);
  client.destroy();
}
