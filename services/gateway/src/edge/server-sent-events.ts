/** A response of server-sent events (WHATWG HTML, 9.2): its headers, and its end by either side. */
import { commonHeaders, type Exchange } from './answer.ts';

export interface StreamedExchange {
  readonly exchange: Exchange;
  /** Aborts when the server closes. */
  readonly closing: AbortSignal;
}

/**
 * Starts the response, unless the client has left, and ends it.
 * @param write writes the events; its signal aborts when the client leaves or the server closes
 */
export async function openEvents(
  { exchange, closing }: StreamedExchange,
  write: (over: AbortSignal) => Promise<void>,
): Promise<void> {
  const { response } = exchange;
  if (response.destroyed) return;
  const over = new AbortController();
  const end = (): void => over.abort();
  response.once('close', end);
  closing.addEventListener('abort', end);
  try {
    response.writeHead(200, {
      ...commonHeaders(exchange),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // Stops proxies from buffering the events.
      'x-accel-buffering': 'no',
    });
    // The client is connected before there is an event.
    response.flushHeaders();
    // Ends the response immediately, without waiting for a running poll.
    over.signal.addEventListener('abort', () => response.end());
    if (closing.aborted) end();
    await write(over.signal);
    response.end();
  } finally {
    response.removeListener('close', end);
    closing.removeEventListener('abort', end);
  }
}
