/** Ends connections whose client does not read the answer that it requested. */
import type { ServerResponse } from 'node:http';

interface UnreadOptions {
  /** Milliseconds in which the client must have read some of the waiting bytes. */
  readonly limit: number;
  /** Milliseconds between two checks. */
  readonly every: number;
}

/**
 * Checks the answers in progress at an interval, which costs a request nothing. Where bytes wait for the client, its
 * socket gets a time limit; the socket counts each byte that leaves as activity. An answer that is still being made, or
 * a stream without news, has no bytes waiting and no limit.
 * @returns a function that stops the checks
 */
export function watchUnread(answering: Iterable<ServerResponse>, { limit, every }: UnreadOptions): () => void {
  const limited = new WeakSet<ServerResponse>();
  const timer = setInterval(() => {
    for (const response of answering) {
      const { socket } = response;
      if (socket === null) continue;
      const unread = socket.writableLength > 0;
      if (unread === limited.has(response)) continue;
      if (unread) limited.add(response);
      else limited.delete(response);
      socket.setTimeout(unread ? limit : 0);
    }
  }, every);
  timer.unref();
  return () => clearInterval(timer);
}
