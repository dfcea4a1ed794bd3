/**
 * Credential requests of this process that wait for claims: the event that the claims are there wakes them. Another replica may
 * have read the event, so whoever waits also looks into the store from time to time.
 */
export interface ClaimsArrivals {
  /** Wakes all that wait for this session. */
  arrived(session: string): void;
  /** Resolves when claims of the session arrive, or after the milliseconds. */
  next(session: string, milliseconds: number): Promise<void>;
}

/** Made once in a process. */
export function createClaimsArrivals(): ClaimsArrivals {
  const waiting = new Map<string, Set<() => void>>();
  return {
    arrived(session) {
      for (const wake of waiting.get(session) ?? []) wake();
    },
    next(session, milliseconds) {
      const those = waiting.get(session) ?? new Set();
      waiting.set(session, those);
      return new Promise((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          those.delete(wake);
          if (those.size === 0) waiting.delete(session);
          resolve();
        };
        const timer = setTimeout(wake, milliseconds);
        those.add(wake);
      });
    },
  };
}
