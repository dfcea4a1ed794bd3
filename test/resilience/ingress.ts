/**
 * The load balancer for several gateways: each request goes to a different one, on a separate connection. A gateway
 * that does not accept the connection is skipped; no request is sent twice.
 */
import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

export interface OpenAnswer {
  readonly gateway: string;
  /** Path and query. */
  readonly path: string;
}

export interface Ingress {
  readonly url: string;
  /** The targets of the requests; to be set before the first one. */
  gateways: readonly string[];
  /** Responses in progress, such as streams. */
  readonly open: ReadonlySet<OpenAnswer>;
  /** Requests that no gateway accepted, or whose response broke off. */
  readonly failures: readonly string[];
  close(): Promise<void>;
}

export async function openIngress(): Promise<Ingress> {
  const failures: string[] = [];
  const open = new Set<OpenAnswer>();
  let turn = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      turn += 1;
      const { gateways } = ingress;
      const order = gateways.map((_, index) => gateways[(turn + index) % gateways.length] ?? '');
      forward(request, Buffer.concat(chunks), order).then(
        ({ gateway, answer }) => {
          const carried = { gateway, path: request.url ?? '' };
          open.add(carried);
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          // A stream starts before its first event.
          response.flushHeaders();
          // A response that breaks off at the gateway also breaks off at the client, and the other way round.
          pipeline(answer, response, (error) => {
            open.delete(carried);
            const isOfClient = error?.code === 'ERR_STREAM_PREMATURE_CLOSE';
            if (error && !isOfClient) failures.push(`${request.method} ${request.url}: ${String(error)}`);
          });
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
    open,
    failures,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return ingress;
}

interface Forwarded {
  readonly gateway: string;
  readonly answer: IncomingMessage;
}

async function forward(request: IncomingMessage, body: Buffer, order: readonly string[]): Promise<Forwarded> {
  let failure: unknown;
  for (const gateway of order) {
    try {
      return { gateway, answer: await exchange(request, body, gateway) };
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
