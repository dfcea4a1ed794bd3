/** The status list of a wallet provider, on loopback. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of status lists with a switch to fail; counts its connections. */
export async function openListServer() {
  const made = { list: '', status: 200, connections: 0 };
  const server = createServer((_, answer) => {
    answer.writeHead(made.status, { 'content-type': 'application/statuslist+jwt' });
    answer.end(made.list);
  });
  server.on('connection', () => {
    made.connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { made, uri: `http://127.0.0.1:${port}/list`, close: () => server.close() };
}
