/** Ends connections whose client does not read the answer that it has asked for. */
import type { ServerResponse } from 'node:http';

interface UnreadOptions {
  /** Milliseconds in which the client must have taken something of what waits for it. */
  readonly limit: number;
  /** Milliseconds between two looks. */
  readonly every: number;
}

/**
 * Looks at the answers under way now and then, which costs a request nothing. Where bytes wait for the client, its socket
 * gets a time limit; the socket itself counts each byte that leaves as activity. An answer that is still being made, or
 * a stream without news, has no bytes waiting and no limit.
 * @returns stops it
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
