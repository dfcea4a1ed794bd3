/**
 * Rows with `stream: 'state'`: a changing response, as server-sent events (WHATWG HTML, 9.2). The gateway keeps the
 * connection open and calls the operation again when events of its session arrive. A client without a stream polls.
 */

import type { Following } from '@countersign/shared/bus/arrivals';
import { limitKey } from '@countersign/shared/http/client-address';
import type { CallOperation, OperationReply, OperationRequest } from '@countersign/shared/http/message';
import type { Clock } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject } from '@countersign/shared/kernel/json';
import type { Log } from '@countersign/shared/kernel/log';
import { errorFields } from '@countersign/shared/kernel/log-error';
import { traceId } from '@countersign/shared/tracing/trace-context';
import type { Route } from '../routes/route.ts';
import { type Exchange, noteReached } from './answer.ts';
import { openEvents } from './server-sent-events.ts';
import { createStreamPlaces, type StreamLimits } from './stream-places.ts';

/**
 * Milliseconds between two calls without an event: time changes the response too, and events may be lost or turned off.
 */
const PAUSE = 2000;
/** Milliseconds without an event after which a comment keeps the connection alive. */
const HEARTBEAT = 15_000;
/** Milliseconds after which a stream ends. The browser then opens a new one. */
const LONGEST_STREAM = 660_000;

/** Many users may share an address. A client beyond the limit polls, which works as well. */
export const streamLimits: StreamLimits = { process: 500, address: 16 };

export interface EventStreamParts {
  readonly call: CallOperation;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: StreamLimits;
  /** Follows a session's events. */
  readonly follow: (tenant: string, session: string) => Following;
}

export interface StreamedRequest {
  readonly exchange: Exchange;
  readonly route: Route;
  readonly operationRequest: OperationRequest;
  readonly address: string;
  /** Aborts when the server closes. */
  readonly closing: AbortSignal;
}

/**
 * Responds to one request with a stream, and resolves when it has ended.
 * @throws ProtocolError `rate_limited` beyond the limits; whatever the operation's first call throws. In both cases no
 *   response has started, and the caller can respond normally
 */
export type EventStream = (request: StreamedRequest) => Promise<void>;

/** Creates the streams of a process, which share its limits. */
export function createEventStream(parts: EventStreamParts): EventStream {
  const enter = createStreamPlaces(parts.limits);
  return async (streamed) => {
    const leave = enter(limitKey(streamed.address));
    try {
      const reply = await parts.call(streamed.route.operation, streamed.operationRequest);
      noteReached(streamed.exchange, reply.annotation);
      const { tenant } = streamed.operationRequest;
      await openEvents(streamed, async (over) => {
        const events = parts.follow(tenant, streamed.exchange.session ?? '');
        try {
          await follow(parts, streamed, { first: reply, events, over });
        } finally {
          events.end();
        }
      });
    } finally {
      leave();
    }
  };
}

interface Follow {
  readonly first: OperationReply;
  readonly events: Following;
  readonly over: AbortSignal;
}

/** Writes each response that differs from the previous one, until its state is not `waiting`. */
async function follow(
  parts: EventStreamParts,
  streamed: StreamedRequest,
  { first, events, over }: Follow,
): Promise<void> {
  const { clock, log } = parts;
  const { exchange, route } = streamed;
  const until = clock() + LONGEST_STREAM;
  let answer: OperationReply | Failure = first;
  let sent = '';
  let toldAt = clock();
  const write = (text: string): void => {
    exchange.response.write(text);
    toldAt = clock();
  };
  while (!over.aborted) {
    // The next connection receives this refusal as its response.
    if (answer === 'refused') return;
    const text: string = answer === 'none' ? sent : JSON.stringify(answer.body ?? {});
    if (text !== sent) write(`event: state\ndata: ${text}\n\n`);
    else if (clock() - toldAt >= HEARTBEAT) write(':\n\n');
    sent = text;
    if ((answer !== 'none' && !isWaiting(answer)) || clock() >= until) return;
    await events.next(PAUSE, over);
    if (over.aborted) return;
    const before: OperationReply | Failure = answer;
    answer = await parts.call(route.operation, streamed.operationRequest).catch((error: unknown) => {
      if (error instanceof ProtocolError && error.status < 500) return 'refused';
      const { operation } = route;
      const { id: request, tenant, session } = exchange;
      const fields = { service: 'gateway', request, trace: traceId(exchange.trace), tenant, session, operation };
      // Logged once per outage.
      if (before !== 'none') log.warn('stream without responses', { ...fields, ...errorFields(error) });
      return 'none';
    });
  }
}

/** `none`: no response for now. */
type Failure = 'refused' | 'none';

function isWaiting({ body }: OperationReply): boolean {
  return isObject(body) && body.state === 'waiting';
}
