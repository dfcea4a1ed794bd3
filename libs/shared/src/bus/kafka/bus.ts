/**
 * The bus on Kafka. `publish` resolves when all in-sync replicas have the events; each group handles them afterwards, at
 * least once, in the order of each session. While Kafka is unreachable the bus reconnects without limit, and `publish` and
 * `ping` reject.
 */
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { type Random, randomId } from '../../kernel/random.ts';
import type { ServiceName } from '../../kernel/service-name.ts';
import { unavailable } from '../../kernel/unavailable.ts';
import { type BusEvent, producers, type Topic } from '../catalogue.ts';
import { DEFAULT_PAUSES, type DeadLetter, type DeliveryPolicy } from '../delivery.ts';
import type { Bus, Subscription } from '../port.ts';
import { MAX_EVENT_BYTES } from '../read-event.ts';
import { createConsumerClient, createRequestClient, type KafkaClient, type KafkaSettings } from './client.ts';
import { GroupConsumer, type TopicLag } from './group-consumer.ts';
import { openLink } from './link.ts';
import { Publisher } from './publisher.ts';

export interface KafkaBusOptions {
  readonly settings: KafkaSettings;
  readonly service: ServiceName;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  /** Stores an event that a group could not handle; resolves when that is durable. The entry is then published too. */
  readonly deadLetter: (entry: DeadLetter) => Promise<void>;
  /** Milliseconds between the attempts of a handler that throws; n pauses mean n + 1 attempts. */
  readonly pauses?: readonly number[];
}

export interface KafkaBus extends Bus {
  /** Lag of this process by topic and group, computed from fetched batches without a request. */
  lag(): readonly TopicLag[];
}

/** Time limit of a broker's response, milliseconds. */
const REQUEST_TIMEOUT = 5000;

/** Creates the bus, which connects when it starts. */
export function createKafkaBus(options: KafkaBusOptions): KafkaBus {
  return new KafkaBusOfService(options);
}

class KafkaBusOfService implements KafkaBus {
  readonly #options: KafkaBusOptions;
  readonly #subscriptions: Subscription[] = [];
  #publisher: Publisher | undefined;
  #consumers: readonly GroupConsumer[] = [];
  /** Groups that belong only to this process. */
  readonly #ownGroups: string[] = [];
  #stopped: Promise<void> | undefined;

  constructor(options: KafkaBusOptions) {
    this.#options = options;
  }

  subscribe(subscription: Subscription): void {
    if (this.#publisher !== undefined) throw new Error('Subscribe before the bus starts');
    this.#subscriptions.push(subscription);
  }

  async start(): Promise<void> {
    if (this.#stopped !== undefined) throw stopped();
    if (this.#publisher !== undefined) return;
    const { settings, service, log, clock, random } = this.#options;
    const clientId = `countersign-${service}`;
    const publisher = new Publisher({
      open: () => openLink(createRequestClient({ settings, clientId, log }, REQUEST_TIMEOUT)),
      topics: this.#topics().map((topic) => this.#nameOf(topic)),
      clock,
      log,
      random,
    });
    this.#publisher = publisher;
    this.#consumers = this.#makeConsumers(publisher);
    publisher.start();
    for (const consumer of this.#consumers) consumer.start();
  }

  async publish(topic: Topic, events: readonly BusEvent[]): Promise<void> {
    const publisher = this.#started();
    const messages = events.map((event) => {
      const value = JSON.stringify(event);
      if (Buffer.byteLength(value) > MAX_EVENT_BYTES) throw new Error(`An event of ${event.type} is too large`);
      return { key: event.subject, value };
    });
    await publisher.publish(this.#nameOf(topic), messages);
  }

  async ping(): Promise<void> {
    const publisher = this.#started();
    await publisher.ping();
    const missing = publisher.missing(this.#topics().map((topic) => this.#nameOf(topic)));
    if (missing?.length !== 0) throw unavailable('kafka', new Error('Topics are missing'));
    if (!this.#consumers.every((consumer) => consumer.ready)) {
      throw unavailable('kafka', new Error('Not yet a member of the consumer group'));
    }
  }

  lag(): readonly TopicLag[] {
    return this.#consumers.flatMap((consumer) => consumer.lag());
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    await Promise.all(this.#consumers.map((consumer) => consumer.stop()));
    // The publisher stops last, so that dead letters of the last handlers are still published.
    for (const group of this.#ownGroups) await this.#deleteGroup(group);
    await this.#publisher?.stop();
  }

  async #deleteGroup(group: string): Promise<void> {
    try {
      await this.#publisher?.deleteGroup(group);
    } catch (error) {
      // Kafka removes an empty group automatically, after a few days.
      const code = error instanceof Error ? error.name : typeof error;
      this.#options.log.debug('A group of this process was not deleted', { group, code });
    }
  }

  #started(): Publisher {
    if (this.#stopped !== undefined) throw stopped();
    if (this.#publisher === undefined) throw unavailable('kafka', new Error('The bus is not started'));
    return this.#publisher;
  }

  #nameOf(topic: Topic): string {
    return `${this.#options.settings.KAFKA_PREFIX}${topic}`;
  }

  /** The topics that this service publishes or subscribes to. */
  #topics(): readonly Topic[] {
    const { service } = this.#options;
    const published = (Object.keys(producers) as Topic[]).filter((topic) =>
      [service, 'any'].includes(producers[topic]),
    );
    return [...new Set([...published, ...this.#subscriptions.map(({ topic }) => topic)])];
  }

  /** Creates one consumer for each group of the subscriptions. */
  #makeConsumers(publisher: Publisher): readonly GroupConsumer[] {
    const { settings, service, log, random } = this.#options;
    const prefix = settings.KAFKA_PREFIX;
    const createClient = (): KafkaClient => createConsumerClient({ settings, clientId: `countersign-${service}`, log });
    const byGroup = new Map<string, Subscription[]>();
    for (const subscription of this.#subscriptions) {
      const key = `${subscription.group} ${subscription.eachReplica === true}`;
      byGroup.set(key, [...(byGroup.get(key) ?? []), subscription]);
    }
    return [...byGroup.values()].flatMap((subscriptions) => {
      const [first] = subscriptions;
      if (first === undefined) return [];
      const own = first.eachReplica === true;
      const groupId = own ? `${prefix}${first.group}.${randomId(random)}` : `${prefix}${first.group}`;
      if (own) this.#ownGroups.push(groupId);
      const policy = this.#policy(publisher);
      const missing = (topics: readonly string[]): readonly string[] | undefined => publisher.missing(topics);
      const common = { createClient, groupId, subscriptions, prefix, policy, log, random, missing };
      return [new GroupConsumer({ ...common, fromBeginning: !own })];
    });
  }

  #policy(publisher: Publisher): DeliveryPolicy {
    const { clock, log, pauses = DEFAULT_PAUSES, deadLetter } = this.#options;
    const name = this.#nameOf('dead-letters');
    return {
      clock,
      log,
      pauses,
      deadLetter: async (entry) => {
        await deadLetter(entry);
        const key = entry.event?.subject ?? entry.unreadable?.position ?? '';
        // The store has the entry; the topic only informs consumers of dead letters, so the publication is not awaited.
        publisher.publish(name, [{ key, value: JSON.stringify(entry) }]).catch((error: unknown) => {
          const code = error instanceof Error ? error.name : typeof error;
          log.warn('A dead letter was kept, but not published', { topic: entry.topic, group: entry.group, code });
        });
      },
    };
  }
}

function stopped(): Error {
  return unavailable('kafka', new Error('The bus is stopped'));
}
