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

export interface PipelineQueue extends Iterable<ServerResponse> {
  /** Begins `serve`, at once or when the requests before it are answered. */
  enter(request: IncomingMessage, response: ServerResponse, serve: RequestListener): void;
}

/** The requests of a connection. */
interface Line {
  /** The answer in progress: until it closes, and the next one has its turn. */
  current: ServerResponse | undefined;
  readonly waiting: WaitingRequest[];
}

/**
 * Its items are the answers in progress, one of a connection at most.
 * @param dropped called where a connection is cut because too many requests wait on it
 */
export function createPipelineQueue(dropped: () => void): PipelineQueue {
  /**
   * An entry stays for as long as its connection. A table that grows and shrinks with each request is made again and again, and in
   * V8 a table that is given up keeps the next one, and with it answers that have ended, until a full collection.
   */
  const lines = new Map<Socket, Line>();
  const begin = (socket: Socket, line: Line, { request, response, serve }: WaitingRequest): void => {
    line.current = response;
    // Runs once: an answer closes once.
    response.on('close', () => {
      if (line.waiting.length === 0) line.current = undefined;
      // Without a pause the requests of one connection run in one turn of the event loop, and all others wait.
      else setImmediate(next, socket, line);
    });
    serve(request, response);
  };
  const next = (socket: Socket, line: Line): void => {
    line.current = undefined;
    const first = line.waiting.shift();
    if (first === undefined || socket.destroyed) return;
    // The time limit of the previous answer does not apply to this one.
    socket.setTimeout(0);
    if (line.waiting.length === 0) socket.resume();
    begin(socket, line, first);
  };
  const wait = (socket: Socket, { waiting }: Line, request: WaitingRequest): void => {
    if (waiting.length === MAX_WAITING) {
      dropped();
      return void socket.destroy();
    }
    waiting.push(request);
    socket.pause();
  };
  return {
    enter: (request, response, serve) => {
      const { socket } = request;
      // The parser still reaches the end of what it has read.
      if (socket.destroyed) return;
      const known = lines.get(socket);
      const line = known ?? { current: undefined, waiting: [] };
      if (known === undefined) {
        lines.set(socket, line);
        socket.once('close', () => lines.delete(socket));
      }
      if (line.current !== undefined) wait(socket, line, { request, response, serve });
      else begin(socket, line, { request, response, serve });
    },
    *[Symbol.iterator]() {
      for (const { current } of lines.values()) if (current !== undefined) yield current;
    },
  };
}
