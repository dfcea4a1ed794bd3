/** Ends open streams whose owners would no longer be admitted. */
import type { ServerResponse } from 'node:http';
import type { StreamOwner } from './stream-owner.ts';

type WatchedResponse = Pick<ServerResponse, 'closed' | 'headersSent' | 'end' | 'destroy' | 'once'>;

export interface OpenStreams {
  /**
   * Performs a stream.
   * @param closing aborts when the server closes
   * @param act receives a signal that aborts then, and when the owner may no longer read
   */
  during<T>(owner: StreamOwner, closing: AbortSignal, act: (over: AbortSignal) => Promise<T>): Promise<T>;
  /** For a stream that only its response keeps open: ends the response when the owner may no longer read. */
  watch(owner: StreamOwner, response: WatchedResponse): void;
  /** Ends the streams whose owners may no longer read. */
  check(): Promise<void>;
}

/** Milliseconds between two checks, while there are streams. With the time for which reads are cached it is a second. */
const EVERY = 500;
/** Maximum number of owners that are checked concurrently. */
const AT_ONCE = 100;

interface OwnedStreams {
  readonly owner: StreamOwner;
  readonly ends: Set<() => void>;
}

/** @param every milliseconds between two checks */
export function createOpenStreams(every = EVERY): OpenStreams {
  const open = new Map<string, OwnedStreams>();
  let timer: NodeJS.Timeout | undefined;
  let checking: Promise<void> | undefined;

  const checkAll = async (): Promise<void> => {
    const all = [...open.values()];
    for (let from = 0; from < all.length; from += AT_ONCE) {
      await Promise.all(all.slice(from, from + AT_ONCE).map(endUnlessAllowed));
      // Let others run: the decision is often cached, and then nothing waits.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const check = (): Promise<void> => {
    checking ??= checkAll().finally(() => {
      checking = undefined;
    });
    return checking;
  };
  const enter = (owner: StreamOwner, end: () => void): (() => void) => {
    const { key } = owner;
    const streams = open.get(key) ?? { owner, ends: new Set() };
    streams.ends.add(end);
    open.set(key, streams);
    timer ??= setInterval(() => void check(), every).unref();
    return () => {
      streams.ends.delete(end);
      if (streams.ends.size === 0 && open.get(key) === streams) open.delete(key);
      if (open.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
  return {
    check,
    during: async (owner, closing, act) => {
      const stream = new AbortController();
      const end = (): void => stream.abort();
      closing.addEventListener('abort', end);
      if (closing.aborted) end();
      const leave = enter(owner, end);
      try {
        return await act(stream.signal);
      } finally {
        leave();
        closing.removeEventListener('abort', end);
      }
    },
    watch: (owner, response) => {
      if (response.closed) return;
      response.once(
        'close',
        // Before its first event there is nothing that an end would complete.
        enter(owner, () => void (response.headersSent ? response.end() : response.destroy())),
      );
    },
  };
}

async function endUnlessAllowed({ owner, ends }: OwnedStreams): Promise<void> {
  if (!(await owner.mayRead())) for (const end of ends) end();
}
