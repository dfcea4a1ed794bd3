/**
 * Requests that a client pipelines (RFC 9112, 9.3.2) are served one after the other: the next is begun when the client
 * has taken the answer before it, and what comes behind them is not read meanwhile. `node:http` alone begins all of
 * them, so that a client that reads nothing would fill the memory with answers.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait behind the one at work. What the parser reads in one piece can hold thousands. */
const MAX_WAITING = 16;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly serve: RequestListener;
}

/** Begins `serve`, at once or when the requests before it are answered. */
export type Enter = (request: IncomingMessage, response: ServerResponse, serve: RequestListener) => void;

/** @param dropped called where a connection is cut because too many requests wait on it */
export function createPipelineQueue(dropped: () => void): Enter {
  /** Of each connection that has a request at work; undefined: none waits behind it. */
  const queues = new Map<Socket, Waiting[] | undefined>();
  const begin = (socket: Socket, request: IncomingMessage, response: ServerResponse, serve: RequestListener): void => {
    // Once, for an answer closes once.
    response.on('close', () => next(socket));
    serve(request, response);
  };
  const next = (socket: Socket): void => {
    const queue = queues.get(socket);
    const first = queue?.shift();
    if (queue === undefined || first === undefined || socket.destroyed) return void queues.delete(socket);
    // A time limit for the answer before this one is none for this one.
    socket.setTimeout(0);
    if (queue.length === 0) socket.resume();
    begin(socket, first.request, first.response, first.serve);
  };
  const wait = (socket: Socket, waiting: Waiting): void => {
    const queue = queues.get(socket) ?? [];
    if (queue.length === MAX_WAITING) {
      dropped();
      return void socket.destroy();
    }
    queue.push(waiting);
    queues.set(socket, queue);
    socket.pause();
  };
  return (request, response, serve) => {
    const { socket } = request;
    // The parser still reaches the end of what it has read.
    if (socket.destroyed) return;
    if (queues.has(socket)) return wait(socket, { request, response, serve });
    queues.set(socket, undefined);
    begin(socket, request, response, serve);
  };
}
