/** One partition that this process handles, from one assignment of the group to the next. */
import { setMaxListeners } from 'node:events';
import type { Topic } from '../catalogue.ts';
import { bury, type DeliveryPolicy, deliver } from '../delivery.ts';
import type { Subscription } from '../port.ts';
import { readEvent, type UnreadableReason } from '../read-event.ts';
import { Progress, type ProgressEntry } from './progress.ts';
import { SessionQueue } from './session-queue.ts';

/** A message as the client library gives it. */
export interface ReceivedMessage {
  readonly offset: string;
  readonly value: Buffer | null;
}

export interface LaneOptions {
  readonly topic: Topic;
  readonly partition: number;
  readonly subscription: Subscription;
  readonly policy: DeliveryPolicy;
  /** Resolves when the lane that had this partition before has ended: two handlers of one session must not run at a time. */
  readonly begin: Promise<void>;
  /** After each message that is done. */
  readonly onDone: (lane: PartitionLane) => void;
  /** A type that the catalogue does not have. */
  readonly onUnknownType: (topic: Topic, type: string) => void;
}

/** Handlers at a time in one partition, each of another session. */
const WIDTH = 16;
/** Beyond this much the partition is not fetched any more, until less than the lower bound is left. */
const CROWDED = { messages: 1000, bytes: 1_048_576 };
const ROOMY = { messages: 250, bytes: 262_144 };
/** Bytes of an unreadable message that are kept for people. */
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
  /** What was committed last. */
  committed: bigint | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
    // Each handler that waits for its next try listens.
    setMaxListeners(0, this.#stopping.signal);
    void options.begin.then(() => {
      this.#begun = true;
      this.#run();
    });
  }

  /**
   * Takes the messages of one batch, in their order.
   * @param highWatermark the offset that the next message published will get, or so
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
      // Of no session: a key that no session has.
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
    policy.log.error('A message on the bus is no event', { topic, group, event: position, code: task.reason });
    const unreadable = { position, text: task.text };
    return bury({ topic, group, unreadable, error: task.reason, tries: 0 }, policy, signal);
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

  /** Messages of the partition that are not handled, as far as it is known here. */
  get lag(): number {
    const position = this.#progress.position;
    return position === undefined || position > this.#highWatermark ? 0 : Number(this.#highWatermark - position);
  }

  /** Begins nothing more; resolves when the handlers under way have ended. */
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
