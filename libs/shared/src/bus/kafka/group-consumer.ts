/**
 * One member of one consumer group. The client library fetches and keeps the membership; lanes, one per partition, handle
 * the events, so that a slow handler delays neither fetches nor heartbeats (docs/explanation/adr/0017-kafka-lanes.md).
 */
import type { Log } from '../../kernel/log.ts';
import type { Random } from '../../kernel/random.ts';
import type { Topic } from '../catalogue.ts';
import { type DeliveryPolicy, pause } from '../delivery.ts';
import type { Subscription } from '../port.ts';
import type { Consumer, EachBatchPayload, KafkaClient } from './client.ts';
import { Commits } from './commits.ts';
import { PartitionLane } from './lane.ts';
import { TroubleLog } from './trouble.ts';
import { backOff, NotAwaited, within } from './waiting.ts';

export interface GroupConsumerOptions {
  /** Creates a client; each membership has its own. */
  readonly createClient: () => KafkaClient;
  readonly groupId: string;
  /** All of one group. */
  readonly subscriptions: readonly Subscription[];
  /** Prefix of the topic names. */
  readonly prefix: string;
  /** Whether a new group starts with the oldest event instead of the newest. */
  readonly fromBeginning: boolean;
  readonly policy: DeliveryPolicy;
  readonly log: Log;
  readonly random: Random;
  /** Returns the topics that do not exist; undefined while no broker responds. */
  readonly missing: (topics: readonly string[]) => readonly string[] | undefined;
}

export interface TopicLag {
  readonly topic: Topic;
  readonly group: string;
  /** Events that are published and not handled, in the partitions of this process. */
  readonly events: number;
}

/** Milliseconds. After the session timeout other members take over a crashed member's partitions. */
const SESSION = { sessionTimeout: 10_000, heartbeatInterval: 2000, rebalanceTimeout: 15_000 };
/** The wait is also the longest delay of a stop, a pause and a rebalance. */
const FETCH = { maxWaitTimeInMs: 500, maxBytesPerPartition: 262_144, maxBytes: 4_194_304 };
/** Milliseconds between two checks that the topics exist. */
const CHECK_TOPICS_EVERY = 250;
const HANDLERS_END_WITHIN = 3500;
const COMMIT_WITHIN = 1000;
const LEAVE_WITHIN = 1500;

export class GroupConsumer {
  readonly #options: GroupConsumerOptions;
  readonly #trouble: TroubleLog;
  readonly #topics: ReadonlyMap<string, Topic>;
  readonly #stopping = new AbortController();
  /** By topic name and partition. */
  readonly #lanes = new Map<string, PartitionLane>();
  /** Lanes of an earlier assignment whose handlers still run. */
  readonly #ending = new Map<string, Promise<void>>();
  readonly #unknownTypes = new Set<string>();
  #wasReady = false;
  #state: 'away' | 'joined' | 'ready' = 'away';
  readonly #commits: Commits;
  #running: Promise<void> = Promise.resolve();

  constructor(options: GroupConsumerOptions) {
    this.#options = options;
    this.#trouble = new TroubleLog(options.log);
    this.#commits = new Commits(this.#lanes, options.log, options.groupId);
    this.#topics = new Map(options.subscriptions.map(({ topic }) => [`${options.prefix}${topic}`, topic]));
  }

  /** Starts joining in the background. */
  start(): void {
    this.#running = this.#run();
  }

  /** True while this process is a member that fetches. */
  get ready(): boolean {
    return this.#state === 'ready';
  }

  lag(): readonly TopicLag[] {
    const group = this.#options.subscriptions[0]?.group ?? '';
    return [...this.#topics].map(([name, topic]) => {
      const lanes = [...this.#lanes].filter(([key]) => key.startsWith(`${name}/`));
      return { topic, group, events: lanes.reduce((sum, [, lane]) => sum + lane.lag, 0) };
    });
  }

