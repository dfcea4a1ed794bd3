/**
 * The cache that all workers share. It is in the primary's memory, and the primary handles its calls in the order in
 * which they arrive: if two workers mark one value at the same time, one is the first. It lives as long as the primary,
 * so a worker's end loses no mark, and the primary's end ends the workers.
 */
import { wholeLifetime } from '@countersign/shared/cache/lifetime';
import type { Cache, ReplayCheck } from '@countersign/shared/cache/port';
import { unavailable } from '@countersign/shared/kernel/unavailable';
import type { CacheAnswer, CacheAsk } from './messages.ts';

/** Milliseconds that the primary has for a response. Without one, anything that needs a mark is refused. */
const PATIENCE = 5000;

/** Handles a worker's calls, in their order. */
export async function answerCacheAsks(cache: Cache, asks: readonly CacheAsk[]): Promise<readonly CacheAnswer[]> {
  return Promise.all(
    asks.map(async ([number, method, key, ttl]): Promise<CacheAnswer> => {
      // The only failures here: no room for another mark, a clock that was set back, or the stop.
      return [number, await cache[method](key, ttl).catch((): 'full' => 'full')];
    }),
  );
}

export interface WorkersCache extends Cache {
  /** Handles the primary's responses. */
  answered(answers: readonly CacheAnswer[]): void;
}

interface Waiting {
  readonly resolve: (answer: ReplayCheck | number) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The cache of a worker. Calls of one turn of the event loop share a message.
 * @param send passes calls to the primary
 */
export function createWorkersCache(send: (asks: readonly CacheAsk[]) => void, patience = PATIENCE): WorkersCache {
  const waiting = new Map<number, Waiting>();
  let asks: CacheAsk[] = [];
  let last = 0;
  let closed = false;
  let checking: NodeJS.Timeout | undefined;
  const flush = (): void => {
    const sent = asks;
    asks = [];
    send(sent);
    checkLater();
  };
  /** One timer for all calls: calls that wait now and still do then are refused. */
  const checkLater = (): void => {
    if (checking !== undefined || waiting.size === 0) return;
    const until = last;
    checking = setTimeout(() => {
      checking = undefined;
      const late = [...waiting.keys()].filter((number) => number <= until);
      for (const number of late) refuse(number, new Error('The primary did not respond in time'));
      checkLater();
    }, patience).unref();
  };
  const refuse = (number: number, cause: Error): void => {
    waiting.get(number)?.reject(unavailable('redis', cause));
    waiting.delete(number);
  };
  const ask = (method: CacheAsk[1], key: string, ttl: number): Promise<ReplayCheck | number> =>
    new Promise((resolve, reject) => {
      if (closed) throw unavailable('redis', new Error('The cache is closed'));
      last += 1;
      waiting.set(last, { resolve, reject });
      if (asks.length === 0) setImmediate(flush);
      asks.push([last, method, key, wholeLifetime(ttl)]);
    });
  return {
    addOnce: async (key, ttl) => (await ask('addOnce', key, ttl)) as ReplayCheck,
    increment: async (key, ttl) => (await ask('increment', key, ttl)) as number,
    // A counter's lifetime starts with its first increment.
    decrement: async (key) => (await ask('decrement', key, 1)) as number,
    ping: async () => {
      if (closed) throw unavailable('redis', new Error('The cache is closed'));
    },
    close: async () => {
      closed = true;
      clearTimeout(checking);
      for (const number of [...waiting.keys()]) refuse(number, new Error('The cache is closed'));
    },
    answered: (answers) => {
      for (const [number, answer] of answers) {
        const one = waiting.get(number);
        waiting.delete(number);
        if (answer === 'full') one?.reject(unavailable('replay cache'));
        else one?.resolve(answer);
      }
    },
  };
}
