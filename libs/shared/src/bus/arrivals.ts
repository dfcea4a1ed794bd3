/**
 * Waiting in this process for news, such as an event on the bus. Another process may have received the event, or it is
 * lost, so whoever follows must also check from time to time.
 */
export interface Following {
  /**
   * Resolves with the next news, immediately if some arrived since the last call, or after the milliseconds; also if
   * the signal aborts.
   */
  next(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** There will be no more news. */
  end(): void;
}

export interface Arrivals {
  /** Wakes all who follow the key. */
  arrived(key: string): void;
  follow(key: string): Following;
}

/** Made once in a process for news of one kind. */
export function createArrivals(): Arrivals {
  const following = new Map<string, Set<() => void>>();
  return {
    arrived: (key) => {
      for (const wake of following.get(key) ?? []) wake();
    },
    follow: (key) =>
      followed((wake) => {
        const those = following.get(key) ?? new Set();
        following.set(key, those.add(wake));
        return () => {
          those.delete(wake);
          if (those.size === 0 && following.get(key) === those) following.delete(key);
        };
      }),
  };
}

/** @param begin starts to call the function with each news, and returns a function that stops that */
export function followed(begin: (wake: () => void) => () => void): Following {
  // News may come while the last news is looked at.
  let missed = false;
  let resume: (() => void) | undefined;
  const end = begin(() => {
    if (resume === undefined) missed = true;
    else resume();
  });
  const wait = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve) => {
      const over = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', over);
        resume = undefined;
        resolve();
      };
      const timer = setTimeout(over, milliseconds);
      signal?.addEventListener('abort', over);
      resume = over;
    });
  return {
    next: async (milliseconds, signal) => {
      if (!missed && signal?.aborted !== true) await wait(milliseconds, signal);
      missed = false;
    },
    end,
  };
}
