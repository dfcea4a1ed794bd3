/**
 * The requests of issuances that no wallet has fetched yet. A wallet fetches its request right after the challenge, and that
 * fetch makes the request and writes it in one go. Made by the event as well, each request would be made twice and written
 * three times. So the event waits here for the fetch: what is left after a moment is prepared by the job, and the backend then
 * sees the request, and later its expiry. A crash loses what waits here: the fetch still makes the request.
 */
import type { Clock } from '@countersign/shared/kernel/clock';
import type { Job } from '@countersign/shared/runtime/service';

/** Milliseconds that a request waits for its wallet. */
export const WAITS = 5000;

/** Sessions that wait in this process at most; the request of a further one is prepared at once. */
const MOST = 10_000;

export interface WaitingSession {
  readonly tenant: string;
  readonly id: string;
}

export interface UnfetchedRequests {
  /** @returns false where there is no room: the caller prepares the request */
  wait(session: WaitingSession): boolean;
  /** The request of the session is made. */
  made(session: WaitingSession): void;
  /** Prepares what has waited long enough. */
  readonly job: Job;
}

/**
 * @param prepare makes the request of the session, unless it is made or not needed any more
 * @param most for tests
 */
export function createUnfetchedRequests(
  clock: Clock,
  prepare: (session: WaitingSession) => Promise<void>,
  most: number = MOST,
): UnfetchedRequests {
  /** By session, the oldest first. */
  const waiting = new Map<string, WaitingSession & { readonly since: number }>();
  return {
    wait: ({ id, tenant }) => {
      if (waiting.size >= most && !waiting.has(id)) return false;
      waiting.delete(id);
      waiting.set(id, { id, tenant, since: clock() });
      return true;
    },
    made: ({ id }) => {
      waiting.delete(id);
    },
    job: {
      name: 'unfetched-requests',
      every: WAITS,
      run: async () => {
        const until = clock() - WAITS;
        for (const session of [...waiting.values()]) {
          if (session.since > until) return;
          // Removed first: a session whose request can't be prepared holds no other one up.
          waiting.delete(session.id);
          await prepare(session);
        }
      },
    },
  };
}
