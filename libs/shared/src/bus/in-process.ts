/**
 * The bus within one process, with Kafka's semantics: a key belongs to one partition, a group handles one event of a
 * partition at a time and in order, partitions and groups run in parallel, each event is delivered at least once. It
 * has no separate log: the outbox is the log. `publish` resolves when every group is done with the events, so an entry
 * leaves its outbox only then, and a process that crashed publishes it again at its next start. If several processes
 * share one store, each has such a bus. A shared group handles an event in the process that publishes it. Per-replica
 * groups also receive it in the other processes, through `neighbours`.
 */
import { setMaxListeners } from 'node:events';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { unavailable } from '../kernel/unavailable.ts';
import type { BusEvent, Topic } from './catalogue.ts';
import { DEFAULT_PAUSES, type DeadLetter, deliver } from './delivery.ts';
import type { Bus, Subscription } from './port.ts';

/**
 * The buses of other processes on the same store. Events reach running processes; events lost with a process mattered
 * only to its memory.
 */
export interface BusNeighbours {
  /** Passes events on to the other processes. Never throws. */
  send(topic: Topic, events: readonly BusEvent[]): void;
  /** Sets the consumer for the others' events. */
  receive(take: (topic: Topic, events: readonly BusEvent[]) => void): void;
}

export interface InProcessBusOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Keeps an event that a group could not handle; resolves when that is durable. */
  readonly deadLetter: (entry: DeadLetter) => Promise<void>;
  readonly partitions?: number;
  /** Milliseconds between the attempts of a handler that throws; n pauses mean n + 1 attempts. */
  readonly pauses?: readonly number[];
  /** Absent if this process is the only one. */
  readonly neighbours?: BusNeighbours;
}

/** A handler must not await publishing an event with the same key, because that waits for the handler. */
export function createInProcessBus(options: InProcessBusOptions): Bus {
  return new InProcessBus(options);
}

/** The delivery of one event to one group. */
interface Task {
  readonly text: string;
  readonly done: () => void;
  readonly failed: (error: Error) => void;
}

/** One partition of a topic for one group. */
interface Lane {
  readonly subscription: Subscription;
  readonly waiting: Task[];
  running: Promise<void> | undefined;
}

class InProcessBus implements Bus {
  readonly #options: InProcessBusOptions;
  readonly #partitions: number;
  readonly #subscriptions: Subscription[] = [];
  /** The lanes of a topic and group, one for each partition. */
  readonly #lanes = new Map<string, readonly Lane[]>();
  readonly #stopping = new AbortController();
  #started = false;

  constructor(options: InProcessBusOptions) {
    this.#options = options;
    this.#partitions = options.partitions ?? 12;
    // Each waiting lane adds a listener.
    setMaxListeners(0, this.#stopping.signal);
    options.neighbours?.receive((topic, events) => this.#receive(topic, events));
  }

  subscribe(subscription: Subscription): void {
    if (this.#started) throw new Error('Subscribe before the bus starts');
    this.#subscriptions.push(subscription);
    // The members of a group share its partitions.
    const name = groupName(subscription);
    const members = this.#subscriptions.filter((other) => groupName(other) === name);
    const before = this.#lanes.get(name);
    const lanes = Array.from({ length: this.#partitions }, (_, partition) => ({
      subscription: members[partition % members.length] ?? subscription,
      waiting: before?.[partition]?.waiting ?? [],
      running: undefined,
    }));
    this.#lanes.set(name, lanes);
  }

  async start(): Promise<void> {
    this.#refuseWhenStopped();
    this.#started = true;
    for (const lane of this.#allLanes()) this.#run(lane);
  }

  async publish(topic: Topic, events: readonly BusEvent[]): Promise<void> {
    this.#refuseWhenStopped();
    const { neighbours } = this.#options;
    const ofEach = this.#subscriptions.some((one) => one.topic === topic && one.eachReplica === true);
    if (ofEach) neighbours?.send(topic, events);
    await this.#deliverTo(topic, events, () => true);
  }

  /** Events that another process has published: they are for the groups of each replica. */
  #receive(topic: Topic, events: readonly BusEvent[]): void {
    if (!this.#started || this.#stopping.signal.aborted) return;
    // A stop ends the handlers. Their work only concerned this process.
    this.#deliverTo(topic, events, ({ subscription }) => subscription.eachReplica === true).catch(() => undefined);
  }

  /** Resolves when the groups of these lanes have handled the events. */
  async #deliverTo(topic: Topic, events: readonly BusEvent[], wanted: (lane: Lane) => boolean): Promise<void> {
    const groups = [...this.#lanes].filter(([name]) => name.startsWith(`${topic} `)).map(([, lanes]) => lanes);
    const outcomes = events.flatMap((event) => {
      const text = JSON.stringify(event);
      return groups.flatMap((lanes) => {
        const lane = lanes[partitionOf(event.subject, this.#partitions)];
        if (lane === undefined) throw new Error('A bus has at least one partition');
        if (!wanted(lane)) return [];
        return new Promise<void>((done, failed) => {
          lane.waiting.push({ text, done, failed });
          this.#run(lane);
        });
      });
    });
    await Promise.all(outcomes);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const lane of this.#allLanes()) {
      for (const task of lane.waiting.splice(0)) task.failed(stopped());
    }
    await Promise.all(this.#allLanes().map((lane) => lane.running));
  }

  async ping(): Promise<void> {
    this.#refuseWhenStopped();
  }

  #allLanes(): readonly Lane[] {
    return [...this.#lanes.values()].flat();
  }

  #refuseWhenStopped(): void {
    if (this.#stopping.signal.aborted) throw stopped();
  }

  #run(lane: Lane): void {
    if (!this.#started || lane.running !== undefined || lane.waiting.length === 0) return;
    lane.running = this.#drain(lane).finally(() => {
      lane.running = undefined;
      // Tasks may have arrived after the drain found none.
      this.#run(lane);
    });
  }

  /** Runs the tasks of a lane serially. */
  async #drain(lane: Lane): Promise<void> {
    const { pauses = DEFAULT_PAUSES } = this.#options;
    const policy = { ...this.#options, pauses };
    for (let task = lane.waiting.shift(); task !== undefined; task = lane.waiting.shift()) {
      if (await deliver(task.text, lane.subscription, policy, this.#stopping.signal)) task.done();
      else task.failed(stopped());
    }
  }
}

/** Within one process an `eachReplica` group is separate from a shared group of the same name. */
function groupName({ topic, group, eachReplica }: Subscription): string {
  return `${topic} ${group}${eachReplica === true ? ' each replica' : ''}`;
}

function stopped(): Error {
  return unavailable('kafka', new Error('The bus is stopped'));
}

/** FNV-1a of the key, modulo the number of partitions. */
function partitionOf(key: string, partitions: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % partitions;
}
