/** The HTTP server of a process: requests and responses of express, without its router, with limits against slow and greedy clients. */
import { once, setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import express from 'express';
import type { TakeUpgrade } from '../calls/serve-channel.ts';
import { limitKey } from '../client-address.ts';
import { joinPieces } from '../join-pieces.ts';
import { expressMessages } from './express-messages.ts';
import { createFairShare } from './fair-share.ts';
import { listenTo } from './listen-to.ts';
import { createPipelineQueue, type PipelineQueue } from './pipelined-requests.ts';
import { watchUnread } from './unread-answers.ts';
import { takeUpgrades } from './upgrades.ts';

/** `closing` is aborted when the server closes, which ends an endless response such as a stream. */
export type Handler = (request: IncomingMessage, response: ServerResponse, closing: AbortSignal) => Promise<void>;

export interface OpenServer {
  readonly port: number;
  /** Serves a connection that another process has accepted for this one. Closing the server closes it. */
  adopt(socket: Socket): void;
  /** Stops accepting connections, lets responses in progress finish, and cuts the rest after `grace` milliseconds. */
  close(grace: number): Promise<void>;
}

const limits = {
  maxHeaderSize: 32 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
  // `take` responds to such a request, in its turn.
  requireHostHeader: false,
} as const;
/** Longer than callers keep an unused connection. */
const ownCallers = { keepAliveTimeout: 60_000 } as const;
/**
 * Milliseconds after which a connection that is idle at a close belongs to no such caller: much longer than callers keep
 * an unused one, because the timers of a busy caller are late.
 */
const UNUSED = 8000;
const MAX_CONNECTIONS = 4096;
/**
 * Maximum number of requests on an adopted connection, which then ends, so that the client's next connection goes to
 * the least loaded process. Otherwise a process that starts later receives no share of connections that are always in
 * use.
 */
export const REQUESTS_OF_ADOPTED = 200;
const unreadLimits = { limit: 30_000, every: 1000 } as const;

/**
 * Why a connection was cut: its address has too many, it pipelined too many requests, or its client reads no response.
 */
export type DropReason = 'address' | 'pipelined' | 'unread';

export interface Address {
  readonly host: string;
  readonly port: number;
  /** Maximum number of concurrent connections. Default: 4096 */
  readonly connections?: number;
  /** Whether an address belongs to a proxy. Its connections carry many clients and have no separate limit. */
  readonly isProxy?: (remote: string) => boolean;
  /** Called for each connection that is ended for its conduct. */
  readonly dropped?: (reason: DropReason) => void;
  /** Milliseconds after which a client that reads nothing is disconnected, and between two checks. */
  readonly unread?: { readonly limit: number; readonly every: number };
  /**
   * For callers that are other services and close unused connections themselves: at the close no connection is ended on
   * which a request may be arriving.
   */
  readonly idleConnections?: 'left to the caller';
  /** Handles connections that ask for a different protocol. If absent, the server handles such a request like any other request. */
  readonly upgrade?: TakeUpgrade;
}

/**
 * Listens, then creates the handler, because the port is known only then, and PUBLIC_URL may depend on it. Requests
 * wait for the handler.
 */
export async function openServer(
  address: Address,
  createHandler: (port: number) => Promise<Handler>,
): Promise<OpenServer> {
  let ready: Promise<Handler>;
  let handle: Handler | undefined;
  const queue = createPipelineQueue(() => address.dropped?.('pipelined'));
  const closing = new AbortController();
  /** Adopted connections, with the number of their requests. */
  const adopted = new Map<Socket, number>();
  const isLast = (socket: Socket): boolean => {
    const before = adopted.get(socket);
    if (before === undefined) return false;
    adopted.set(socket, before + 1);
    return before + 1 >= REQUESTS_OF_ADOPTED;
  };
  // One listener per open stream. None leaks, so Node's warning is switched off.
  setMaxListeners(0, closing.signal);
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    if (closing.signal.aborted || isLast(request.socket)) response.shouldKeepAlive = false;
    const answered =
      handle?.(request, response, closing.signal) ??
      // It rejects if the start failed, and then the server closes.
      ready.then((handler) => handler(request, response, closing.signal));
    answered.catch(() => response.destroy());
  };
  const patient = address.idleConnections !== undefined;
  const server = createLimitedServer(address, queue, take);
  const upgraded = takeUpgrades(server, address.upgrade, closing.signal);
  await listenTo(server, address);
  server.once('close', watchUnread(queue, address.unread ?? unreadLimits));
  const { port } = server.address() as AddressInfo;
  ready = createHandler(port);
  try {
    handle = await ready;
  } catch (error) {
    server.closeAllConnections();
    server.close();
    throw error;
  }
  return {
    port,
    adopt: (socket) => {
      if (closing.signal.aborted) return void socket.destroy();
      adopted.set(socket, 0);
      socket.once('close', () => adopted.delete(socket));
      server.emit('connection', socket);
    },
    close: async (grace) => {
      // With `connection: close` a client sends its next request elsewhere instead of into a connection that ends.
      for (const response of queue) response.shouldKeepAlive = false;
      closing.abort();
      const cut = setTimeout(() => destroyAll([...adopted.keys(), ...upgraded]), grace);
      await close(server, grace, patient);
      // Closing the server only waits for its own connections.
      await Promise.all([...adopted.keys()].map((socket) => once(socket, 'close')));
      clearTimeout(cut);
    },
  };
}

