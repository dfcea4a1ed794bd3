/**
 * Does work in batches: everything requested in one turn of the event loop, or while a batch is in progress, goes
 * together.
 */

export interface BatchesOptions<I, R> {
  /** Processes the items of a batch. @returns their results, in order */
  readonly run: (items: readonly I[]) => Promise<readonly R[]>;
  /** Maximum number of items in a batch. */
  readonly most: number;
  /** Milliseconds that items wait for the batch under way at most: it may hang. */
  readonly patience: number;
  /** Maximum number of concurrent batches. */
  readonly atOnce: number;
}

interface Waiting<I, R> {
  readonly item: I;
  readonly done: (result: R) => void;
  readonly failed: (error: unknown) => void;
}

/** @returns a function that processes one item, together with others; rejects if its batch does */
export function createBatches<I, R>({ run, most, patience, atOnce }: BatchesOptions<I, R>): (item: I) => Promise<R> {
  let waiting: Waiting<I, R>[] = [];
  let running = 0;
  let scheduled = false;
  let timer: NodeJS.Timeout | undefined;

  const begin = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting.slice(0, most);
    waiting = waiting.slice(most);
    running += 1;
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [at, { done }] of batch.entries()) done(results[at] as R);
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
    running -= 1;
    schedule();
  };
  const turn = (): void => {
    scheduled = false;
    while (waiting.length > 0 && (running === 0 || (waiting.length >= most && running < atOnce))) void begin();
    if (waiting.length === 0 || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (running < atOnce) void begin();
      schedule();
    }, patience);
  };
  const schedule = (): void => {
    if (scheduled || waiting.length === 0) return;
    scheduled = true;
    setImmediate(turn);
  };
  return (item) =>
    new Promise<R>((done, failed) => {
      waiting.push({ item, done, failed });
      schedule();
    });
}
