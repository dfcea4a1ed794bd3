/** Ends open streams that would not be admitted any more: their tenant is not served, or their person has signed out of the console. */
import type { ServerResponse } from 'node:http';
import type { ConsoleSessions } from '../authenticate/console-sessions.ts';
import type { TenantStanding } from '../authenticate/standing.ts';

/** Who opened a stream. */
export interface StreamOwner {
  readonly tenant: string;
  /** Id of the sign-in at the console, where the cookie names the caller. */
  readonly consoleSession?: string | undefined;
}

export interface OpenStreams {
  /**
   * Performs a stream.
   * @param closing aborts when the server closes
   * @param act gets a signal that aborts then, and when the owner may not read any more
   */
  during<T>(owner: StreamOwner, closing: AbortSignal, act: (over: AbortSignal) => Promise<T>): Promise<T>;
  /** For a stream that only its response keeps open: ends the response when the owner may not read any more. */
  watch(owner: StreamOwner, response: Pick<ServerResponse, 'closed' | 'end' | 'once'>): void;
  /** Ends the streams whose owners may not read any more. */
  check(): Promise<void>;
}

export interface OpenStreamsParts {
  readonly standing: TenantStanding;
  readonly lives: ConsoleSessions['lives'];
}

/** Milliseconds between two checks, while there are streams. */
const EVERY = 1000;

/** @param every milliseconds between two checks */
export function createOpenStreams(parts: OpenStreamsParts, every = EVERY): OpenStreams {
  const open = new Map<string, { readonly owner: StreamOwner; readonly ends: Set<() => void> }>();
  let timer: NodeJS.Timeout | undefined;

  const check = async (): Promise<void> => {
    for (const { owner, ends } of open.values()) {
      if (!(await mayRead(parts, owner))) for (const end of ends) end();
    }
  };
  const enter = (owner: StreamOwner, end: () => void): (() => void) => {
    const key = `${owner.tenant} ${owner.consoleSession ?? ''}`;
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
        enter(owner, () => void response.end()),
      );
    },
  };
}

/** Where the store is away, the streams stay. */
async function mayRead(
  { standing, lives }: OpenStreamsParts,
  { tenant, consoleSession }: StreamOwner,
): Promise<boolean> {
  const served = await standing(tenant).catch(() => 'served' as const);
  if (served !== 'served') return false;
  return consoleSession === undefined || lives({ id: consoleSession, tenant }).catch(() => true);
}
