/**
 * One lane a target: its own queue, its own limit of tries under way and its own breaker, so that a target that is
 * dead, slow or flooded delays nobody else. What waits here is not leased: another replica may take it.
 */
import type { Clock } from '@countersign/shared/kernel/clock';
import CircuitBreaker from 'opossum';

export interface LaneOptions {
  /** Most tries under way at once for one target. */
  readonly concurrency: number;
  /** Milliseconds that an open breaker keeps the tries away. */
  readonly pause: number;
  readonly clock: Clock;
  /** Takes one delivery; never rejects. */
  readonly run: (id: string, lane: Lane) => Promise<void>;
}

export interface Lane {
  /** Time (milliseconds) before which no try would be let through; 0 while they are. */
  closedUntil(): number;
  /**
   * Makes a try through the breaker.
   * @param isFailure tells the tries that speak against the target
   * @returns undefined where the breaker let it not through
   */
  attempt<T>(action: () => Promise<T>, isFailure: (result: T) => boolean): Promise<T | undefined>;
}

export interface Lanes {
  /** Queues a delivery behind others of its target; false where the queue is full. One that waits or runs is not queued again. */
  offer(target: string, id: string): boolean;
  /** Targets whose breaker is open. */
  open(): number;
  /** Removes lanes that have been idle for some time. */
  tidy(): void;
  /** Resolves when nothing waits and nothing is under way. */
  idle(): Promise<void>;
  /** Begins nothing more, and resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/** Deliveries that wait for one target; the others stay in the store. */
const MOST_WAITING = 1000;
/** Milliseconds. */
const IDLE = 600_000;
/** Milliseconds over which failures are counted, and the fewest tries in them that say something. */
const WINDOW = 60_000;
const FEWEST_TRIES = 5;

export function createLanes(options: LaneOptions): Lanes {
  const lanes = new Map<string, TargetLane>();
  const running = new Set<Promise<void>>();
  let stopped = false;

  const fill = (lane: TargetLane): void => {
    while (!stopped && lane.running.size < options.concurrency) {
      const id = lane.take();
      if (id === undefined) return;
      const run = options.run(id, lane).finally(() => {
        lane.running.delete(id);
        running.delete(run);
        fill(lane);
      });
      running.add(run);
    }
  };
  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    offer: (target, id) => {
      if (stopped) return false;
      let lane = lanes.get(target);
      if (lane === undefined) {
        lane = new TargetLane(options);
        lanes.set(target, lane);
      }
      const queued = lane.queue(id);
      fill(lane);
      return queued;
    },
    open: () => [...lanes.values()].filter((lane) => lane.closedUntil() > 0).length,
    tidy: () => {
      for (const [target, lane] of lanes) {
        if (!lane.isIdleSince(options.clock() - IDLE)) continue;
        lane.end();
        lanes.delete(target);
      }
    },
    idle,
    stop: async () => {
      stopped = true;
      await idle();
      for (const lane of lanes.values()) lane.end();
      lanes.clear();
    },
  };
}

/** Carries a result that speaks against the target through the breaker. */
class TargetFailure<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('The target failed');
    this.result = result;
  }
}

class TargetLane implements Lane {
  /** Ids under way. */
  readonly running = new Set<string>();
  readonly #waiting = new Set<string>();
  readonly #options: LaneOptions;
  readonly #breaker: CircuitBreaker<[() => Promise<unknown>], unknown>;
  #openUntil = 0;
  #used: number;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#used = options.clock();
    this.#breaker = new CircuitBreaker((action: () => Promise<unknown>) => action(), {
      // A try has its own limit of time.
      timeout: false,
      resetTimeout: options.pause,
      rollingCountTimeout: WINDOW,
      volumeThreshold: FEWEST_TRIES,
      errorThresholdPercentage: 50,
    });
    this.#breaker.on('open', () => {
      this.#openUntil = options.clock() + options.pause;
    });
  }

  queue(id: string): boolean {
    this.#used = this.#options.clock();
    if (this.running.has(id) || this.#waiting.has(id)) return true;
    if (this.#waiting.size >= MOST_WAITING) return false;
    this.#waiting.add(id);
    return true;
  }

  /** The next id that waits, now under way. */
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

  closedUntil(): number {
    return this.#breaker.opened ? this.#openUntil : 0;
  }

  async attempt<T>(action: () => Promise<T>, isFailure: (result: T) => boolean): Promise<T | undefined> {
    const tried = async (): Promise<T> => {
      const result = await action();
      if (isFailure(result)) throw new TargetFailure(result);
      return result;
    };
    try {
      return (await this.#breaker.fire(tried)) as T;
    } catch (error) {
      if (error instanceof TargetFailure) return error.result as T;
      if (error instanceof Error && 'code' in error && error.code === 'EOPENBREAKER') return undefined;
      throw error;
    }
  }
}
