/** A port of loopback on which nothing listens, so low that the default METRICS_PORT exists too. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

const HIGHEST = 59_535;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port > HIGHEST ? freePort() : port;
}
