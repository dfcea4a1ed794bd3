/** Buses on the broker of KAFKA_BROKERS, with separate topics that are removed at the end. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { Topic } from '../../../src/bus/catalogue.ts';
import type { DeadLetter } from '../../../src/bus/delivery.ts';
import { createKafkaBus, type KafkaBus, type KafkaBusOptions } from '../../../src/bus/kafka/bus.ts';
import { type Admin, createRequestClient, type KafkaSettings } from '../../../src/bus/kafka/client.ts';
import { openLink } from '../../../src/bus/kafka/link.ts';
import { createTopics } from '../../../src/bus/kafka/topics.ts';
import type { EventHandler, Subscription } from '../../../src/bus/port.ts';
import { systemClock } from '../../../src/kernel/clock.ts';
import { type Log, silentLog } from '../../../src/kernel/log.ts';
import { until } from '../../patience.ts';

/** The topic of the tests. */
export const TOPIC: Topic = 'issuance-results';

export const brokers: readonly string[] = (process.env.KAFKA_BROKERS ?? '').split(',').filter((one) => one !== '');
export const SKIP: string | false = brokers.length === 0 ? 'needs KAFKA_BROKERS' : false;

export function settingsOf(prefix: string, changes: Partial<KafkaSettings> = {}): KafkaSettings {
  return {
    KAFKA_BROKERS: brokers,
    KAFKA_PREFIX: prefix,
    KAFKA_TLS: false,
    KAFKA_USERNAME: process.env.KAFKA_USERNAME,
    KAFKA_PASSWORD: process.env.KAFKA_PASSWORD,
    KAFKA_MECHANISM: 'scram-sha-512',
    KAFKA_PARTITIONS: 3,
    KAFKA_REPLICATION: 1,
    KAFKA_RETENTION: 3600,
    ...changes,
  };
}

const cleanings = new WeakMap<Pick<TestContext, 'after'>, (() => Promise<unknown>)[]>();

/** Runs after the test, in reverse order of registration, so that users of a resource end before it. */
export function cleanUp(t: Pick<TestContext, 'after'>, work: () => Promise<unknown>): void {
  const present = cleanings.get(t);
  if (present !== undefined) {
    present.push(work);
    return;
  }
  const works = [work];
  cleanings.set(t, works);
  t.after(async () => {
    for (const one of works.reverse()) await one();
  });
}

/** Queries the cluster without the bus. */
export async function asAdmin<T>(ask: (admin: Admin) => Promise<T>): Promise<T> {
  const client = createRequestClient({ settings: settingsOf(''), clientId: 'test', log: silentLog }, 10_000);
  const admin = client.kafka.admin();
  try {
    await admin.connect();
    return await ask(admin);
  } finally {
    await admin.disconnect();
    client.destroy();
  }
}

/** A new prefix. */
export function newPrefix(): string {
  return `test-${randomUUID().slice(0, 13)}.`;
}

/** Removes the topics and groups of a prefix. */
export async function removePrefix(prefix: string): Promise<void> {
  await asAdmin(async (admin) => {
    const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix));
    if (topics.length > 0) await admin.deleteTopics({ topics });
    const { groups } = await admin.listGroups();
    const mine = groups.map(({ groupId }) => groupId).filter((group) => group.startsWith(prefix));
    if (mine.length === 0) return;
    // The group may still have a member that could not leave. The broker removes such a group automatically.
    const { groups: described } = await admin.describeGroups(mine);
    const empty = described.filter(({ state }) => state === 'Empty').map(({ groupId }) => groupId);
    if (empty.length > 0) await admin.deleteGroups(empty);
  });
}

/** A prefix whose topics exist; they are removed after the test. */
export async function ownTopics(t: TestContext, changes: Partial<KafkaSettings> = {}): Promise<string> {
  const prefix = newPrefix();
  await createTopics({ settings: settingsOf(prefix, changes), log: silentLog });
  cleanUp(t, () => until('the removal of the topics', () => removePrefix(prefix).then(() => true)));
  return prefix;
}

export interface TestBus {
  readonly bus: KafkaBus;
  readonly deadLetters: DeadLetter[];
}

export function newBus(
  prefix: string,
  options: Partial<Omit<KafkaBusOptions, 'settings'>> & { readonly settings?: Partial<KafkaSettings> } = {},
): TestBus {
  const deadLetters: DeadLetter[] = [];
  const bus = createKafkaBus({
    service: 'issuer',
    clock: systemClock,
    log: silentLog,
    random: randomBytes,
    deadLetter: async (entry) => void deadLetters.push(entry),
    pauses: [1, 1, 2],
    ...options,
    settings: settingsOf(prefix, options.settings),
  });
  return { bus, deadLetters };
}

/** A started bus with these subscriptions, that is stopped after the test; it is a member of its groups. */
export async function startedBus(
  t: TestContext,
  prefix: string,
  subscriptions: readonly Subscription[],
  options: Parameters<typeof newBus>[1] = {},
): Promise<TestBus> {
  const made = newBus(prefix, options);
  cleanUp(t, () => made.bus.stop());
  for (const subscription of subscriptions) made.bus.subscribe(subscription);
  await made.bus.start();
  await healthy(made.bus);
  return made;
}

/** Waits until a bus's ping resolves, up to some tens of seconds, because a crashed member is detected late. */
export async function healthy(bus: KafkaBus): Promise<void> {
  await until('a healthy bus', async () => {
    try {
      await bus.ping();
      return true;
    } catch {
      return false;
    }
  });
}

/** A log that keeps its lines, from warnings on. */
export function keptLog(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  const keep = (message: string): void => void lines.push(message);
  return { lines, log: { debug: () => undefined, info: keep, warn: keep, error: keep } };
}

/** A subscription of the group `issuer` to TOPIC. */
export function on(handler: EventHandler, more: Partial<Subscription> = {}): Subscription {
  return { topic: TOPIC, group: 'issuer', handler, ...more };
}

/** Sends strings to a topic, as a foreign producer might. */
export async function sendTexts(topic: string, values: readonly string[], key = 'k'): Promise<void> {
  const link = await openLink(
    createRequestClient({ settings: settingsOf(''), clientId: 'test', log: silentLog }, 5000),
  );
  try {
    await link.send(
      topic,
      values.map((value) => ({ key, value })),
    );
  } finally {
    await link.close();
  }
}

/** The sum of a group's committed offsets on a topic. */
export async function committed(prefix: string, group: string, topic: Topic = TOPIC): Promise<number> {
  const offsets = await asAdmin((admin) =>
    admin.fetchOffsets({ groupId: `${prefix}${group}`, topics: [`${prefix}${topic}`] }),
  );
  return offsets
    .flatMap(({ partitions }) => partitions)
    .reduce((sum, { offset }) => sum + Math.max(0, Number(offset)), 0);
}
