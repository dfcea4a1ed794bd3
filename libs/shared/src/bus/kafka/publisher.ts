/**
 * Publishes to Kafka: what is published to a topic at the same time shares one send, one send is in flight at a time,
 * and each caller waits for the acknowledgement of its own messages. Where no broker answers, callers are refused soon:
 * the outbox keeps what could not be published.
 */
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Random } from '../../kernel/random.ts';
import { unavailable } from '../../kernel/unavailable.ts';
import { pause } from '../delivery.ts';
import type { KafkaMessage, Link } from './link.ts';
import { TroubleLog } from './trouble.ts';
import { backOff, NotAwaited, within } from './waiting.ts';

export interface PublisherOptions {
  readonly open: () => Promise<Link>;
  /** Names of the topics that must be there. */
  readonly topics: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  /** Milliseconds; defaults below. */
  readonly limits?: { readonly open?: number; readonly send?: number; readonly patience?: number };
}

/** Time to open a link, milliseconds: some requests, each of which may be slow. */
const OPEN_WITHIN = 20_000;
/** Time for one send: a cluster that needs 2 s for a request still works. */
const SEND_WITHIN = 3000;
/** Time that callers wait for a link that is being opened; after it they are refused at once. */
const PATIENCE = 1000;
/** Most messages in one send, and most that wait. */
const MOST_IN_SEND = 1000;
const MOST_WAITING = 10_000;
/** Time for which an answer of the cluster proves that it is there. */
const PROOF_LASTS = 2000;
const STOP_WITHIN = 2000;

/** Messages of one topic that wait to be sent. */
interface Entry {
  readonly topic: string;
  readonly messages: readonly KafkaMessage[];
  readonly done: () => void;
  readonly failed: (error: Error) => void;
}

