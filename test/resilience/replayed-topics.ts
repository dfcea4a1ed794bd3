/** Sends every message of Kafka's topics again: each twice, in another order, as after a lost offset. */
import { randomUUID } from 'node:crypto';
import { until } from '@countersign/shared/test/patience';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import { type Dice, pick } from './seeded.ts';

interface Message {
  readonly topic: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
}

/**
 * Publishes every message twice more, in an order of the dice, and waits until every group has handled all of it.
 * @returns how many there were
 */
export async function replayTopics(env: Readonly<Record<string, string>>, dice: Dice): Promise<number> {
  return asAdmin(env, async ({ kafka, admin, prefix, topics: all }) => {
    // Dead letters are not events: no service consumes them.
    const topics = all.filter((name) => !name.endsWith('dead-letters'));
    const messages = await readAll(kafka, admin, topics);
    const producer = kafka.producer();
    await producer.connect();
    for (const { topic, key, value } of shuffled([...messages, ...messages], dice)) {
      await producer.send({ topic, messages: [{ key, value }] });
    }
    await producer.disconnect();
    await until('every group has handled what came again', async () => (await behind(admin, prefix, topics)) === 0);
    return messages.length;
  });
}

/** Every message of every topic, dead letters too, as bytes. */
export function topicsOf(env: Readonly<Record<string, string>>): Promise<readonly [string, Buffer]> {
  return asAdmin(env, async ({ kafka, admin, topics }) => {
    const messages = await readAll(kafka, admin, topics);
    const none = Buffer.alloc(0);
    return ['topics', Buffer.concat(messages.flatMap(({ key, value }) => [key ?? none, value ?? none]))];
  });
}

interface Administration {
  readonly kafka: Kafka;
  readonly admin: Admin;
  readonly prefix: string;
  readonly topics: readonly string[];
}

async function asAdmin<T>(
  { KAFKA_BROKERS = '', KAFKA_PREFIX: prefix = '' }: Readonly<Record<string, string>>,
  act: (administration: Administration) => Promise<T>,
): Promise<T> {
  const kafka = new Kafka({ brokers: KAFKA_BROKERS.split(','), logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  try {
    const topics = (await admin.listTopics()).filter((name) => name.startsWith(prefix));
    return await act({ kafka, admin, prefix, topics });
  } finally {
    await admin.disconnect();
  }
}

async function readAll(kafka: Kafka, admin: Admin, topics: readonly string[]): Promise<readonly Message[]> {
  let expected = 0;
  for (const topic of topics) {
    for (const { high, low } of await admin.fetchTopicOffsets(topic)) expected += Number(high) - Number(low);
  }
  const groupId = `replay-${randomUUID()}`;
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100 });
  const messages: Message[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ topic, message: { key, value } }) => void messages.push({ topic, key, value }),
  });
  await until('all messages are read', async () => messages.length >= expected);
  await consumer.disconnect();
  await admin.deleteGroups([groupId]);
  return messages;
}

/** Messages that a group has not committed yet, in all topics that it has ever read. */
async function behind(admin: Admin, prefix: string, topics: readonly string[]): Promise<number> {
  const ids = (await admin.listGroups()).groups.map(({ groupId }) => groupId).filter((id) => id.startsWith(prefix));
  // The group of one replica (`<group>.<random>`) stays without members if the replica was killed: it handles nothing
  // more.
  const { groups: described } = await admin.describeGroups(ids);
  const groups = described.filter(
    ({ groupId, members }) => members.length > 0 || !groupId.slice(prefix.length).includes('.'),
  );
  if (groups.length === 0) throw new Error('No service consumes anything');
  let count = 0;
  for (const topic of topics) {
    const ends = new Map(
      (await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => [partition, Number(high)]),
    );
    for (const { groupId } of groups) {
      const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] });
      for (const { partition, offset } of committed?.partitions ?? []) {
        // -1: it does not read this topic.
        if (Number(offset) >= 0) count += (ends.get(partition) ?? 0) - Number(offset);
      }
    }
  }
  return count;
}

function shuffled<T>(items: readonly T[], dice: Dice): readonly T[] {
  const left = [...items];
  const order: T[] = [];
  while (left.length > 0) {
    const item = pick(dice, left);
    left.splice(left.indexOf(item), 1);
    order.push(item);
  }
  return order;
}
