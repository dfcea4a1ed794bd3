/** The public HTTP server: express without a router of its own, with limits against slow and greedy clients. */
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import express from 'express';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface PublicServer {
  readonly port: number;
  /** Stops taking connections, lets the answers under way finish, and cuts what is left after `grace` milliseconds. */
  close(grace: number): Promise<void>;
}

const limits = {
  maxHeaderSize: 32 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
} as const;
const MOST_CONNECTIONS = 4096;

/**
 * Listens, then asks for the handler: the port is known only then, and PUBLIC_URL may depend on it.
 * Requests that come meanwhile wait.
 */
export async function openPublicServer(
  address: { readonly host: string; readonly port: number },
  createHandler: (port: number) => Promise<Handler>,
): Promise<PublicServer> {
  let ready: Promise<Handler>;
  const answering = new Set<ServerResponse>();
  let closing = false;
  const app = express();
  app.disable('x-powered-by');
  app.use((request, response) => {
    answering.add(response);
    response.once('close', () => answering.delete(response));
    if (closing) response.shouldKeepAlive = false;
    // It rejects only where the start failed, and then the server closes.
    ready.then((handle) => handle(request, response)).catch(() => response.destroy());
  });
  const server = createServer({ ...limits, ...bornAs(app) }, app);
  server.maxConnections = MOST_CONNECTIONS;
  await listen(server, address);
  const { port } = server.address() as AddressInfo;
  ready = createHandler(port);
  try {
    await ready;
  } catch (error) {
    server.closeAllConnections();
    server.close();
    throw error;
  }
  return {
    port,
    close: (grace) => {
      closing = true;
      // Told to close, a client sends its next request elsewhere instead of into a connection that ends.
      for (const response of answering) response.shouldKeepAlive = false;
      return close(server, grace);
    },
  };
}

/**
 * Express gives each request and response its own prototype when they arrive, and V8 runs an object slowly once its
 * prototype was changed: measured, that costs more than all the rest of express. These are born with it.
 */
function bornAs(app: express.Express): {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
} {
  function ExpressRequest(this: IncomingMessage, socket: Socket): void {
    Reflect.apply(IncomingMessage, this, [socket]);
  }
  ExpressRequest.prototype = app.request;
  function ExpressResponse(this: ServerResponse, ...made: readonly unknown[]): void {
    Reflect.apply(ServerResponse, this, made);
  }
  ExpressResponse.prototype = app.response;
  return {
    IncomingMessage: ExpressRequest as unknown as typeof IncomingMessage,
    ServerResponse: ExpressResponse as unknown as typeof ServerResponse,
  };
}

function listen(server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

function close(server: Server, grace: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
  });
}
