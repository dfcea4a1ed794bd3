/** The public HTTP server: express without a router of its own, with limits against slow and greedy clients. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  const app = express();
  app.disable('x-powered-by');
  app.use((request, response) => {
    // It rejects only where the start failed, and then the server closes.
    ready.then((handle) => handle(request, response)).catch(() => response.destroy());
  });
  const server = createServer(limits, app);
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
  return { port, close: (grace) => close(server, grace) };
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
