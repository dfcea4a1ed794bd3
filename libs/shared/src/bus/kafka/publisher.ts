/**
 * Publishes to Kafka. Concurrent publications to a topic share one send, one send is in flight at a time, and each
 * caller waits for the acknowledgement of its messages. If no broker responds, callers are refused soon, because the
 * outbox keeps events that could not be published.
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
  /** Names of the topics that must exist. */
  readonly topics: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  /** Milliseconds; defaults below. */
  readonly limits?: { readonly open?: number; readonly send?: number; readonly patience?: number };
}

/** Time limit for opening a link, milliseconds: several requests, each of which may be slow. */
const OPEN_WITHIN = 20_000;
/** Time limit of a send, milliseconds: a cluster that needs 2 s for a request still works. */
const SEND_WITHIN = 3000;
/** Milliseconds that callers wait for a link that is being opened; later callers are refused immediately. */
const PATIENCE = 1000;
/** Limits of messages in one send, and of messages that wait. */
const MAX_IN_SEND = 1000;
const MAX_WAITING = 10_000;
/** Milliseconds for which a response proves that the cluster is reachable. */
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
  /** True while no broker responds: callers are refused immediately. */
  #unreachable = false;
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

  /** Starts connecting in the background. */
  start(): void {
    this.#running = this.#run();
  }

  /**
   * Publishes messages of one topic, in order.
   * @throws ProtocolError `temporarily_unavailable` if not all were acknowledged; some may have been
   */
  async publish(topic: string, messages: readonly KafkaMessage[]): Promise<void> {
    for (let from = 0; from < messages.length; from += MAX_IN_SEND) {
      await this.#enqueue(topic, messages.slice(from, from + MAX_IN_SEND));
    }
  }

  /** Returns the topics that do not exist; undefined while no broker responds. */
  missing(topics: readonly string[]): readonly string[] | undefined {
    if (this.#link === undefined) return undefined;
    return topics.filter((topic) => !this.#visible.has(topic));
  }

  /** Resolves when the cluster responds, or has responded within the last seconds. */
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

  /** Sends the waiting messages, then stops; within a few seconds. */
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

  /** Opens and uses one link after the other. */
  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    for (let failures = 0; !signal.aborted; ) {
      const link = await this.#open();
      if (link !== undefined) {
        const ended = this.#use(link);
        await ended;
        failures = this.#proven ? 1 : failures + 1;
        // After a link that worked, a new one is opened immediately.
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
      // Closes a link that opens too late, or opens but does not work.
      opening.then(
        (link) => link.close(),
        () => undefined,
      );
      if (!this.#stopping.signal.aborted) this.#trouble.reportError(error);
      return undefined;
    } finally {
      clearTimeout(patience);
    }
  }

  /** Uses a link until it fails or until the stop. */
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
    this.#unreachable = false;
    if (this.#stopping.signal.aborted) this.#lost();
    this.#trouble.over('Kafka: connected again');
    this.#schedule();
    await Promise.all([ended, this.#watchTopics(link, lost.signal)]);
    await link.close();
  }

  /** Logs missing topics, and checks again until all exist. */
  async #watchTopics(link: Link, signal: AbortSignal): Promise<void> {
    const { topics, random, limits = {} } = this.#options;
    for (let checks = 1; !signal.aborted; checks += 1) {
      const missing = topics.filter((topic) => !this.#visible.has(topic));
      if (missing.length === 0) return;
      for (const topic of missing) {
        this.#trouble.report(`Kafka: topic ${topic} is missing: run npm run provision`, { topic });
      }
      await pause(backOff(checks, random), signal);
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
    if (this.#unreachable) throw unavailable('kafka');
    if (this.missing([topic])?.length === 1) throw unavailable('kafka', new Error(`Topic ${topic} is missing`));
    const count = this.#waiting.reduce((sum, entry) => sum + entry.messages.length, messages.length);
    if (count > MAX_WAITING) throw unavailable('kafka', new Error('Too much waits to be published'));
    return new Promise((done, failed) => {
      this.#waiting.push({ topic, messages, done, failed });
      this.#schedule();
    });
  }

  /** Sends in the next turn, so that publications of the same turn share the send. */
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

  /** Takes the waiting entries for the oldest entry's topic: a failing topic does not affect the others. */
  #nextBatch(): readonly Entry[] {
    let room = MAX_IN_SEND;
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

  /** Discards a link, so that a new one is opened. */
  #drop(link: Link, error: unknown): void {
    if (this.#link !== link) return;
    this.#link = undefined;
    this.#provenAt = Number.NEGATIVE_INFINITY;
    if (!this.#stopping.signal.aborted) this.#trouble.reportError(error);
    this.#lost();
  }

  /** Fails pending and new publications until a link is open. */
  #refuseAll(): void {
    this.#unreachable = true;
    for (const entry of this.#waiting.splice(0)) entry.failed(unavailable('kafka'));
  }
}