function destroyAll(sockets: Iterable<Duplex>): void {
  for (const socket of sockets) socket.destroy();
}

/** A server with limits per connection and in total. */
function createLimitedServer(address: Address, queue: PipelineQueue, take: RequestListener): Server {
  const { dropped = () => undefined, connections = MAX_CONNECTIONS } = address;
  const enter: PipelineQueue['enter'] = (request, response, serve) => {
    if (request.headers['transfer-encoding'] !== undefined) joinPieces(request, response);
    queue.enter(request, response, serve);
  };
  // Between the services there is nothing to route and nothing to parse leniently.
  const create = address.idleConnections === undefined ? createPublicServer : createPlainServer;
  const server = create(enter, take);
  server.on('checkExpectation', (request, response) => enter(request, response, refuseWith(417)));
  server.on('timeout', (socket) => {
    // A connection without unread bytes was merely idle, which is not counted.
    if (socket.writableLength > 0) dropped('unread');
    socket.destroy();
  });
  server.maxConnections = connections;
  admitFairly(server, connections, { ...address, dropped });
  return server;
}

function createPublicServer(enter: PipelineQueue['enter'], take: RequestListener): Server {
  return createServer({ ...limits, ...expressMessages(express()) }, (request, response) => {
    enter(request, response, isWellFramed(request) ? take : refuseWith(400));
  });
}

function createPlainServer(enter: PipelineQueue['enter'], take: RequestListener): Server {
  return createServer({ ...limits, ...ownCallers }, (request, response) => {
    enter(request, response, isWellFramed(request) ? take : refuseWith(400));
  });
}

/**
 * RFC 9112, 3.2: an HTTP/1.1 request without Host, or any request with two, gets 400, but `node:http` uses the first of
 * two. 6.1: so does a body in a transfer coding other than `chunked`, which would otherwise be read as if it had none.
 */
function isWellFramed({ headers, rawHeaders, httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') return false;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && (httpVersionMajor !== 1 || httpVersionMinor !== 1));
}

function refuseWith(status: number): RequestListener {
  return (_, response) => void response.writeHead(status, { connection: 'close', 'content-length': 0 }).end();
}

/** One address, or one IPv6 network, can't occupy everybody else's places. */
function admitFairly(
  server: Server,
  room: number,
  { isProxy, dropped }: Pick<Required<Address>, 'dropped'> & Pick<Address, 'isProxy'>,
): void {
  const places = createFairShare(room);
  server.prependListener('connection', (socket: Socket) => {
    const remote = socket.remoteAddress ?? '';
    const leave = places.take(isProxy?.(remote) === true ? undefined : limitKey(remote));
    if (leave !== undefined) return void socket.once('close', leave);
    dropped('address');
    socket.destroy();
  });
}

function close(server: Server, grace: number, patient: boolean): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), grace);
    const idle = setTimeout(() => server.closeIdleConnections(), patient ? UNUSED : 0);
    const closed = (): void => {
      clearTimeout(cut);
      clearTimeout(idle);
      resolve();
    };
    // Closing an HTTP server also closes idle connections. Closing a net server only stops listening.
    if (!patient) return void server.close(closed);
    const ended = (): void => {
      // Ends the timer that checks connections.
      server.close();
      closed();
    };
    Reflect.apply(NetServer.prototype.close, server, [ended]);
  });
}
