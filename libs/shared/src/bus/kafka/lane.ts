/** One partition that this process handles, from one assignment of the group to the next. */
import { setMaxListeners } from 'node:events';
import type { Topic } from '../catalogue.ts';
import { type DeliveryPolicy, deliver, moveToDeadLetters } from '../delivery.ts';
import type { Subscription } from '../port.ts';
import { readEvent, type UnreadableReason } from '../read-event.ts';
import { Progress, type ProgressEntry } from './progress.ts';
import { SessionQueue } from './session-queue.ts';

/** A message of the client library. */
export interface ReceivedMessage {
  readonly offset: string;
  readonly value: Buffer | null;
}

export interface LaneOptions {
  readonly topic: Topic;
  readonly partition: number;
  readonly subscription: Subscription;
  readonly policy: DeliveryPolicy;
  /** Resolves when the partition's earlier lane has ended: two handlers of one session must not run concurrently. */
  readonly begin: Promise<void>;
  /** Called after each finished message. */
  readonly onDone: (lane: PartitionLane) => void;
  /** Called for a type that the catalogue lacks. */
  readonly onUnknownType: (topic: Topic, type: string) => void;
}

/** Limit of concurrent handlers in one partition, each of a different session. */
const WIDTH = 16;
/** From the upper bound on, fetching of the partition is paused until less than the lower bound is left. */
const CROWDED = { messages: 1000, bytes: 1_048_576 };
const ROOMY = { messages: 250, bytes: 262_144 };
/** Bytes of an unreadable message that its dead letter keeps. */
const KEPT_BYTES = 4096;

type Task = { readonly entry: ProgressEntry } & (
  | { readonly kind: 'event'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly text: string; readonly reason: UnreadableReason }
);

export class PartitionLane {
  readonly #options: LaneOptions;
  readonly #queue = new SessionQueue<Task>();
  readonly #progress = new Progress();
  readonly #stopping = new AbortController();
  #highWatermark = 0n;
  #running = 0;
  #begun = false;
  #ended: () => void = () => undefined;
  /** Set while the partition is not fetched. */
  resume: (() => void) | undefined;
  /** The offset that was committed last. */
  committed: bigint | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
    // Each handler that waits for its next attempt adds a listener.
    setMaxListeners(0, this.#stopping.signal);
    void options.begin.then(() => {
      this.#begun = true;
      this.#run();
    });
  }

  /**
   * Adds the messages of one batch, in order.
   * @param highWatermark the offset after the last message of the partition, as of the fetch
   */
  add(messages: readonly ReceivedMessage[], highWatermark: string): void {
    this.#highWatermark = BigInt(highWatermark);
    for (const message of messages) this.#receive(message);
    this.#run();
  }

  #receive({ offset, value }: ReceivedMessage): void {
    const { topic, onUnknownType } = this.#options;
    const whole = value?.toString('utf8') ?? '';
    const reading = readEvent(whole, topic);
    const text = reading.kind === 'event' ? whole : (value?.toString('utf8', 0, KEPT_BYTES) ?? '');
    const entry = this.#progress.received(BigInt(offset), text.length);
    if (reading.kind === 'event') {
      this.#queue.add(reading.event.subject, { kind: 'event', entry, text });
      return;
    }
    if (reading.kind === 'unreadable') {
      // It does not belong to a session: its key is one that no session has.
      this.#queue.add(`@${offset}`, { kind: 'unreadable', entry, text, reason: reading.reason });
      return;
    }
    onUnknownType(topic, reading.type);
    this.#done(entry);
  }

  #run(): void {
    while (this.#begun && !this.#stopping.signal.aborted && this.#running < WIDTH) {
      const next = this.#queue.take();
      if (next === undefined) return;
      this.#running += 1;
      void this.#handle(...next);
    }
  }

  async #handle(session: string, task: Task): Promise<void> {
    if (await this.#deliver(task)) this.#done(task.entry);
    this.#running -= 1;
    this.#queue.done(session);
    this.#run();
    if (this.#running === 0) this.#ended();
  }

  #deliver(task: Task): Promise<boolean> {
    const { topic, partition, subscription, policy } = this.#options;
    const { signal } = this.#stopping;
    if (task.kind === 'event') return deliver(task.text, subscription, policy, signal);
    const { group } = subscription;
    const position = `${partition}/${task.entry.offset}`;
    policy.log.error('A message on the bus is not an event', { topic, group, event: position, code: task.reason });
    const unreadable = { position, text: task.text };
    return moveToDeadLetters({ topic, group, unreadable, error: task.reason, tries: 0 }, policy, signal);
  }

  #done(entry: ProgressEntry): void {
    this.#progress.done(entry);
    this.#options.onDone(this);
  }

  /** The offset that may be committed. */
  get position(): bigint | undefined {
    return this.#progress.position;
  }

  get crowded(): boolean {
    return this.#progress.size >= CROWDED.messages || this.#progress.bytes >= CROWDED.bytes;
  }

  get roomy(): boolean {
    return this.#progress.size < ROOMY.messages && this.#progress.bytes < ROOMY.bytes;
  }

  /** Messages of the partition that are not handled, as of the last fetch. */
  get lag(): number {
    const position = this.#progress.position;
    return position === undefined || position > this.#highWatermark ? 0 : Number(this.#highWatermark - position);
  }

  /** Starts no more handlers; resolves when the running ones have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#options.begin;
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => {
      const before = this.#ended;
      this.#ended = () => {
        before();
        resolve();
      };
    });
  }
}
