/**
 * Rows with `stream: 'events'`: the events of a tenant or session, as server-sent events. Thousands are open at the
 * same time, so streams have no timer or loop: the tenant's tail writes to them, and one ticker keeps all alive.
 */
import type { ServerResponse } from 'node:http';
import type { OperationRequest } from '@countersign/shared/http/message';
import { readPosition } from '../events/event-text.ts';
import type { EventTails, Joined } from '../events/tails.ts';
import { commonHeaders, type Exchange } from './answer.ts';
import { createStreamPlaces } from './stream-places.ts';

/** Milliseconds between two signs of life of a stream: `SLOTS` ticks. */
const HEARTBEAT = 15_000;
/** Spreads the streams, so that not all are written to at the same time. */
const SLOTS = 30;
/** Bytes that may wait for a client; beyond them the stream ends, and the client continues at its position. */
const MAX_WAITING = 1_048_576;

export interface LogStreamParts {
  readonly tails: Pick<EventTails, 'join'>;
  readonly limits: { readonly process: number; readonly tenant: number };
  /** Calls at the interval, until the returned function is called. */
  readonly tick?: (milliseconds: number, run: () => void) => () => void;
}

export interface LogStreamed {
  readonly exchange: Exchange;
  readonly operationRequest: Pick<OperationRequest, 'tenant' | 'params' | 'query'>;
  /** Aborts when the server closes. */
  readonly closing: AbortSignal;
}

export interface LogStreams {
  /**
   * Handles a request, and resolves when the stream is open. While it is, the caller keeps nothing of the request.
   * @throws ProtocolError `rate_limited` beyond the limits
   */
  readonly open: (streamed: LogStreamed) => Promise<void>;
  readonly stop: () => void;
}

interface OpenStream {
  readonly response: ServerResponse;
  readonly joined: Joined;
}

export function createLogStreams({ tails, limits, tick = ticking }: LogStreamParts): LogStreams {
  const enter = createStreamPlaces({ process: limits.process, address: limits.tenant });
  const slots = Array.from({ length: SLOTS }, () => new Set<OpenStream>());
  let opened = 0;
  let slot = 0;
  const stop = tick(HEARTBEAT / SLOTS, () => {
    slot = (slot + 1) % SLOTS;
    for (const stream of slots[slot] ?? []) beat(stream);
  });
  const endAll = (): void => {
    for (const { response } of slots.flatMap((streams) => [...streams])) response.end();
  };
  let watched: AbortSignal | undefined;
  return {
    stop,
    open: async ({ exchange, operationRequest, closing }) => {
      const { response } = exchange;
      const leave = enter(operationRequest.tenant);
      opened += 1;
      const slotOfStream = slots[opened % SLOTS];
      // One listener for all streams of the server.
      if (watched !== closing) closing.addEventListener('abort', endAll);
      watched = closing;
      try {
        const joined = await join(tails, exchange, operationRequest);
        const stream: OpenStream = { response, joined };
        slotOfStream?.add(stream);
        if (closing.aborted) response.end();
        const left = (): void => {
          slotOfStream?.delete(stream);
          joined.leave();
          leave();
        };
        if (response.closed) left();
        else response.once('close', left);
      } catch (error) {
        leave();
        // A failure after the first event ends the response. The client continues at its position.
        if (response.headersSent && !response.writableEnded) response.end();
        throw error;
      }
    },
  };
}

async function join(
  tails: LogStreamParts['tails'],
  exchange: Exchange,
  { tenant, params, query }: LogStreamed['operationRequest'],
): Promise<Joined> {
  const { request, response } = exchange;
  const write = (text: string): void => {
    if (!response.headersSent) begin(exchange);
    if (response.writableEnded || text === '') return;
    response.write(text);
    if (response.writableLength > MAX_WAITING) response.end();
  };
  return tails.join({
    tenant,
    session: params.sessionId,
    after: readPosition(request.headers['last-event-id']?.toString() ?? query.after),
    write,
    drained: () => drained(response),
    left: () => response.destroyed || response.writableEnded,
  });
}

function begin(exchange: Exchange): void {
  exchange.response.writeHead(200, {
    ...commonHeaders(exchange),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    // Stops proxies from buffering the events.
    'x-accel-buffering': 'no',
  });
}

/** Without it a client that reads slowly would have the whole log in memory. */
function drained(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const through = (): void => {
      response.removeListener('drain', through);
      response.removeListener('close', through);
      resolve();
    };
    response.once('drain', through);
    response.once('close', through);
  });
}

function beat({ response, joined }: OpenStream): void {
  if (response.writableEnded) return;
  if (response.writableLength === 0) response.write(joined.sign());
}

function ticking(milliseconds: number, run: () => void): () => void {
  const timer = setInterval(run, milliseconds);
  // The streams keep the process alive, not their heartbeat.
  timer.unref();
  return () => clearInterval(timer);
}
