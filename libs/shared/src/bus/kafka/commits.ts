/** Commits the positions of a member's lanes, batched over a few milliseconds, one request at a time. */
import type { Log } from '../../kernel/log.ts';
import type { EachBatchPayload } from './client.ts';
import type { PartitionLane } from './lane.ts';

/** The client library's commit function for a batch. */
export type CommitOffsets = EachBatchPayload['commitOffsetsIfNecessary'];

/** Milliseconds between a handled message and its commit. */
const AFTER = 50;
const AGAIN_AFTER = 1000;

export class Commits {
  readonly #lanes: ReadonlyMap<string, PartitionLane>;
  readonly #log: Log;
  readonly #group: string;
  #send: CommitOffsets | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  /** @param lanes by `<topic>/<partition>`, always the current assignment's; read at each commit */
  constructor(lanes: ReadonlyMap<string, PartitionLane>, log: Log, group: string) {
    this.#lanes = lanes;
    this.#log = log;
    this.#group = group;
  }

  /**
   * Sets the function for later commits. Use a batch's function, not the consumer's, which retries on its own and might
   * do so in a later assignment, when another member has the partition.
   */
  use(send: CommitOffsets): void {
    this.#send = send;
  }

  /** Schedules a commit, after a lane has moved. */
  schedule(): void {
    this.#after(AFTER);
  }

  /** Commits now; a failed commit is repeated after a second. */
  async flush(): Promise<void> {
    this.#running = this.#running.then(() => this.#commit());
    await this.#running;
  }

  /** Stops committing until the next `use`. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#send = undefined;
  }

  #after(milliseconds: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, milliseconds);
  }

  async #commit(): Promise<void> {
    const moved = [...this.#lanes].flatMap(([key, lane]) => {
      const { position } = lane;
      return position === undefined || position === lane.committed ? [] : [{ key, lane, position }];
    });
    if (moved.length === 0 || this.#send === undefined) return;
    try {
      await this.#send({ topics: byTopic(moved) });
    } catch (error) {
      // Mostly in a rebalance: the next assignment starts at the last commit, and handles the rest again.
      const code = error instanceof Error ? error.name : typeof error;
      this.#log.debug('Offsets were not committed', { group: this.#group, code });
      if (this.#send !== undefined) this.#after(AGAIN_AFTER);
      return;
    }
    for (const { lane, position } of moved) lane.committed = position;
  }
}

interface Position {
  readonly key: string;
  readonly position: bigint;
}

interface TopicOffsets {
  readonly topic: string;
  readonly partitions: { readonly partition: number; readonly offset: string }[];
}

function byTopic(positions: readonly Position[]): TopicOffsets[] {
  const topics = new Map<string, TopicOffsets>();
  for (const { key, position } of positions) {
    const slash = key.lastIndexOf('/');
    const topic = key.slice(0, slash);
    const present = topics.get(topic) ?? { topic, partitions: [] };
    present.partitions.push({ partition: Number(key.slice(slash + 1)), offset: `${position}` });
    topics.set(topic, present);
  }
  return [...topics.values()];
}
