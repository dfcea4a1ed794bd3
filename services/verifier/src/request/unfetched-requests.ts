/**
 * The requests of issuances that no wallet has fetched yet. A wallet fetches its request right after the challenge, and that
 * fetch makes the request and writes it in one go. Made by the event as well, each request would be made twice and written
 * three times. So the event waits here for the fetch: what is left after a moment is prepared by the job, and the backend then
 * sees the request, and later its expiry. A stop prepares what waits; a crash loses it: the fetch still makes the request.
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
  /** Prepares all that waits, once; resolves also where it can't. */
  stop(): Promise<void>;
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
  /** @throws the first failure, after all were tried */
  const prepareWhere = async (isDue: (since: number) => boolean): Promise<void> => {
    const failures: unknown[] = [];
    for (const session of [...waiting.values()]) {
      if (!isDue(session.since)) break;
      waiting.delete(session.id);
      try {
        await prepare(session);
      } catch (error) {
        failures.push(error);
        // Behind the others, unless a further attempt of the session waits already.
        if (!waiting.has(session.id)) waiting.set(session.id, { ...session, since: clock() });
      }
    }
    if (failures.length > 0) throw failures[0];
  };
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
      run: () => {
        const until = clock() - WAITS;
        return prepareWhere((since) => since <= until);
      },
    },
    stop: () => prepareWhere(() => true).catch(() => undefined),
  };
}
