/**
 * A session's trace, live: each entry is an event with its number as id. A trace is one document, in which entries are
 * numbered by the writes that add them. A client that connects again, at any replica, continues after the last number
 * that it has, so it misses nothing and receives nothing twice.
 */
import type { Following } from '@countersign/shared/bus/arrivals';
import { limitKey } from '@countersign/shared/http/client-address';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Clock } from '@countersign/shared/kernel/clock';
import type { Log } from '@countersign/shared/kernel/log';
import { errorFields } from '@countersign/shared/kernel/log-error';
import { eventsAfter } from '../trace/events.ts';
import type { StoredTrace } from '../trace/reader.ts';
import { openEvents, type StreamedExchange } from './server-sent-events.ts';
import { createStreamPlaces, type StreamLimits } from './stream-places.ts';

/** Milliseconds between two reads without news: another gateway may have written the entries. */
const PAUSE = 1000;
/** Milliseconds without an event after which a comment keeps the connection alive. */
const HEARTBEAT = 15_000;
/** Milliseconds after which a stream ends. The client then opens a new one, and its credential is checked again. */
const LONGEST_STREAM = 660_000;

/** Separate from the browsers' limits, so that backends do not take their slots. */
export const entryStreamLimits: StreamLimits = { process: 200, address: 16 };

export interface EntryStreamParts {
  /** Undefined if the trace's revision has not changed. */
  readonly read: (
    of: { readonly tenant: string; readonly session: string },
    revision: number | undefined,
  ) => Promise<StoredTrace | undefined>;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: StreamLimits;
  /** Follows this process's writes to a session's trace. */
  readonly follow: (session: string) => Following;
}

export interface StreamedTrace extends StreamedExchange {
  readonly operationRequest: OperationRequest;
  readonly address: string;
}

/**
 * Handles a request whose session was found. @throws ProtocolError `rate_limited` beyond the limits; nothing is sent
 * then
 */
export type EntryStream = (streamed: StreamedTrace) => Promise<void>;

/** Creates the streams of a process, which share its limits. */
export function createEntryStream(parts: EntryStreamParts): EntryStream {
  const enter = createStreamPlaces(parts.limits);
  return async (streamed) => {
    const leave = enter(limitKey(streamed.address));
    try {
      await openEvents(streamed, async (over) => {
        const news = parts.follow(streamed.operationRequest.params.sessionId ?? '');
        try {
          await follow(parts, streamed, news, over);
        } finally {
          news.end();
        }
      });
    } finally {
      leave();
    }
  };
}

async function follow(
  parts: EntryStreamParts,
  streamed: StreamedTrace,
  news: Following,
  over: AbortSignal,
): Promise<void> {
  const { clock } = parts;
  const { exchange, operationRequest } = streamed;
  const of = { tenant: operationRequest.tenant, session: operationRequest.params.sessionId ?? '' };
  const until = clock() + LONGEST_STREAM;
  let last = lastEventId(exchange.request.headers['last-event-id']);
  let revision: number | undefined;
  let quietSince = clock();
  let away = false;
  while (!over.aborted) {
    const found = await parts.read(of, revision).catch((error: unknown) => {
      // Logged once per outage.
      if (!away) parts.log.warn('stream without responses', { service: 'gateway', ...of, ...errorFields(error) });
      return 'away' as const;
    });
    away = found === 'away';
    if (found !== undefined && found !== 'away') {
      const { text, number, ended } = eventsAfter(found, { last, known: revision });
      if (text !== '') {
        exchange.response.write(text);
        quietSince = clock();
      }
      [last, revision] = [number, found.rev];
      if (ended) return;
    }
    if (clock() - quietSince >= HEARTBEAT) {
      exchange.response.write(':\n\n');
      quietSince = clock();
    }
    if (clock() >= until) return;
    await news.next(PAUSE, over);
  }
}

/** The number of the last entry that the client has; 0 without one. */
function lastEventId(header: string | readonly string[] | undefined): number {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : 0;
}
