/**
 * Serves pipelined requests (RFC 9112, 9.3.2) of a connection one at a time: the next begins when the client has taken
 * the previous answer and the other connections had their turn, and the socket is not read until then. `node:http` alone begins all of them, so a client that
 * reads nothing would fill the memory with answers.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Most requests that wait for the current one. One chunk of the parser can hold thousands. */
const MAX_WAITING = 16;

interface WaitingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly serve: RequestListener;
}

/** Begins `serve`, at once or when the requests before it are answered. */
export type Enter = (request: IncomingMessage, response: ServerResponse, serve: RequestListener) => void;

/** @param dropped called where a connection is cut because too many requests wait on it */
export function createPipelineQueue(dropped: () => void): Enter {
  /**
   * Of each connection that had a request, the requests that wait for the current one, or whether there is a current one. An entry
   * stays for as long as its connection: see `createAnswersInProgress`.
   */
  const queues = new Map<Socket, WaitingRequest[] | 'current' | 'idle'>();
  const begin = (socket: Socket, request: IncomingMessage, response: ServerResponse, serve: RequestListener): void => {
    // Runs once: an answer closes once.
    response.on('close', () => {
      if (waitingOf(queues.get(socket)).length === 0) next(socket);
      // Without a pause the requests of one connection run in one turn of the event loop, and all others wait.
      else setImmediate(next, socket);
    });
    serve(request, response);
  };
  const next = (socket: Socket): void => {
    const queue = waitingOf(queues.get(socket));
    const first = queue.shift();
    if (first === undefined || socket.destroyed) {
      // Closed already: it has no entry any more.
      if (queues.has(socket)) queues.set(socket, 'idle');
      return;
    }
    // The time limit of the previous answer does not apply to this one.
    socket.setTimeout(0);
    if (queue.length === 0) socket.resume();
    begin(socket, first.request, first.response, first.serve);
  };
  const wait = (socket: Socket, waiting: WaitingRequest): void => {
    const queue = waitingOf(queues.get(socket));
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
    const state = queues.get(socket);
    if (state !== undefined && state !== 'idle') return wait(socket, { request, response, serve });
    if (state === undefined) socket.once('close', () => queues.delete(socket));
    queues.set(socket, 'current');
    begin(socket, request, response, serve);
  };
}

function waitingOf(state: WaitingRequest[] | 'current' | 'idle' | undefined): WaitingRequest[] {
  return typeof state === 'object' ? state : [];
}
