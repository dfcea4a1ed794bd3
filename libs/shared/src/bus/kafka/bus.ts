/**
 * The bus on Kafka. `publish` resolves when all in-sync replicas have the events; each group handles them afterwards, at
 * least once, in the order of each session. Nothing here fails for good while Kafka is away: it is tried again until it
 * is back, `publish` and `ping` say so meanwhile.
 */
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { type Random, randomId } from '../../kernel/random.ts';
import type { ServiceName } from '../../kernel/service-name.ts';
import { unavailable } from '../../kernel/unavailable.ts';
import { type BusEvent, producers, type Topic } from '../catalogue.ts';
import { DEFAULT_PAUSES, type DeadLetter, type DeliveryPolicy } from '../delivery.ts';
import type { Bus, Subscription } from '../port.ts';
import { MOST_EVENT_BYTES } from '../read-event.ts';
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
  /** Keeps what a group could not handle; resolves when that is durable. Afterwards it is published too. */
  readonly deadLetter: (entry: DeadLetter) => Promise<void>;
  /** Milliseconds between the tries of a handler that throws; with n pauses it is tried n + 1 times. */
  readonly pauses?: readonly number[];
}

export interface KafkaBus extends Bus {
  /** How far this process is behind, by topic and group: from what was fetched, no request is made for it. */
  lag(): readonly TopicLag[];
}

/** Time for one answer of a broker, milliseconds. */
const REQUEST_TIMEOUT = 5000;

/** Makes the bus; it connects at its start. */
export function createKafkaBus(options: KafkaBusOptions): KafkaBus {
  return new KafkaBusOfService(options);
}

class KafkaBusOfService implements KafkaBus {
  readonly #options: KafkaBusOptions;
  readonly #subscriptions: Subscription[] = [];
  #publisher: Publisher | undefined;
  #consumers: readonly GroupConsumer[] = [];
  /** Groups of this process alone. */
  readonly #ownGroups: string[] = [];
  #stopped: Promise<void> | undefined;

  constructor(options: KafkaBusOptions) {
    this.#options = options;
  }

  subscribe(subscription: Subscription): void {
    if (this.#publisher !== undefined) throw new Error('Subscriptions come before the start of the bus');
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
      if (Buffer.byteLength(value) > MOST_EVENT_BYTES) throw new Error(`An event of ${event.type} is too large`);
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
    // Dead letters of the last handlers still go out.
    for (const group of this.#ownGroups) await this.#deleteGroup(group);
    await this.#publisher?.stop();
  }

  async #deleteGroup(group: string): Promise<void> {
    try {
      await this.#publisher?.deleteGroup(group);
    } catch (error) {
      // Kafka forgets an empty group by itself, after some days.
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

  /** What this service publishes to or subscribes to. */
  #topics(): readonly Topic[] {
    const { service } = this.#options;
    const published = (Object.keys(producers) as Topic[]).filter((topic) =>
      [service, 'any'].includes(producers[topic]),
    );
    return [...new Set([...published, ...this.#subscriptions.map(({ topic }) => topic)])];
  }

  /** One for each group of the subscriptions. */
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
        // The store has it: the topic is a service to those who watch it, nobody waits for it.
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
