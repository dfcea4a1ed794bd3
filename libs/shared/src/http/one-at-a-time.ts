/**
 * Requests that a client pipelines (RFC 9112, 9.3.2) are served one after the other: the next is begun when the client
 * has taken the answer before it, and what comes behind them is not read meanwhile. `node:http` alone begins all of
 * them, so that a client that reads nothing would fill the memory with answers.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait behind the one at work. What the parser reads in one piece can hold thousands. */
const MOST_WAITING = 16;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly serve: RequestListener;
}

/** Begins `serve`, at once or when the requests before it are answered. */
export type Enter = (request: IncomingMessage, response: ServerResponse, serve: RequestListener) => void;

/** @param dropped called where a connection is cut because too many requests wait on it */
export function oneAtATime(dropped: () => void): Enter {
  /** Of each connection that has a request at work. */
  const queues = new WeakMap<Socket, Waiting[]>();
  const begin = (socket: Socket, { request, response, serve }: Waiting): void => {
    response.once('close', () => next(socket));
    serve(request, response);
  };
  const next = (socket: Socket): void => {
    const queue = queues.get(socket);
    const first = queue?.shift();
    if (queue === undefined || first === undefined) return void queues.delete(socket);
    if (socket.destroyed) return;
    // A time limit for the answer before this one is none for this one.
    socket.setTimeout(0);
    if (queue.length === 0) socket.resume();
    begin(socket, first);
  };
  return (request, response, serve) => {
    const { socket } = request;
    // The parser goes on to the end of what it has read.
    if (socket.destroyed) return;
    const waiting = { request, response, serve };
    const queue = queues.get(socket);
    if (queue === undefined) {
      queues.set(socket, []);
      return begin(socket, waiting);
    }
    if (queue.length < MOST_WAITING) {
      queue.push(waiting);
      return void socket.pause();
    }
    dropped();
    socket.destroy();
  };
}
