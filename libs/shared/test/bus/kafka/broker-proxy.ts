/**
 * A proxy in front of the broker that a test can cut or block. A broker announces its own address to its clients, so
 * the proxy replaces the port in the responses with its own.
 */
import { connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { cleanUp } from './cluster.ts';

export interface BrokerProxy {
  /** `host:port` for clients. */
  readonly address: string;
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Accepts connections and requests, and responds to none. */
  block(): void;
  /** Works again. Blocked requests stay lost. */
  restore(): Promise<void>;
}

/**
 * Starts a proxy, and closes it after the test.
 * @param broker `127.0.0.1:port`
 */
export async function startBrokerProxy(t: Pick<TestContext, 'after'>, broker: string): Promise<BrokerProxy> {
  const brokerPort = Number(broker.split(':')[1]);
  const open = new Set<Socket>();
  let blocked = false;
  let port = 0;
  const server = createServer((client) => {
    const upstream = connect(brokerPort, '127.0.0.1');
    for (const socket of [client, upstream]) {
      open.add(socket);
      // The other side is closed too.
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (data) => blocked || upstream.write(data));
    const frames = frameReader((frame) => blocked || client.write(withPort(frame, brokerPort, port)));
    upstream.on('data', frames);
  });
  const listen = (): Promise<void> => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of open) socket.destroy();
    await closed;
  };
  await listen();
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  cleanUp(t, async () => {
    if (server.listening) await cut();
  });
  return {
    address: `127.0.0.1:${port}`,
    cut,
    block: () => {
      blocked = true;
    },
    restore: async () => {
      blocked = false;
      for (const socket of open) socket.destroy();
      if (!server.listening) await listen();
    },
  };
}

/** Calls `take` for each whole response: four bytes of length, then that many bytes. */
function frameReader(take: (frame: Buffer) => void): (data: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (data) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE(0)) {
      const end = 4 + rest.readUInt32BE(0);
      take(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  };
}

/** Replaces the broker's port with the proxy's in each address of the response: length of the host, host, port. */
function withPort(frame: Buffer, from: number, to: number): Buffer {
  const host = Buffer.from('127.0.0.1');
  const address = (port: number): Buffer => {
    const bytes = Buffer.alloc(2 + host.length + 4);
    bytes.writeUInt16BE(host.length, 0);
    host.copy(bytes, 2);
    bytes.writeUInt32BE(port, 2 + host.length);
    return bytes;
  };
  const [wanted, replacement] = [address(from), address(to)];
  const changed = Buffer.from(frame);
  for (let at = changed.indexOf(wanted); at >= 0; at = changed.indexOf(wanted, at + 1)) replacement.copy(changed, at);
  return changed;
}
