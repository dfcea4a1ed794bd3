/**
 * Serves the pipelined requests (RFC 9112, 9.3.2) of a connection one at a time. The next one starts when the client
 * has read the previous response and the other connections had their turn. Until then the socket is not read.
 * `node:http` starts all of them, so a client that reads nothing would fill the memory with responses.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of requests that wait for the current one. One chunk of the parser can contain thousands. */
const MAX_WAITING = 16;

interface WaitingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly serve: RequestListener;
}

export interface PipelineQueue extends Iterable<ServerResponse> {
  /** Starts `serve`, immediately or after the responses to earlier requests. */
  enter(request: IncomingMessage, response: ServerResponse, serve: RequestListener): void;
}

/** The requests of a connection. */
interface Line {
  /** The response in progress. When it closes, the next one has its turn. */
  current: ServerResponse | undefined;
  readonly waiting: WaitingRequest[];
}

/**
 * Its items are the responses in progress, at most one per connection.
 * @param dropped called when a connection is cut because too many requests wait on it
 */
export function createPipelineQueue(dropped: () => void): PipelineQueue {
  /**
   * An entry stays as long as its connection. A table that grows and shrinks with each request is rebuilt again and
   * again, and in V8 an old table references the next one, and with it finished responses, until a full collection.
   */
  const lines = new Map<Socket, Line>();
  const begin = (socket: Socket, line: Line, { request, response, serve }: WaitingRequest): void => {
    line.current = response;
    // Runs once, because a response closes once.
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
    // The previous response's time limit does not apply to this one.
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
      // The parser still finishes its buffer.
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
