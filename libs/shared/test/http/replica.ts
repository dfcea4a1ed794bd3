/** Servers of one operation, and calls to them. */
import { createServer as createTcpServer } from 'node:net';
import type { TestContext } from 'node:test';
import { createInternalServer } from '../../src/http/internal-server.ts';
import type { Operation, OperationRequest } from '../../src/http/message.ts';
import { type OpenServer, openServer } from '../../src/http/server/server.ts';
import { createUpstream, type Upstream, type UpstreamOptions } from '../../src/http/upstream.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { ProtocolError } from '../../src/kernel/errors.ts';
import { createLog, silentLog } from '../../src/kernel/log.ts';
import { systemRandom } from '../../src/kernel/random.ts';

export const SECRET = 'internal-secret-of-the-tests-0123456789';
export const request: OperationRequest = {
  id: 'r1',
  tenant: 'default',
  method: 'POST',
  url: '',
  params: {},
  query: {},
  headers: {},
  body: { a: 1 },
  encoding: 'json',
};

export interface Replica extends OpenServer {
  readonly address: string;
  readonly lines: string[];
}

/** A server of one operation. */
export async function replica(
  t: TestContext,
  operation: Operation,
  port = 0,
  answering: (name: string) => boolean = () => true,
  draining: () => boolean = () => false,
): Promise<Replica> {
  const lines: string[] = [];
  const { handle, upgrade } = createInternalServer({
    service: 'issuer',
    operations: { 'issuer.test': operation },
    secret: SECRET,
    answering,
    draining,
    open: { '/health/live': async () => ({ body: { status: 'ok' } }) },
    clock: systemClock,
    random: systemRandom,
    log: createLog('debug', systemClock, (line) => lines.push(line)),
  });
  const server = await openServer(
    { host: '127.0.0.1', port, idleConnections: 'left to the caller', upgrade },
    async () => handle,
  );
  t.after(() => server.close(0));
  return { ...server, address: `http://127.0.0.1:${server.port}`, lines };
}

/** An upstream that ends with the test. */
export function upstream(
  t: TestContext,
  addresses: readonly string[],
  options: Partial<UpstreamOptions> = {},
): Upstream {
  const made = createUpstream({
    service: 'issuer',
    addresses,
    secret: SECRET,
    timeout: 5000,
    clock: systemClock,
    log: silentLog,
    ...options,
  });
  t.after(() => made.close());
  return made;
}

/** An address without a listening server. */
export async function closedAddress(): Promise<string> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

/** The error that a caller gets if no replica responds. */
export const unavailable = (error: unknown): boolean =>
  error instanceof ProtocolError && error.code === 'temporarily_unavailable' && error.options.headers !== undefined;
