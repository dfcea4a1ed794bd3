/** The classes of requests and responses of the public server. */
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type express from 'express';

export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Express sets the prototype of each request and response on arrival, and V8 runs an object slowly once its prototype
 * was changed: measured, that costs more than the rest of express. These classes create the objects with it.
 *
 * `node:http` parses everything that it has read even if the connection has ended, and keeps every request until the
 * connection has closed. One read can contain thousands of requests, so all requests of an ended connection share one
 * request and one response object.
 */
export function expressMessages(app: express.Express): MessageClasses {
  const requests = new WeakMap<Socket, IncomingMessage>();
  const responses = new WeakMap<Socket, ServerResponse>();

  function ExpressRequest(this: IncomingMessage, socket: Socket): IncomingMessage {
    const known = socket.destroyed ? requests.get(socket) : undefined;
    if (known !== undefined) return known;
    Reflect.apply(IncomingMessage, this, [socket]);
    if (socket.destroyed) requests.set(socket, withoutListeners(this));
    return this;
  }
  ExpressRequest.prototype = app.request;

  function ExpressResponse(this: ServerResponse, request: IncomingMessage, options: object): ServerResponse {
    const { socket } = request;
    const known = socket.destroyed ? responses.get(socket) : undefined;
    if (known !== undefined) return known;
    Reflect.apply(ServerResponse, this, [request, options]);
    if (socket.destroyed) responses.set(socket, withoutListeners(this));
    return this;
  }
  ExpressResponse.prototype = app.response;

  return {
    IncomingMessage: ExpressRequest as unknown as typeof IncomingMessage,
    ServerResponse: ExpressResponse as unknown as typeof ServerResponse,
  };
}

/** `node:http` adds listeners for every request of the connection. The shared object keeps none of them. */
function withoutListeners<T extends IncomingMessage | ServerResponse>(message: T): T {
  return Object.assign(message, { on: () => message });
}
