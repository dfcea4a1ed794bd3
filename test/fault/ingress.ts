/**
 * The load balancer of several gateways: each request is sent to the next one, on a connection of its own. A gateway that
 * does not accept the connection is skipped; no request is sent twice.
 */
import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Ingress {
  readonly url: string;
  /** Where the requests go; to be set before the first one. */
  gateways: readonly string[];
  /** Requests that no gateway took, or whose answer broke off. */
  readonly failures: readonly string[];
  close(): Promise<void>;
}

export async function openIngress(): Promise<Ingress> {
  const failures: string[] = [];
  let turn = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      turn += 1;
      const { gateways } = ingress;
      const order = gateways.map((_, index) => gateways[(turn + index) % gateways.length] ?? '');
      forward(request, Buffer.concat(chunks), order).then(
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
        (error: unknown) => {
          failures.push(`${request.method} ${request.url}: ${String(error)}`);
          response.writeHead(502).end();
        },
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ingress: Ingress = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    gateways: [],
    failures,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return ingress;
}

async function forward(request: IncomingMessage, body: Buffer, order: readonly string[]): Promise<IncomingMessage> {
  let failure: unknown;
  for (const gateway of order) {
    try {
      return await exchange(request, body, gateway);
    } catch (error) {
      failure = error;
      if (!(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')) break;
    }
  }
  throw failure;
}

function exchange(request: IncomingMessage, body: Buffer, gateway: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method, headers } = request;
    const sent = send(gateway + request.url, { method, headers: { ...headers, connection: 'close' }, agent: false });
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end(body);
  });
}