export class Publisher {
  readonly #options: PublisherOptions;
  readonly #trouble: TroubleLog;
  readonly #stopping = new AbortController();
  #waiting: Entry[] = [];
  #link: Link | undefined;
  #lost: () => void = () => undefined;
  /** True while no broker answers: callers are refused at once. */
  #away = false;
  #visible: ReadonlySet<string> = new Set();
  #provenAt = Number.NEGATIVE_INFINITY;
  #proven = false;
  #scheduled = false;
  #sending: Promise<void> | undefined;
  #probing: Promise<void> | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#trouble = new TroubleLog(options.log);
  }

  /** Begins to connect, and returns. */
  start(): void {
    this.#running = this.#run();
  }

  /**
   * Publishes messages of one topic, in order.
   * @throws ProtocolError `temporarily_unavailable` where they were not all acknowledged; some may have been
   */
  async publish(topic: string, messages: readonly KafkaMessage[]): Promise<void> {
    for (let from = 0; from < messages.length; from += MOST_IN_SEND) {
      await this.#enqueue(topic, messages.slice(from, from + MOST_IN_SEND));
    }
  }

  /** Those of the topics that are not there; undefined while no broker answers. */
  missing(topics: readonly string[]): readonly string[] | undefined {
    if (this.#link === undefined) return undefined;
    return topics.filter((topic) => !this.#visible.has(topic));
  }

  /** Resolves when the cluster has answered just now, or some moments ago. */
  async ping(): Promise<void> {
    const link = this.#link;
    if (link === undefined) throw unavailable('kafka');
    if (this.#options.clock() - this.#provenAt < PROOF_LASTS) return;
    this.#probing ??= this.#probe(link).finally(() => {
      this.#probing = undefined;
    });
    await this.#probing;
  }

  async deleteGroup(group: string): Promise<void> {
    if (this.#link !== undefined) await within(STOP_WITHIN, this.#link.deleteGroup(group));
  }

  /** Sends what waits, then ends; within some seconds. */
  async stop(): Promise<void> {
    try {
      await within(STOP_WITHIN, this.#drained());
    } catch (error) {
      if (!(error instanceof NotAwaited)) throw error;
    }
    this.#stopping.abort();
    this.#refuseAll();
    this.#lost();
    await this.#running;
  }

  async #drained(): Promise<void> {
    while (this.#link !== undefined && (this.#sending !== undefined || this.#waiting.length > 0)) {
      await (this.#sending ?? new Promise((resolve) => setImmediate(resolve)));
    }
  }

  /** One link after the other. */
  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    for (let failures = 0; !signal.aborted; ) {
      const link = await this.#open();
      if (link !== undefined) {
        const ended = this.#use(link);
        await ended;
        failures = this.#proven ? 1 : failures + 1;
        // After a link that worked the next one is tried at once.
        if (failures === 1) continue;
      } else failures += 1;
      this.#refuseAll();
      await pause(backOff(failures, this.#options.random), signal);
    }
  }

  async #open(): Promise<Link | undefined> {
    const { open, limits = {} } = this.#options;
    const patience = setTimeout(() => this.#refuseAll(), limits.patience ?? PATIENCE);
    const opening = open();
    try {
      const link = await within(limits.open ?? OPEN_WITHIN, opening, this.#stopping.signal);
      this.#visible = await within(limits.send ?? SEND_WITHIN, link.topics());
      return link;
    } catch (error) {
      // Where it opens too late, or does not work.
      opening.then(
        (link) => link.close(),
        () => undefined,
      );
      if (!this.#stopping.signal.aborted) this.#trouble.tellError(error);
      return undefined;
    } finally {
      clearTimeout(patience);
    }
  }

  /** Works with a link until it is lost, or until the stop. */
  async #use(link: Link): Promise<void> {
    const lost = new AbortController();
    const ended = new Promise<void>((resolve) => {
      this.#lost = () => {
        lost.abort();
        resolve();
      };
    });
    this.#proven = false;
    this.#link = link;
    this.#away = false;
    if (this.#stopping.signal.aborted) this.#lost();
    this.#trouble.over('Kafka: connected again');
    this.#schedule();
    await Promise.all([ended, this.#watchTopics(link, lost.signal)]);
    await link.close();
  }

  /** Logs which topics are missing, and looks again until they are there. */
  async #watchTopics(link: Link, signal: AbortSignal): Promise<void> {
    const { topics, random, limits = {} } = this.#options;
    for (let looks = 1; !signal.aborted; looks += 1) {
      const missing = topics.filter((topic) => !this.#visible.has(topic));
      if (missing.length === 0) return;
      for (const topic of missing) {
        this.#trouble.tell(`Kafka: topic ${topic} is missing: run npm run provision`, { topic });
      }
      await pause(backOff(looks, random), signal);
      if (signal.aborted) return;
      try {
        this.#visible = await within(limits.send ?? SEND_WITHIN, link.topics(), signal);
      } catch (error) {
        if (!signal.aborted) this.#drop(link, error);
      }
    }
  }

  #enqueue(topic: string, messages: readonly KafkaMessage[]): Promise<void> {
    if (this.#stopping.signal.aborted) throw unavailable('kafka', new Error('The bus is stopped'));
    if (this.#away) throw unavailable('kafka');
    if (this.missing([topic])?.length === 1) throw unavailable('kafka', new Error(`Topic ${topic} is missing`));
    const count = this.#waiting.reduce((sum, entry) => sum + entry.messages.length, messages.length);
    if (count > MOST_WAITING) throw unavailable('kafka', new Error('Too much waits to be published'));
    return new Promise((done, failed) => {
      this.#waiting.push({ topic, messages, done, failed });
      this.#schedule();
    });
  }

  /** Not at once: what others publish in the same turn goes along. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      const link = this.#link;
      if (link === undefined || this.#sending !== undefined || this.#waiting.length === 0) return;
      this.#sending = this.#send(link).finally(() => {
        this.#sending = undefined;
        this.#schedule();
      });
    });
  }

  async #send(link: Link): Promise<void> {
    const batch = this.#nextBatch();
    const [first] = batch;
    if (first === undefined) return;
    try {
      const messages = batch.flatMap((entry) => entry.messages);
      await within(this.#options.limits?.send ?? SEND_WITHIN, link.send(first.topic, messages));
    } catch (error) {
      this.#drop(link, error);
      for (const entry of batch) entry.failed(unavailable('kafka', error));
      return;
    }
    this.#answered();
    for (const entry of batch) entry.done();
  }

  /** Takes what waits for the topic of the oldest entry: a topic that does not work fails no other one. */
  #nextBatch(): readonly Entry[] {
    let room = MOST_IN_SEND;
    const batch = this.#waiting
      .filter(({ topic }) => topic === this.#waiting[0]?.topic)
      .filter(({ messages }) => {
        room -= messages.length;
        return room >= 0;
      });
    const taken = new Set(batch);
    this.#waiting = this.#waiting.filter((entry) => !taken.has(entry));
    return batch;
  }

  async #probe(link: Link): Promise<void> {
    try {
      await within(this.#options.limits?.send ?? SEND_WITHIN, link.probe());
      this.#answered();
    } catch (error) {
      this.#drop(link, error);
      throw unavailable('kafka', error);
    }
  }

  #answered(): void {
    this.#proven = true;
    this.#provenAt = this.#options.clock();
  }

  /** Gives a link up: the next one is opened. */
  #drop(link: Link, error: unknown): void {
    if (this.#link !== link) return;
    this.#link = undefined;
    this.#provenAt = Number.NEGATIVE_INFINITY;
    if (!this.#stopping.signal.aborted) this.#trouble.tellError(error);
    this.#lost();
  }

  /** Fails pending and new publishes until a link is there. */
  #refuseAll(): void {
    this.#away = true;
    for (const entry of this.#waiting.splice(0)) entry.failed(unavailable('kafka'));
  }
}