  /** Waits for running handlers, commits, and leaves the group; within a few seconds. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { groupId, missing, random } = this.#options;
    for (let failures = 0; !signal.aborted; ) {
      // The publisher logs why topics are missing.
      if (missing([...this.#topics.keys()])?.length !== 0) {
        await pause(CHECK_TOPICS_EVERY, signal);
        continue;
      }
      this.#wasReady = false;
      const error = await this.#membership();
      if (signal.aborted) return;
      this.#trouble.reportError(error, { group: groupId });
      failures = this.#wasReady ? 1 : failures + 1;
      await pause(backOff(failures, random), signal);
    }
  }

  /** Joins, handles events until a failure or the stop, and leaves. Returns the error. */
  async #membership(): Promise<unknown> {
    const { createClient, groupId } = this.#options;
    const { signal } = this.#stopping;
    const client = createClient();
    const consumer = client.kafka.consumer({
      groupId,
      ...SESSION,
      ...FETCH,
      allowAutoTopicCreation: false,
      // `#run` replaces a consumer that failed.
      retry: { restartOnFailure: async () => false },
    });
    const over = new AbortController();
    const ended = this.#listen(consumer, over.signal);
    try {
      // Shutdown does not wait for an unreachable broker.
      return await Promise.race([ended, this.#join(consumer).then(() => ended)]);
    } catch (error) {
      return error;
    } finally {
      await this.#leave(consumer, signal.aborted);
      client.destroy();
      over.abort();
    }
  }

  async #join(consumer: Consumer): Promise<void> {
    await consumer.connect();
    await consumer.subscribe({ topics: [...this.#topics.keys()], fromBeginning: this.#options.fromBeginning });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: async (payload) => this.#take(payload),
    });
  }

  /** Resolves with the error when the consumer has failed, and with undefined at the stop. */
  #listen(consumer: Consumer, over: AbortSignal): Promise<unknown> {
    const { CRASH, FETCH: FETCHED, GROUP_JOIN, REBALANCING } = consumer.events;
    const { signal } = this.#stopping;
    consumer.on(GROUP_JOIN, ({ payload }) => this.#assigned(consumer, payload.memberAssignment));
    consumer.on(REBALANCING, () => {
      this.#state = 'joined';
    });
    consumer.on(FETCHED, () => {
      // The first fetch shows that the member has its start offsets.
      if (this.#state !== 'joined') return;
      this.#state = 'ready';
      this.#wasReady = true;
      this.#trouble.over('Kafka: member of the group again', { group: this.#options.groupId });
    });
    return new Promise((resolve) => {
      consumer.on(CRASH, ({ payload }) => {
        this.#state = 'away';
        resolve(payload.error);
      });
      signal.addEventListener('abort', () => resolve(undefined), { signal: over });
      if (signal.aborted) resolve(undefined);
    });
  }

  /**
   * Starts an assignment: ends all lanes of the previous one, even for partitions that stay. With several brokers the
   * client library may rejoin while a batch of another broker is in flight; the seek marks that batch as stale. In a
   * new lane, its commit would skip events that the ended lane has not handled.
   */
  #assigned(consumer: Consumer, assignment: Readonly<Record<string, readonly number[]>>): void {
    const before = new Map(this.#lanes);
    this.#endLanes();
    for (const [topic, partitions] of Object.entries(assignment)) {
      for (const partition of partitions) {
        const position = before.get(`${topic}/${partition}`)?.position;
        if (position !== undefined) consumer.seek({ topic, partition, offset: `${position}` });
      }
    }
    this.#state = 'joined';
  }

  /**
   * Adds a batch to its lane, and returns immediately: the client library does not fetch while a batch is being
   * handled.
   */
  #take(payload: EachBatchPayload): void {
    const { batch, isStale, resolveOffset } = payload;
    if (this.#stopping.signal.aborted) {
      // Without the pause the same batch would be fetched in a loop.
      payload.pause();
      return;
    }
    if (isStale()) return;
    this.#commits.use(payload.commitOffsetsIfNecessary);
    const lane = this.#lane(batch.topic, batch.partition);
    if (lane === undefined) return;
    lane.add(batch.messages, batch.highWatermark);
    resolveOffset(batch.lastOffset());
    if (lane.crowded) lane.resume ??= payload.pause();
  }

  #lane(name: string, partition: number): PartitionLane | undefined {
    const key = `${name}/${partition}`;
    const present = this.#lanes.get(key);
    const topic = this.#topics.get(name);
    if (present !== undefined || topic === undefined) return present;
    const members = this.#options.subscriptions.filter((subscription) => subscription.topic === topic);
    const subscription = members[partition % members.length];
    if (subscription === undefined) return undefined;
    const lane = new PartitionLane({
      topic,
      partition,
      subscription,
      policy: this.#options.policy,
      begin: this.#ending.get(key) ?? Promise.resolve(),
      onDone: (one) => this.#progressed(one),
      onUnknownType: (of, type) => this.#logUnknownType(of, type),
    });
    this.#lanes.set(key, lane);
    return lane;
  }

  /** Logs a type of a newer producer that this version does not know: once each, at most 100 types. */
  #logUnknownType(topic: Topic, type: string): void {
    const key = `${topic} ${type}`;
    if (this.#unknownTypes.has(key) || this.#unknownTypes.size >= 100) return;
    this.#unknownTypes.add(key);
    this.#options.log.warn('Events of an unknown type are ignored', { topic, detail: type });
  }

  #progressed(lane: PartitionLane): void {
    if (lane.resume !== undefined && lane.roomy) {
      lane.resume();
      lane.resume = undefined;
    }
    this.#commits.schedule();
  }

  /** Ends all lanes. A partition's next lane starts when the previous one's handlers have ended. */
  #endLanes(): void {
    for (const [key, lane] of this.#lanes) {
      const end = lane.stop();
      this.#ending.set(key, end);
      void end.then(() => {
        if (this.#ending.get(key) === end) this.#ending.delete(key);
      });
      // The client library keeps a pause over assignments.
      lane.resume?.();
      // Handlers of this lane that still run must not end a pause of the next lane.
      lane.resume = undefined;
    }
    this.#lanes.clear();
  }

  async #leave(consumer: Consumer, atStop: boolean): Promise<void> {
    if (atStop) {
      await this.#atMost(HANDLERS_END_WITHIN, Promise.all([...this.#lanes.values()].map((lane) => lane.stop())));
      await this.#atMost(COMMIT_WITHIN, this.#commits.flush());
    }
    this.#commits.stop();
    this.#endLanes();
    this.#state = 'away';
    await this.#atMost(LEAVE_WITHIN, consumer.disconnect());
  }

  async #atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
    try {
      await within(milliseconds, work);
    } catch (error) {
      const code = error instanceof NotAwaited ? 'too_slow' : 'failed';
      this.#options.log.debug('A step of leaving the group did not end', { group: this.#options.groupId, code });
    }
  }
}
