/**
 * One queue per target, with its own limit of concurrent attempts and its own circuit breaker: a target that is dead,
 * slow or flooded does not delay the others. Queued deliveries are not leased, so another replica may send them.
 */
import type { Clock } from '@countersign/shared/kernel/clock';
import CircuitBreaker from 'opossum';

export interface TargetQueueOptions {
  /** At most this many concurrent attempts per target. */
  readonly concurrency: number;
  /** Milliseconds that a breaker stays open. */
  readonly pause: number;
  readonly clock: Clock;
  /** Handles one delivery; never rejects. */
  readonly run: (id: string, queue: TargetQueue) => Promise<void>;
}

export interface TargetQueue {
  /** Time (milliseconds) until which the breaker is open; 0 while it is closed. */
  openUntil(): number;
  /**
   * Attempts an action through the breaker.
   * @param isFailure whether a result is a failure of the target
   * @returns undefined if the breaker is open
   */
  attempt<T>(action: () => Promise<T>, isFailure: (result: T) => boolean): Promise<T | undefined>;
}

/** A place among the running deliveries of a target, for a delivery that its maker has leased. */
export interface Place {
  /** Runs the delivery in this place. @param work never rejects */
  run(work: (queue: TargetQueue) => Promise<void>): void;
  /** Gives the place back. */
  release(): void;
}

export interface TargetQueues {
  /**
   * Takes a slot for a delivery that is about to be created.
   * @returns undefined if it must wait: for others, for an open breaker, or for the next start of the service
   */
  place(target: string, id: string): Place | undefined;
  /** Queues a delivery for its target, unless it is queued or running already. @returns false if the queue is full */
  offer(target: string, id: string): boolean;
  /** Targets whose breaker is open. */
  open(): number;
  /** Removes queues that have been idle for some time. */
  tidy(): void;
  /** Resolves when no delivery is queued or running. */
  idle(): Promise<void>;
  /** Starts no more deliveries, and resolves when the running ones have ended. */
  stop(): Promise<void>;
}

/** Maximum number of queued deliveries per target. Others stay in the store. */
const MAX_QUEUED = 1000;
/** Milliseconds without a delivery after which a queue is removed. */
const IDLE = 600_000;
/** Failures are counted over this window (milliseconds), and from this many attempts in it. */
const WINDOW = 60_000;
const MIN_ATTEMPTS = 5;

export function createTargetQueues(options: TargetQueueOptions): TargetQueues {
  const queues = new Map<string, GuardedQueue>();
  const running = new Set<Promise<void>>();
  let stopped = false;

  const fill = (queue: GuardedQueue): void => {
    while (!stopped && queue.running.size < options.concurrency) {
      const id = queue.take();
      if (id === undefined) return;
      start(queue, id, options.run(id, queue));
    }
  };
  const leave = (queue: GuardedQueue, id: string): void => {
    queue.running.delete(id);
    fill(queue);
  };
  const start = (queue: GuardedQueue, id: string, work: Promise<void>): void => {
    const run = work.finally(() => {
      running.delete(run);
      leave(queue, id);
    });
    running.add(run);
  };
  const queueOf = (target: string): GuardedQueue => {
    const present = queues.get(target);
    if (present !== undefined) return present;
    const queue = new GuardedQueue(options);
    queues.set(target, queue);
    return queue;
  };
  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    place: (target, id) => {
      if (stopped) return undefined;
      const queue = queueOf(target);
      if (!queue.enter(id)) return undefined;
      return {
        run: (work) => start(queue, id, work(queue)),
        release: () => leave(queue, id),
      };
    },
    offer: (target, id) => {
      if (stopped) return false;
      const queue = queueOf(target);
      const queued = queue.add(id);
      fill(queue);
      return queued;
    },
    open: () => [...queues.values()].filter((queue) => queue.openUntil() > 0).length,
    tidy: () => {
      for (const [target, queue] of queues) {
        if (!queue.isIdleSince(options.clock() - IDLE)) continue;
        queue.end();
        queues.delete(target);
      }
    },
    idle,
    stop: async () => {
      stopped = true;
      await idle();
      for (const queue of queues.values()) queue.end();
      queues.clear();
    },
  };
}

/** Passes a result that is the target's failure through the breaker. */
class TargetFailure<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('The target failed');
    this.result = result;
  }
}

class GuardedQueue implements TargetQueue {
  /** Ids of running deliveries. */
  readonly running = new Set<string>();
  readonly #waiting = new Set<string>();
  readonly #options: TargetQueueOptions;
  readonly #breaker: CircuitBreaker<[() => Promise<unknown>], unknown>;
  #openUntil = 0;
  #used: number;

  constructor(options: TargetQueueOptions) {
    this.#options = options;
    this.#used = options.clock();
    this.#breaker = new CircuitBreaker((action: () => Promise<unknown>) => action(), {
      // An attempt has its own time limit.
      timeout: false,
      resetTimeout: options.pause,
      rollingCountTimeout: WINDOW,
      volumeThreshold: MIN_ATTEMPTS,
      errorThresholdPercentage: 50,
    });
    this.#breaker.on('open', () => {
      this.#openUntil = options.clock() + options.pause;
    });
  }

  add(id: string): boolean {
    this.#used = this.#options.clock();
    if (this.running.has(id) || this.#waiting.has(id)) return true;
    if (this.#waiting.size >= MAX_QUEUED) return false;
    this.#waiting.add(id);
    return true;
  }

  /** Adds an id to the running ones, if it need not wait. */
  enter(id: string): boolean {
    const { clock, concurrency } = this.#options;
    this.#used = clock();
    const full = this.running.size >= concurrency || this.#waiting.size > 0;
    if (full || this.running.has(id) || this.openUntil() > clock()) return false;
    this.running.add(id);
    return true;
  }

  /** Moves the next queued id to the running ones. */
  take(): string | undefined {
    const [id] = this.#waiting;
    if (id === undefined) return undefined;
    this.#waiting.delete(id);
    this.running.add(id);
    return id;
  }

  isIdleSince(time: number): boolean {
    return this.running.size === 0 && this.#waiting.size === 0 && this.#used < time;
  }

  end(): void {
    this.#breaker.shutdown();
  }

  openUntil(): number {
    return this.#breaker.opened ? this.#openUntil : 0;
  }

  async attempt<T>(action: () => Promise<T>, isFailure: (result: T) => boolean): Promise<T | undefined> {
    const guarded = async (): Promise<T> => {
      const result = await action();
      if (isFailure(result)) throw new TargetFailure(result);
      return result;
    };
    try {
      return (await this.#breaker.fire(guarded)) as T;
    } catch (error) {
      if (error instanceof TargetFailure) return error.result as T;
      if (error instanceof Error && 'code' in error && error.code === 'EOPENBREAKER') return undefined;
      throw error;
    }
  }
}
