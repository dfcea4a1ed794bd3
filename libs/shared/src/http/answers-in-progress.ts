/** The answers that a server is making. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface AnswersInProgress extends Iterable<ServerResponse> {
  /** An answer is in progress until it closes. Of a connection there is one at a time. */
  add(socket: Socket, response: ServerResponse): void;
}

/**
 * The entries are the connections. A set of answers, which grows and shrinks with each request, makes a new table again and again,
 * and in V8 a table that is given up keeps the next one, and with it answers that have ended, until a full collection.
 */
export function createAnswersInProgress(): AnswersInProgress {
  const bySocket = new Map<Socket, ServerResponse | undefined>();
  const end = (socket: Socket, response: ServerResponse): void => {
    if (bySocket.get(socket) === response) bySocket.set(socket, undefined);
  };
  return {
    add: (socket, response) => {
      if (!bySocket.has(socket)) socket.once('close', () => bySocket.delete(socket));
      bySocket.set(socket, response);
      // Runs once: an answer closes once.
      response.on('close', () => end(socket, response));
    },
    *[Symbol.iterator]() {
      for (const response of bySocket.values()) if (response !== undefined) yield response;
    },
  };
}
