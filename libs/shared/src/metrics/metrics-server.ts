/** `GET /metrics` on a separate port, never the public one. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PromMetrics } from './prom.ts';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** @throws Error (EADDRINUSE ...) if the port can't be opened */
export function openMetricsServer(
  address: { readonly host: string; readonly port: number },
  metrics: Pick<PromMetrics, 'scrape'>,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    // Scrapes are rare, and idle connections would delay a stop.
    response.shouldKeepAlive = false;
    if (request.url?.split('?')[0] !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    metrics.scrape().then(
      ({ contentType, body }) => response.writeHead(200, { 'content-type': contentType }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  // Enough for one or two monitoring systems.
  server.maxConnections = 32;
  server.headersTimeout = 5000;
  server.requestTimeout = 10_000;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, () => {
      server.removeAllListeners('error');
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
}
