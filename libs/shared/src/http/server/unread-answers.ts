/** Closes connections whose client does not read the response that it requested. */
import type { ServerResponse } from 'node:http';

interface UnreadOptions {
  /** Milliseconds in which the client must have read some of the waiting bytes. */
  readonly limit: number;
  /** Milliseconds between two checks. */
  readonly every: number;
}

/**
 * Checks the responses in progress at an interval, at no cost per request. If bytes wait for the client, its socket
 * receives a time limit, and each byte that leaves is activity. A response that is still being created, or a stream
 * without news, has no waiting bytes and no limit.
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
